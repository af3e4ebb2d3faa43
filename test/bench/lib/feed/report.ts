import type { Built } from '../build.ts';
import { alternate, client, throughput } from '../http.ts';
import { circumstances, fixed, mebibytes, table, whole } from '../report.ts';
import type { Measured } from './latency.ts';
import { type Served, uncachedUrl } from './latency.ts';

export interface FeedResults {
  /** Smallest first. */
  built: readonly Built[];
  /** By name of the combination, a result for each size. */
  combinations: ReadonlyMap<string, readonly Measured[]>;
  rates: Rates;
}

const ROWS = 60;
const GROWTH = 2;
const UNCACHED = 0.8;
const CACHED = 0.7;

/** The tables of docs/measured/feed.md. */
export function feedReport({ built, combinations, rates }: FeedResults): string {
  const sizes = built.map(({ size }) => whole(size));
  const results = [...combinations];
  const worstRows = Math.max(...results.flatMap(([, measured]) => measured.map(({ rows }) => rows)));
  const slow = results.filter(([, measured]) => growth(measured) > GROWTH).map(([name]) => name);
  return `
${circumstances(`npm run bench:feed -- --sizes ${built.map(({ size }) => size).join(',')}`)}

## Building

Seeded: 300 topics, 5,000 companies, 3,000 sources, all countries, geo groups and words by Zipf's law; one wire wrote the newest tenth.
Every article goes through the schema and the transactions of \`PUT /manage/articles\`; publishing 200 of them again over HTTP changes nothing.

${table(
  ['articles', 'seconds', 'bytes an article', 'peak memory'],
  built.map((b) => [whole(b.size), fixed(b.seconds), whole(b.bytesPerArticle), mebibytes(b.peakMemory)]),
)}

## A page of 20

Over HTTP, one request after the other, none of them cached, the sizes in turn. Milliseconds are p50 / p99. Most rows read in any
combination: **${worstRows}** (target ${ROWS}). An excluded source prefix is one more term of the index, so it reads no rows at all.

${table(
  ['filter', 'items', 'rows', ...sizes.map((size) => `ms at ${size}`), 'largest ÷ smallest'],
  results.map(([name, measured]) => [
    name,
    measured.map(({ items }) => items).join(', '),
    [...new Set(measured.map(({ rows }) => rows))].join(', '),
    ...measured.map(({ p50, p99 }) => `${fixed(p50)} / ${fixed(p99)}`),
    fixed(growth(measured)),
  ]),
)}

${slow.length === 0 ? `No p50 grows beyond ${GROWTH} ×.` : `Beyond the target of ${GROWTH} ×: ${slow.join('; ')}. ${REASONS}`}

## Requests a second

16 connections, median of rounds of a second that take turns, at ${sizes.at(-1)} articles; every request from another reader with a publishable
key. The static route answers as many bytes as the feed; the D1 route runs \`SELECT 1\`.

${table(
  ['route', 'requests a second', 'relative to', 'ratio', 'target'],
  [
    ['static JSON', whole(rates.static), '', '', ''],
    ['feed, cached', whole(rates.cached), 'static JSON', fixed(rates.cached / rates.static, 2), CACHED],
    ['one trivial D1 query', whole(rates.d1), '', '', ''],
    ['feed, uncached', whole(rates.uncached), 'trivial D1 query', fixed(rates.uncached / rates.d1, 2), UNCACHED],
  ],
)}

${rates.uncached / rates.d1 < UNCACHED ? UNCACHED_REASON : ''}
`.trim();
}

/** The feed's line in docs/benchmarks.md. */
export function feedSummary({ built, combinations, rates }: FeedResults): string {
  const measured = [...combinations.values()];
  const sizes = built.map(({ size }) => whole(size));
  const medians = measured.map((each) => each.at(-1)?.p50 ?? Number.NaN);
  return `a page of 20 articles reads at most ${Math.max(...measured.flat().map(({ rows }) => rows))} rows, at ${sizes[0]} and at ${sizes.at(-1)} articles;
its median takes ${fixed(Math.min(...medians))} to ${fixed(Math.max(...medians))} ms at ${sizes.at(-1)}. A cached page reaches ${fixed(rates.cached / rates.static, 2)} of a static file's rate,
an uncached one ${fixed(rates.uncached / rates.d1, 2)} of a trivial D1 query's.`;
}

/** Largest size over smallest. */
function growth(measured: readonly Measured[]): number {
  return (measured.at(-1)?.p50 ?? 0) / (measured[0]?.p50 ?? 1);
}

const REASONS = `The index finds rows by walking lists of places, newest first. What makes it walk far without finding anything grows with the
archive: two frequent facets that never meet, an exclusion that covers the newest tenth of everything. Lists of 100 values look each value up
in every segment of the index, of which a large one has more. (A phrase is searched only in articles with all of its bigrams, and beginnings of
paths are terms of their own: without that they were the slowest by far.)`;

const UNCACHED_REASON = `An uncached page moves 21 articles of about 1.5 KB out of the simulated database, which passes them on as JSON; the trivial
query moves one number. A route with nothing but the page's own query and its bytes, no key, no checks, no ETag, reached 0.65 to 0.8 of it.`;

export type Rates = Record<'static' | 'd1' | 'cached' | 'uncached', number>;

/** Answers a second of the feed and of the routes it is compared with; readers of an embedding page, no two alike. */
export async function measureThroughput(newsroom: Served, rounds: number): Promise<Rates> {
  const { worker, key } = newsroom;
  const at = (path: string) => new URL(path, worker.url).href;
  const feed = at(`/api/v2/feed/?apiKey=${key}`);
  const { ask, close } = client(1);
  // The static route answers as many bytes as the feed does.
  const { body } = await ask({ url: feed });
  await ask({ url: at('/bench/static'), method: 'PUT', body });
  close();
  let reader = 0;
  const headers = () => ({ 'CF-Connecting-IP': `10.${[16, 8, 0].map((bits) => (reader >> bits) & 255).join('.')}` });
  const from = (url: string) => {
    reader++;
    return { url, headers: headers() };
  };
  const load = { connections: 16, seconds: 1 };
  const routes = {
    static: () => throughput(load, () => ({ url: at('/bench/static') })),
    cached: () => throughput(load, () => from(feed)),
    d1: () => throughput(load, () => ({ url: at('/bench/d1') })),
    uncached: () => throughput(load, () => from(uncachedUrl(newsroom, {}))),
  };
  await alternate(2, routes);
  return alternate(rounds, routes);
}
