import { SELF } from 'cloudflare:test';
import { makeKey, ORIGIN, rowsRead } from '../support/index.ts';

export interface Page {
  ids: number[];
  /** Rows that the page read, or 0 if it came from the edge cache. */
  rows: number;
  url: string;
}

/** Creates enough secret keys to stay below the rate limit of each. */
export const makeKeys = (): Promise<string[]> => Promise.all(Array.from({ length: 10 }, () => makeKey('secret')));

let asked = 0;

export async function* walk(keys: readonly string[], query: string): AsyncIterable<Page> {
  let next: string | undefined = `${ORIGIN}/api/v2/feed/?${query}`;
  while (next) {
    const key = keys[asked++ % keys.length] ?? '';
    const response = await fetchPage(next, key);
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${next} answers ${response.status} ${body}`);
    const feed = JSON.parse(body) as { items: { id: string }[]; next_url?: string };
    yield { ids: feed.items.map(({ id }) => Number(id)), rows: rowsRead(response), url: next };
    next = feed.next_url;
  }
}

const MAX_ATTEMPTS = 10;

/** Requests a page. After a slow query, costly queries pause, and the service answers 503 with the time to wait. */
async function fetchPage(url: string, key: string): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await SELF.fetch(url, { headers: { Authorization: `Bearer ${key}` } });
    if (response.status !== 503 || attempt === MAX_ATTEMPTS) return response;
    await response.body?.cancel();
    await scheduler.wait(Number(response.headers.get('Retry-After')) * 1000);
  }
}

/**
 * Requests a page three times more and returns the lowest number of rows. Key, geo groups and languages are cached for
 * a minute, so each of the first two requests may load some of them.
 */
export async function rowsAgain(key: string, url: string): Promise<number> {
  const rows: number[] = [];
  // Another colour bypasses the edge cache.
  for (const colour of ['d', 'e', 'f']) {
    const response = await fetchPage(url.replace(/accent=./, `accent=${colour}`), key);
    rows.push(rowsRead(response));
    await response.body?.cancel();
  }
  return Math.min(...rows);
}
