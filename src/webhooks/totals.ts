import { and, eq, exists, gt, min, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../db/schema.ts';
import { EVENT_TYPES } from '../db/values.ts';
import { DAY, type Millis, toSeconds } from '../lib/time.ts';

const NO_WEBHOOKS = { enabled: 0, failing: 0, switchedOff: 0, waiting: 0, oldestDue: null };

/** Returns totals for the status page. Reads one row per webhook and two per pending delivery. */
export async function readWebhookTotals(db: Db) {
  const { webhookId, state, attempts, firstAt } = webhookDeliveries;
  const { id, enabled, disabledReason } = webhooks;
  const failing = db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(and(eq(webhookId, id), sql`${state} = 'pending'`, gt(attempts, 0)));
  const {
    hooks: [hooks],
    pending: [pending],
  } = await db.transaction({
    hooks: db
      .select({
        enabled: sql<number>`count(*) FILTER (WHERE ${enabled})`.as('enabled_count'),
        failing: sql<number>`count(*) FILTER (WHERE ${enabled} AND ${exists(failing)})`.as('failing'),
        switchedOff: sql<number>`count(*) FILTER (WHERE ${disabledReason} IS NOT NULL)`.as('switched_off'),
      })
      .from(webhooks),
    pending: db
      .select({ waiting: sql<number>`count(*)`.as('waiting'), oldestDue: min(firstAt).as('oldest_due') })
      .from(webhookDeliveries)
      .where(sql`${state} = 'pending'`),
  });
  return { ...NO_WEBHOOKS, ...hooks, ...pending };
}

/** Counts deliveries and events of the last 24 hours. Reads one row per event and two per delivery. */
export async function readWebhookDay(db: Db, now: Millis) {
  const { eventId, state } = webhookDeliveries;
  const { id, type, at } = webhookEvents;
  const isNew = gt(at, toSeconds(now) - DAY);
  const count = sql<number>`count(*)`.as('count');
  const { settled, events } = await db.transaction({
    settled: db
      .select({ state, count })
      .from(webhookEvents)
      .innerJoin(webhookDeliveries, eq(eventId, id))
      .where(and(isNew, sql`${state} <> 'pending'`))
      .groupBy(state),
    events: db.select({ type, count }).from(webhookEvents).where(isNew).groupBy(type),
  });
  const states = new Map(settled.map((row) => [row.state, row.count]));
  const types = new Map(events.map((row) => [row.type, row.count]));
  return {
    settled: (['delivered', 'failed'] as const).map((name) => [name, states.get(name) ?? 0] as const),
    events: EVENT_TYPES.map((name) => [name, types.get(name) ?? 0] as const),
  };
}
