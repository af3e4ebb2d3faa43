import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../db/client.ts';
import { isTimeDue } from '../db/due.ts';
import { webhookDeliveries, webhooks } from '../db/schema.ts';
import type { Millis } from '../lib/time.ts';
import { isDeliveryDue, isFree } from '../outbox/outbox.ts';
import { GIVE_UP_AFTER_MS } from '../outbox/schedule.ts';
import { SENDING_LEASE_MS } from './send/deliver-webhooks.ts';

/** Returns true for the name of the webhook queue. Deployments may add a prefix to the name. */
export const isWebhookQueue = (name: string): boolean => name.endsWith('-webhooks');

/** Queue message that triggers the pending deliveries of a webhook. Duplicates are harmless. (docs/decisions.md#H3) */
export const wakeUp = z.object({ webhook: z.int().positive() });
export type WakeUp = z.output<typeof wakeUp>;

const MAX_DELAY = 43_200;

export type Wakes = Pick<Queue<WakeUp>, 'send'>;

export async function wakeAt(queue: Wakes, webhook: number, at: number, now: number): Promise<void> {
  const delaySeconds = Math.min(MAX_DELAY, Math.max(0, Math.ceil((at - now) / 1000)));
  await queue.send({ webhook }, { delaySeconds });
}

export async function wakeDue(db: Db, queue: Wakes, now: Millis): Promise<number> {
  const due = await db
    .selectDistinct({ id: webhooks.id })
    .from(webhooks)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.webhookId, webhooks.id))
    .where(
      and(
        isDeliveryDue(webhookDeliveries, now),
        eq(webhooks.enabled, true),
        isTimeDue(webhooks.heldUntil, now, GIVE_UP_AFTER_MS),
        isFree(webhooks.leasedUntil, now, SENDING_LEASE_MS),
      ),
    );
  for (const { id } of due) await wakeAt(queue, id, now, now);
  return due.length;
}
