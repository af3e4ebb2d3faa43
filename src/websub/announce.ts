import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { websubTopics } from '../db/schema.ts';
import { inList } from '../db/sql.ts';
import { type Millis, toSeconds } from '../lib/time.ts';
import type { Fetch } from '../syndication/fetch/fetch.ts';
import { publicUrl, unreachable } from '../syndication/fetch/public-url.ts';

/** Client of a WebSub hub (https://www.w3.org/TR/websub/). */
export interface Hub {
  url: string;
  fetch: Fetch;
  /** Private hosts that may be called nevertheless, as `host:port`. */
  allowed: ReadonlySet<string>;
}

const HUB_TIMEOUT_MS = 10_000;

/**
 * Notifies the hub of a changed topic. Returns `null` on success, otherwise the error text. Does not follow redirects,
 * which could lead into a private network.
 */
export const ping = (hub: Hub, topic: string): Promise<string | null> =>
  tell(hub, { 'hub.mode': 'publish', 'hub.url': topic });

/** Posts a form to a hub. Returns `null` on success, otherwise the error text. */
export async function tell({ url, fetch, allowed }: Hub, form: Record<string, string>): Promise<string | null> {
  const checked = publicUrl(url, allowed);
  if (!checked.url) return checked.refused;
  try {
    const response = await fetch(checked.url.href, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
      signal: AbortSignal.timeout(HUB_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : `answers ${response.status}`;
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return isLate ? `did not respond within ${HUB_TIMEOUT_MS / 1000} seconds` : unreachable(error, checked.url);
  }
}

export interface HubTopic {
  address: string;
  read: () => Promise<Response>;
}

/** Stored announcement of a topic. Times are epoch seconds. */
export type Announced = typeof websubTopics.$inferSelect;

/**
 * Notifies the hub of all topics whose feed changed since the last accepted notification. The next call retries
 * failures. Reads a row and a feed page per topic, and writes a row per notification.
 */
export async function notifyHub(db: Db, hub: Hub, topics: readonly HubTopic[], now: Millis) {
  // The ETag of each feed is compared with the one that the hub last accepted. (docs/decisions.md#N2)
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
