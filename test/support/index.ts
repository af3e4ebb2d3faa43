import { env, SELF } from 'cloudflare:test';
import { openDb } from '../../src/db/client.ts';
import type { KeyKind } from '../../src/keys/key.ts';
import { createKey } from '../../src/keys/key-store.ts';

export const author = { actor: 'test', now: 1_800_000_000_000 };

export const ORIGIN = 'https://newsgauge.test';

export const openTestDb = () => openDb(env.DB);

export const makeKey = (kind: KeyKind, origins: string[] = []): Promise<string> =>
  createKey(openTestDb(), { kind, name: `test ${kind}`, origins, expiresAt: null }, Math.floor(Date.now() / 1000));

/** Sends a request to the Worker. `path` begins with `/`. */
export const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  SELF.fetch(ORIGIN + path, init as never);

export const askWith = (key: string, path: string, init: RequestInit = {}): Promise<Response> =>
  ask(path, { ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } });

/** Publishes a JSON array through `/manage` and returns `data` of the response. */
export async function publish(
  key: string,
  collection: string,
  values: unknown[],
): Promise<{ accepted: number; rejected: { line: number; errors: Record<string, string> }[] }> {
  const response = await askWith(key, `/manage/${collection}`, { method: 'PUT', body: JSON.stringify(values) });
  const answer = (await response.json()) as { data: never };
  if (response.status !== 200)
    throw new Error(`publishing ${collection}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

export const rowsRead = (response: Response): number =>
  Number(/rows=(\d+)/.exec(response.headers.get('Server-Timing') ?? '')?.[1]);

export interface Item {
  id: string;
  url: string;
  title: string;
  tags: string[];
  date_modified: string;
  authors: { name: string }[];
  _article: {
    organisationType: string | null;
    client: string | null;
    source: { name: string; iframeable: boolean };
    companies: { id: number; name: string }[];
    topics: { id: number; name: string; slug: string; category: number }[];
  };
}

let colours = 0;

/** Returns the current items of a feed. A unique colour bypasses the edge cache. */
export async function freshItems(key: string, query = '', path = '/api/v2/feed/'): Promise<Item[]> {
  const colour = (colours++).toString(16).padStart(6, '0');
  const response = await askWith(key, `${path}?${query}&accent=${colour}`);
  if (response.status !== 200) throw new Error(`${query}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { items: Item[] }).items;
}
