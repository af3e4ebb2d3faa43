import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../db/schema.ts';
import { DELIVERY_STATES, type DeliveryState } from '../db/values.ts';

const DAY = 86_400;

export interface WebhookTotals {
  /** How many wait, and how many of the events of the last 24 hours were made or given up. */
  deliveries: [state: DeliveryState, count: number][];
  /** Webhooks that the service has switched off, because their receivers want no more. */
  switchedOff: number;
}

/**
 * Counts deliveries and webhooks in one transaction. Reads one row for each delivery that waits, two for each that was settled in 24
 * hours, and each webhook. `now`: epoch milliseconds.
 */
export async function readWebhookTotals(db: Db, now: number): Promise<WebhookTotals> {
  const { eventId, state } = webhookDeliveries;
  const count = sql<number>`count(*)`.as('count');
  const [[waiting], settled, [off]] = await db.transaction(
    db.select({ count }).from(webhookDeliveries).where(sql`${state} = 'pending'`),
    db
      .select({ state, count })
      .from(webhookEvents)
      .innerJoin(webhookDeliveries, eq(eventId, webhookEvents.id))
      .where(and(gt(webhookEvents.at, Math.floor(now / 1000) - DAY), sql`${state} <> 'pending'`))
      .groupBy(state),
    db.select({ count }).from(webhooks).where(isNotNull(webhooks.disabledReason)),
  );
  const counts = new Map(settled.map((row) => [row.state, row.count]));
  return {
    deliveries: DELIVERY_STATES.map((name) => [
      name,
      name === 'pending' ? (waiting?.count ?? 0) : (counts.get(name) ?? 0),
    ]),
    switchedOff: off?.count ?? 0,
  };
}
