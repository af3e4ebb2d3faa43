import { env } from 'cloudflare:test';
import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { savedSearches, webhookDeliveries, webhookEvents, webhooks } from '../../src/db/schema.ts';
import { newSigner } from '../../src/keys/signing.ts';
import { recordEvents, type WebhookEvent } from '../../src/webhooks/event.ts';
import { deliverDue, nextDue, type Post } from '../../src/webhooks/send/deliver-webhooks.ts';
import { addWebhookSecret } from '../../src/webhooks/send/signature.ts';
import { openTestDb } from '../support/index.ts';

export const db = openTestDb();
export const NOW = Date.UTC(2026, 10, 21, 12);
export const SECOND = 1000;
export const HOUR = 3_600_000;

export interface Got {
  url: string;
  at: number;
  headers: Record<string, string>;
  body: string;
}

export type Answer = (got: Got) => Response | Promise<Response>;

/** Webhook receiver with a simulated clock. Each request takes a second. */
export function receiver(answer: Answer = () => new Response(null, { status: 204 })) {
  const got: Got[] = [];
  const world = { now: NOW, answer, got };
  const post: Post = {
    db,
    kv: env.SALTS,
    zone: 'Europe/London',
    clock: () => world.now,
    reach: {
      allowed: new Set(),
      timeout: 50,
      fetch: async (url, init) => {
        const one = {
          ...{ url, at: world.now, body: String(init.body) },
          headers: Object.fromEntries(new Headers(init.headers as Record<string, string>)),
        };
        got.push(one);
        world.now += SECOND;
        const hanging = new Promise<never>((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        );
        return Promise.race([world.answer(one), hanging]);
      },
    },
  };
  return Object.assign(world, { post });
}

export type Receiver = ReturnType<typeof receiver>;

export async function emptyWebhooks(): Promise<void> {
  for (const table of [webhooks, webhookEvents, webhookDeliveries, savedSearches]) await db.delete(table);
}

export async function addWebhook(fields: Partial<typeof webhooks.$inferInsert> = {}) {
  const signer = newSigner();
  const [row] = await db
    .insert(webhooks)
    .values({
      ...{ name: 'Test', url: 'https://receiver.example/hook', signer, createdAt: NOW / 1000 },
      events: ['topic.grows', 'selection.published', 'article.matched', 'source.failed'],
      ...fields,
    })
    .returning({ id: webhooks.id });
  const secret = await addWebhookSecret({ db, kv: env.SALTS }, signer, NOW / 1000, 0);
  return { id: row?.id ?? 0, signer, secret };
}

export const grows = (topic: number, n: number): WebhookEvent => ({
  ...{ type: 'topic.grows', key: `topic.grows:${topic}:${n}`, subject: `topic:${topic}`, at: NOW / 1000 },
  data: {
    topic: { id: topic, name: `Topic ${topic}`, slug: `topic-${topic}` },
    growthPercent: n,
    interval: [1, 2],
    confidence: 'high',
    cause: null,
  },
});

export const record = (events: WebhookEvent[], now = NOW) => recordEvents(db, events, now);

/** Delivers whenever something is due, as the queue does, until `end`. Returns the number of runs. */
export async function runUntil(world: Receiver, webhook: number, end: number): Promise<number> {
  for (let runs = 1; ; runs++) {
    await deliverDue(world.post, webhook);
    const next = await nextAt(webhook, world.now);
    if (next === null || next > end) return runs;
    world.now = Math.max(world.now, next);
  }
}

async function nextAt(webhook: number, now: number): Promise<number | null> {
  const [hook] = await db.select().from(webhooks).where(eq(webhooks.id, webhook));
  const due = await nextDue(db, webhook, now);
  return hook?.enabled && due !== null ? Math.max(hook.heldUntil, due) : null;
}

export const deliveries = (webhook: number) =>
  db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhook))
    .orderBy(webhookDeliveries.eventId);

/** Verifies a request with the official library at the time of the request. Throws if the signature is invalid. */
export const verified = (
  secret: string,
  { headers, body }: Got,
  at = 'webhook-timestamp' in headers ? Number(headers['webhook-timestamp']) : 0,
): { type: string; data: Record<string, unknown> } => {
  const real = Date.now;
  Date.now = () => at * 1000;
  try {
    return new Webhook(secret).verify(body, headers) as never;
  } finally {
    Date.now = real;
  }
};

/** Returns the numbers of the events about a topic, in the order of arrival. */
export const numbersOf = (got: readonly Got[], topic: number): number[] =>
  got
    .map(({ body }) => JSON.parse(body) as { data: { topic: { id: number }; growthPercent: number } })
    .filter(({ data }) => data.topic.id === topic)
    .map(({ data }) => data.growthPercent);
