import { retryDelay } from '../clicks/consume/retry.ts';
import { openDb } from '../db/client.ts';
import { log, reasonOf } from '../lib/log.ts';
import { allowedHosts } from '../syndication/fetch/public-url.ts';
import { wakeAt, wakeUp } from './queue.ts';
import { deliverDue, type Post } from './send/deliver-webhooks.ts';

const BUSY_DELAY = 5;

export const postOf = (env: Env): Post => ({
  db: openDb(env.DB.withSession('first-primary')),
  kv: env.SALTS,
  reach: { fetch: (url, init) => fetch(url, init), allowed: allowedHosts(env.FEED_ALLOW_HOSTS) },
  zone: env.TIME_ZONE,
  clock: Date.now,
});

export async function consumeWakeUps(batch: MessageBatch, env: Env, post = postOf(env)): Promise<void> {
  await Promise.all(batch.messages.map((message) => consumeOne(message, env, post)));
}

async function consumeOne(message: Message, { WEBHOOKS }: Env, post: Post): Promise<void> {
  const parsed = wakeUp.safeParse(message.body);
  if (!parsed.success) return message.ack();
  const { webhook } = parsed.data;
  try {
    const ended = await deliverDue(post, webhook);
    if (ended.isBusy) return message.retry({ delaySeconds: BUSY_DELAY });
    if (ended.next !== null) await wakeAt(WEBHOOKS, webhook, ended.next, post.clock());
    message.ack();
  } catch (error) {
    log('webhookFailed', post.clock(), { webhook, attempts: message.attempts, reason: reasonOf(error) });
    message.retry({ delaySeconds: retryDelay(message.attempts) });
  }
}
