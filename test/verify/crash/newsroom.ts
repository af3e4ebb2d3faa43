import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, withLocalDb } from '../../../src/cli/database/runtime.ts';
import { send } from '../../../src/command/send.ts';
import { openDb } from '../../../src/db/client.ts';
import { createKey } from '../../../src/keys/store.ts';

/** Milliseconds that a server has to count what waits. */
const PATIENCE = 120_000;
/** Articles in one request. */
const PORTION = 2000;

export interface Keys {
  publishable: string;
  operator: string;
}

/** Makes an empty state with keys that the run knows. */
export async function makeState(state: string): Promise<Keys> {
  migrate(state);
  return withLocalDb(state, async (d1) => {
    const make = (kind: 'publishable' | 'operator') =>
      createKey(openDb(d1), { kind, name: 'crash', origins: [], expiresAt: null }, Math.floor(Date.now() / 1000));
    return { publishable: await make('publishable'), operator: await make('operator') };
  });
}

/** Publishes topic 47 and articles 1 … `count`, half of them with the topic. */
export async function publish(base: URL, key: string, count: number): Promise<void> {
  const topic = { id: 47, name: 'Risk management', slug: 'risk-management', category: 1 };
  await put({ base, key }, 'topics', [topic]);
  const articles = Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    url: `https://news.example/${i + 1}`,
    title: `Article ${i + 1}`,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
    topics: i % 2 === 0 ? [47] : [],
  }));
  for (let i = 0; i < count; i += PORTION) await put({ base, key }, 'articles', articles.slice(i, i + PORTION));
}

async function put(target: { base: URL; key: string }, collection: string, values: object[]): Promise<void> {
  const lines = values.map((value) => JSON.stringify(value));
  const { rejected } = await send(target, collection, lines);
  if (rejected.length > 0) throw new Error(`${collection}: ${JSON.stringify(rejected[0])}`);
}

/** Waits until no message waits in the queue, or the time is over. */
export async function drained({ url }: { url: URL }, key: string, patience = PATIENCE): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(500)) {
    if ((await waiting(url, key)) === 0) return;
  }
}

/** How many messages wait in the queue; null where the server does not answer. */
async function waiting(base: URL, key: string): Promise<number | null> {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(new URL('/manage/status', base), { headers }).catch(() => null);
  if (!answer?.ok) return null;
  return ((await answer.json()) as { data: { queue: { queued: number } } }).data.queue.queued;
}
