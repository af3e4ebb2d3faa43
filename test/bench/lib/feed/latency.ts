import type { RunningWorker } from '../../../../src/cli/database/runtime.ts';
import { COMBINATIONS, type Combination } from '../combinations.ts';
import { type Client, client, percentile } from '../http.ts';

/** A newsroom that is being served. */
export interface Served {
  size: number;
  /** When it was built, epoch seconds. */
  now: number;
  worker: RunningWorker;
  key: string;
}

export interface Measured {
  items: number;
  rows: number;
  /** Milliseconds from request to the last byte. */
  p50: number;
  p99: number;
}

/** Requests for each combination and size, fewer where they would take longer than this many milliseconds together. */
const REQUESTS = 100;
const BUDGET = 15_000;
const WARM_UP = 3;

let colours = Math.floor(Math.random() * 0x700000);

/** The address of a feed that no cache knows: the colour of a page's accent is part of the question in every format. */
export function uncachedUrl({ worker, key }: Served, query: Record<string, string>): string {
  const accent = (colours++).toString(16).padStart(6, '0');
  return new URL(`/api/v2/feed/?${new URLSearchParams({ ...query, accent, apiKey: key })}`, worker.url).href;
}

/** Asks every combination of every newsroom, alternating sizes, so that other load affects all alike. */
export async function measureCombinations(
  newsrooms: readonly Served[],
  tell: (name: string, results: Measured[]) => void,
): Promise<Map<string, Measured[]>> {
  const connection = client(1);
  const results = new Map<string, Measured[]>();
  for (const combination of COMBINATIONS) {
    const measured = await measure(combination, newsrooms, connection);
    results.set(combination.name, measured);
    tell(combination.name, measured);
  }
  connection.close();
  return results;
}

async function measure({ query }: Combination, newsrooms: readonly Served[], { ask }: Client): Promise<Measured[]> {
  const tracks = newsrooms.map((newsroom) => ({
    url: () => uncachedUrl(newsroom, query(newsroom)),
    times: [] as number[],
    items: 0,
    rows: 0,
  }));
  const began = performance.now();
  for (let i = 0; i < WARM_UP + REQUESTS && performance.now() - began < BUDGET; i++) {
    for (const track of tracks) {
      const { status, headers, body, milliseconds } = await ask({ url: track.url() });
      if (status !== 200) throw new Error(`${status} ${body.slice(0, 500)}`);
      track.items = JSON.parse(body).items.length;
      // The first request of an isolate also reads its key and the geography, which it then remembers.
      if (i < WARM_UP) continue;
      track.times.push(milliseconds);
      track.rows = Math.max(track.rows, Number(/rows=(\d+)/.exec(String(headers['server-timing']))?.[1]));
    }
  }
  return tracks.map(({ items, rows, times }) => ({
    items,
    rows,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }));
}
