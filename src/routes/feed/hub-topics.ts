import { installationSecret } from '../../clicks/salts/secret.ts';
import type { Db } from '../../db/client.ts';
import type { AppContext } from '../../http/env.ts';
import { hmac } from '../../lib/hash/hash.ts';
import { isSameFeed } from './feed-response.ts';

/** A feed that the hub may fetch without a key, by an address that nobody can guess. */
export interface FeedTopic {
  /** As configured. */
  feed: string;
  /** Its own path and query, where it needs a key. */
  path: string;
  /** In the address, 128 bits in hex. */
  token: string;
  address: string;
}

type Settings = Record<'PUBLIC_URL' | 'WEBSUB_HUB' | 'WEBSUB_FEEDS', string>;

/** Digits of the token: 128 bits. */
const TOKEN = 32;

/** The feeds of the configuration; none where there is no hub. */
export async function topicsOf(db: Db, { PUBLIC_URL, WEBSUB_HUB, WEBSUB_FEEDS }: Settings): Promise<FeedTopic[]> {
  const origin = URL.parse(PUBLIC_URL)?.origin;
  if (!WEBSUB_HUB || !origin) return [];
  const secret = await installationSecret(db);
  const feeds = WEBSUB_FEEDS.split(/\s+/).filter((feed) => feed !== '');
  return Promise.all(
    feeds.map(async (feed) => {
      // The same secret serves other purposes, so the signed text names this one.
      const token = (await hmac(secret, `websub\n${feed}`)).slice(0, TOKEN);
      const path = feed.startsWith('/') ? feed : `/api/v2/${feed}`;
      return { feed, path, token, address: `${origin}/websub/${token}` };
    }),
  );
}

/** The hub of a feed, and the address by which the hub knows it; null where it is none of the hub's. `self`: path and query. */
export async function websubOf(c: AppContext, self: string): Promise<{ hub: string; topic: string } | null> {
  const topics = await topicsOf(c.var.db, c.env);
  const topic = topics.find(({ path }) => isSameFeed(path, self));
  return topic ? { hub: c.env.WEBSUB_HUB, topic: topic.address } : null;
}
