import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../db/schema.ts';
import { DELIVERY_STATES, type DeliveryState } from '../db/values.ts';

const DAY = 86_400;

/**
 * How many deliveries wait, and how many of the events of the last 24 hours were made or given up. Reads one row for each that waits, and
 * two for each of those. `now`: epoch milliseconds.
 */
export async function countDeliveries(db: Db, now: number): Promise<[DeliveryState, number][]> {
  const { eventId, state } = webhookDeliveries;
  const [[waiting], settled] = await db.transaction(
    db
      .select({ count: sql<number>`count(*)`.as('count') })
      .from(webhookDeliveries)
      .where(sql`${state} = 'pending'`),
    db
      .select({ state, count: sql<number>`count(*)`.as('count') })
      .from(webhookEvents)
      .innerJoin(webhookDeliveries, eq(eventId, webhookEvents.id))
      .where(and(gt(webhookEvents.at, Math.floor(now / 1000) - DAY), sql`${state} <> 'pending'`))
      .groupBy(state),
  );
  const counts = new Map(settled.map((row) => [row.state, row.count]));
  return DELIVERY_STATES.map((name) => [name, name === 'pending' ? (waiting?.count ?? 0) : (counts.get(name) ?? 0)]);
}

/** How many webhooks the service has switched off, because their receivers want no more. */
export const countSwitchedOff = (db: Db): Promise<number> => db.$count(webhooks, isNotNull(webhooks.disabledReason));
