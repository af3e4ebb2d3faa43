import { setTimeout as sleep } from 'node:timers/promises';
import { type Site, startSite } from '../../browser/support/server.ts';
import { Hub, Subscriber } from './hub.ts';

/** The real Worker with a hub, a subscriber and keys. */
export interface Stage {
  site: Site;
  hub: Hub;
  subscriber: Subscriber;
  secret: string;
  operator: string;
  close(): Promise<void>;
}

/** Where the hub thinks the service is; whoever asks by another name gets the same topics. */
const PUBLIC = 'https://news.example';
export const CRON = '*/5 * * * *';

export async function setStage(): Promise<Stage> {
  const [hub, subscriber] = [await Hub.start(), await Subscriber.start()];
  const site = await startSite({
    ...{ WEBSUB_HUB: hub.url, PUBLIC_URL: PUBLIC },
    FEED_ALLOW_HOSTS: new URL(hub.url).host,
  });
  hub.hosts.set(PUBLIC, site.url.origin);
  const [secret, operator] = [await site.makeKey('secret'), await site.makeKey('operator')];
  return {
    ...{ site, hub, subscriber, secret, operator },
    async close() {
      await site.dispose();
      hub.close();
      subscriber.close();
    },
  };
}

let articles = 0;

/** Publishes one article; returns its address and when the service had answered, in epoch milliseconds. */
export async function publishOne(
  { site, operator }: Stage,
  publishedAt = new Date(),
): Promise<{ url: string; at: number }> {
  const url = `https://ledger.example/story-${++articles}-${Date.now()}`;
  const facts = { contentType: 'article', topics: [], companies: [], countries: [], geoGroups: [] };
  const article = {
    url,
    title: `Story ${articles}`,
    introduction: '',
    publishedAt: publishedAt.toISOString(),
    ...facts,
  };
  const response = await fetch(new URL('/manage/articles', site.url), {
    method: 'PUT',
    headers: { Authorization: `Bearer ${operator}` },
    body: JSON.stringify([article]),
  });
  if (!response.ok) throw new Error(`publishing: ${response.status} ${await response.text()}`);
  return { url, at: Date.now() };
}

/** Waits until something is found; throws after `patience` milliseconds. */
export async function found<T>(look: () => T | undefined, patience = 10_000): Promise<T> {
  const until = Date.now() + patience;
  for (;;) {
    const value = look();
    if (value !== undefined) return value;
    if (Date.now() > until) throw new Error(`not found within ${patience / 1000} seconds`);
    await sleep(10);
  }
}

/** What the API answers a key. */
export async function answerOf({ site }: Stage, key: string, path: string): Promise<Response> {
  const response = await fetch(new URL(path, site.url), { headers: { Authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
