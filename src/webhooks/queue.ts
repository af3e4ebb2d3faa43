import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../db/client.ts';
import { hasCome } from '../db/due.ts';
import { webhookDeliveries, webhooks } from '../db/schema.ts';
import type { Millis } from '../lib/time.ts';
import { GIVE_UP_AFTER, LONGEST_LEASE } from './send/schedule.ts';

/** Whether a queue is that of webhooks, `newsgauge-webhooks` in wrangler.toml: who deploys may give it another name that ends so. */
export const isWebhookQueue = (name: string): boolean => name.endsWith('-webhooks');

/**
 * What the queue carries: that something is due to a webhook. What it is stays in the database, so that a message too many sends
 * nothing twice, and a lost one delays deliveries until the next run of the cron. (docs/decisions.md#H3)
 */
export const wakeUp = z.object({ webhook: z.int().positive() });
export type WakeUp = z.output<typeof wakeUp>;

/** Longest delay of a message, in seconds. */
const MAX_DELAY = 43_200;

export type Wakes = Pick<Queue<WakeUp>, 'send'>;

/** Wakes the deliveries to a webhook at a time, or at once where that has passed. Times are epoch milliseconds. */
export async function wakeAt(queue: Wakes, webhook: number, at: number, now: number): Promise<void> {
  const delaySeconds = Math.min(MAX_DELAY, Math.max(0, Math.ceil((at - now) / 1000)));
  await queue.send({ webhook }, { delaySeconds });
}

/** Wakes the deliveries to every webhook to which something is due. Returns how many those are. */
export async function wakeDue(db: Db, queue: Wakes, now: Millis): Promise<number> {
  const due = await db
    .selectDistinct({ id: webhooks.id })
    .from(webhooks)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.webhookId, webhooks.id))
    .where(
      and(
        sql`${webhookDeliveries.state} = 'pending'`,
        hasCome(webhookDeliveries.nextAt, now, GIVE_UP_AFTER),
        eq(webhooks.enabled, true),
        hasCome(webhooks.heldUntil, now, GIVE_UP_AFTER),
        hasCome(webhooks.leasedUntil, now, LONGEST_LEASE),
      ),
    );
  for (const { id } of due) await wakeAt(queue, id, now, now);
  return due.length;
}
