import { installationSecret } from '../../clicks/salts/secret.ts';
import type { Db } from '../../db/client.ts';
import type { AppContext } from '../../http/env.ts';
import { hmac } from '../../lib/hash/hash.ts';
import { isSameFeed } from './feed-response.ts';

/** Feed that the WebSub hub fetches without a key, at a secret URL. */
export interface FeedTopic {
  feed: string;
  path: string;
  token: string;
  address: string;
}

type Settings = Record<'PUBLIC_URL' | 'WEBSUB_HUB' | 'WEBSUB_FEEDS', string>;

const TOKEN_DIGITS = 32;

export async function topicsOf(db: Db, { PUBLIC_URL, WEBSUB_HUB, WEBSUB_FEEDS }: Settings): Promise<FeedTopic[]> {
  const origin = URL.parse(PUBLIC_URL)?.origin;
  if (!WEBSUB_HUB || !origin) return [];
  const secret = await installationSecret(db);
  const feeds = WEBSUB_FEEDS.split(/\s+/).filter((feed) => feed !== '');
  return Promise.all(
    feeds.map(async (feed) => {
      // The secret has several purposes, so the signed text contains the purpose `websub`.
      const token = (await hmac(secret, `websub\n${feed}`)).slice(0, TOKEN_DIGITS);
      const path = feed.startsWith('/') ? feed : `/api/v2/${feed}`;
      return { feed, path, token, address: `${origin}/websub/${token}` };
    }),
  );
}

/** Returns the hub and topic URL of the feed at `self`, or `null` if the hub does not distribute it. */
export async function websubOf(c: AppContext, self: string): Promise<{ hub: string; topic: string } | null> {
  const topics = await topicsOf(c.var.db, c.env);
  const topic = topics.find(({ path }) => isSameFeed(path, self));
  return topic ? { hub: c.env.WEBSUB_HUB, topic: topic.address } : null;
}
