import { and, eq, min, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { dispatches, subscriptions } from '../db/schema.ts';
import type { Way } from '../db/values.ts';
import { DAY_MS, type Millis } from '../lib/time.ts';
import { NOT_MADE } from './store.ts';

/** Returns totals for the status page. Reads two rows per message that is pending or less than two days old. */
export async function readDispatchTotals(db: Db, now: Millis) {
  const { state, firstAt, nextAt, attempts, reason, subscriptionId } = dispatches;
  const count = (where: ReturnType<typeof sql>, name: string) => sql<number>`count(*) FILTER (WHERE ${where})`.as(name);
  const isFailing = sql`(${state} = 'failed' AND ${nextAt} > ${now - DAY_MS} OR ${state} = 'pending' AND ${attempts} > 0)`;
  const { totals, last } = await db.transaction({
    totals: db
      .select({
        waiting: count(sql`${state} IN ('pending', 'sending')`, 'waiting'),
        failed: count(sql`${state} = 'failed' AND ${nextAt} > ${now - DAY_MS}`, 'failed'),
        delivered: count(sql`${state} = 'delivered' AND ${nextAt} > ${now - DAY_MS}`, 'delivered'),
        oldestDue: sql<number | null>`${min(firstAt)} FILTER (WHERE ${state} = 'pending')`.as('oldest_due'),
      })
      .from(dispatches)
      .where(sql`${firstAt} > ${now - 2 * DAY_MS}`),
    last: db
      .select({ via: subscriptions.via, reason })
      .from(dispatches)
      .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
      .where(and(sql`${firstAt} > ${now - 2 * DAY_MS}`, isFailing))
      .orderBy(sql`${nextAt} DESC`)
      .limit(1),
  });
  const { oldestDue = null, ...rest } = totals[0] ?? { waiting: 0, failed: 0, delivered: 0 };
  return {
    ...rest,
    oldestSeconds: oldestDue === null ? null : Math.max(0, Math.round((now - oldestDue) / 1000)),
    failure: failureOf(last[0]),
  };
}

function failureOf(last?: { via: Way; reason: string | null }): string | null {
  if (!last?.reason || last.reason === NOT_MADE) return last?.reason ?? null;
  return `${last.via === 'mail' ? 'The mail server' : 'A webhook'} ${last.reason}`;
}
