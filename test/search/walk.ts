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
    const response = await SELF.fetch(next, { headers: { Authorization: `Bearer ${key}` } });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${next} answers ${response.status} ${body}`);
    const feed = JSON.parse(body) as { items: { id: string }[]; next_url?: string };
    yield { ids: feed.items.map(({ id }) => Number(id)), rows: rowsRead(response), url: next };
    next = feed.next_url;
  }
}

/** Requests a page twice more and returns the rows of the last request, for which key and languages are in memory. */
export async function rowsAgain(key: string, url: string): Promise<number> {
  let rows = 0;
  // Another colour bypasses the edge cache.
  for (const colour of ['e', 'f']) {
    const uncached = url.replace(/accent=./, `accent=${colour}`);
    rows = rowsRead(await SELF.fetch(uncached, { headers: { Authorization: `Bearer ${key}` } }));
  }
  return rows;
}
