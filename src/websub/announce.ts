import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { websubTopics } from '../db/schema.ts';
import { inList } from '../db/sql.ts';
import { type Millis, toSeconds } from '../lib/time.ts';
import { discard, post } from '../outbox/post.ts';
import type { Reach } from '../syndication/fetch/fetch.ts';

/** Connection to a WebSub hub (https://www.w3.org/TR/websub/). */
export interface Hub extends Pick<Reach, 'fetch' | 'allowed'> {
  url: string;
}

const HUB_TIMEOUT_MS = 10_000;

/** Notifies the hub that a topic has changed. Returns `null` on success, otherwise the error text. */
export const ping = (hub: Hub, topic: string): Promise<string | null> =>
  postToHub(hub, { 'hub.mode': 'publish', 'hub.url': topic });

export async function postToHub(hub: Hub, form: Record<string, string>): Promise<string | null> {
  const posted = await post(hub, hub.url, { body: new URLSearchParams(form) }, HUB_TIMEOUT_MS);
  await discard(posted);
  return posted.reason;
}

export interface HubTopic {
  address: string;
  read: () => Promise<Response>;
}

export type Announced = typeof websubTopics.$inferSelect;

/** Notifies the hub of changed feeds. Reads a row and a feed page per feed, and writes a row per notification. */
export async function notifyHub(db: Db, hub: Hub, topics: readonly HubTopic[], now: Millis) {
  // A feed has changed if its ETag differs from its ETag at the last notification. (docs/decisions.md#N2)
  const known = new Map((await announcedOf(db, topics)).map((row) => [row.topic, row.etag]));
  const outcomes = await Promise.all(
    topics.map(async ({ address, read }) => {
      const document = await read();
      await document.body?.cancel();
      const etag = document.headers.get('ETag');
      if (document.ok && etag === known.get(address)) return null;
      const failure = document.ok ? await ping(hub, address) : `the feed returned ${document.status}`;
      await note(db, address, { etag, failure, at: toSeconds(now) });
      return failure === null;
    }),
  );
  return {
    pinged: outcomes.filter((one) => one === true).length,
    failed: outcomes.filter((one) => one === false).length,
  };
}

export const announcedOf = (db: Db, topics: readonly Pick<HubTopic, 'address'>[]): Promise<Announced[]> =>
  db
    .select()
    .from(websubTopics)
    .where(
      inList(
        websubTopics.topic,
        topics.map(({ address }) => address),
      ),
    );

async function note(
  db: Db,
  topic: string,
  { etag, failure, at }: { etag: string | null; failure: string | null; at: number },
): Promise<void> {
  const { pings, failures } = websubTopics;
  const isAccepted = failure === null;
  const set = isAccepted ? { etag, pingedAt: at, failedAt: null, failure } : { failedAt: at, failure };
  const counted = isAccepted ? { pings: sql`${pings} + 1` } : { failures: sql`${failures} + 1` };
  await db
    .insert(websubTopics)
    .values({ topic, ...set, pings: Number(isAccepted), failures: Number(!isAccepted) })
    .onConflictDoUpdate({ target: websubTopics.topic, set: { ...set, ...counted } });
}
