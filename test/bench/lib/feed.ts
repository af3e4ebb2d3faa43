import { encodeCursor } from '../../../src/search/cursor.ts';
import type { RunningWorker } from '../../support/worker.ts';
import { alternate, type Client, client, percentile, throughput } from './http.ts';
import { COMPANIES, COUNTRY_RANKS, FLAT, makeArticle, TOP_TOPIC, WIRE } from './newsroom.ts';
import { COMMON, WORDS } from './searches.ts';

interface Combination {
  name: string;
  /** Parameters of `/api/v2/feed/` for a newsroom of this size, built at `now` (epoch seconds). */
  query(newsroom: { size: number; now: number }): Record<string, string>;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i).join(',');
const always = (name: string, parameters: Record<string, string>): Combination => ({ name, query: () => parameters });

/** Cursor after the article at a relative position of the archive: 0 is the newest, 1 the oldest. */
function cursorAt(place: number, size: number, now: number): string {
  const { id, publishedAt } = makeArticle(Math.floor(place * (size - 1)), size, now);
  const at = Math.floor(Date.parse(publishedAt) / 1000);
  return encodeCursor({ id, publishedAt: at });
}

const oldPhrase = (size: number, now: number) =>
  makeArticle(size - 2, size, now)
    .title.toLowerCase()
    .split(' ')
    .slice(1, 4)
    .join(' ');

const COMBINATIONS: readonly Combination[] = [
  always('no filter', {}),
  {
    name: 'no filter, cursor at 95 % of the archive',
    query: ({ size, now }) => ({ cursor: cursorAt(0.95, size, now) }),
  },
  always('one topic', { includeTopics: '12' }),
  always('100 topics, any of them', { includeTopics: range(201, 300) }),
  {
    name: 'rare company, cursor at 50 %',
    query: ({ size, now }) => ({ includeCompanies: '4900', cursor: cursorAt(0.5, size, now) }),
  },
  always('two rare ones: topic and company', { includeTopics: '299', includeCompanies: '4990' }),
  always('two frequent ones that never meet: topic and type', {
    includeTopics: String(TOP_TOPIC),
    articleTypes: 'podcast',
  }),
  always('every kind of filter at once', {
    articleTypes: 'article,video,report',
    includeTopics: range(1, 20),
    includeCompanies: range(1, 60),
    excludeCompanies: range(100, 120),
    excludeCountries: 'FR,DE',
    includeCountries: 'US,GB',
    additionalSources: `source-2.example,${FLAT}/story-`,
    excludeNonHttpsSources: '1',
    excludeNonIframeableSources: '1',
    includeRegistration: '0',
    searchTerms: `${WORDS[20]},${WORDS[40]}`,
  }),
  always('frequent word', { searchTerms: COMMON[0] }),
  always('rare word', { searchTerms: WORDS[19_000] as string }),
  { name: 'rare phrase', query: ({ size, now }) => ({ searchTerms: oldPhrase(size, now) }) },
  always('phrase of frequent words that never stand so', { searchTerms: COMMON.join(' ') }),
  always('100 words, any of them', { searchTerms: WORDS.slice(5000, 5100).join(',') }),
  always('100 most frequent companies excluded', { excludeCompanies: range(1, 100) }),
  always('100 most frequent countries excluded, paywalled and registration too', {
    excludeCountries: COUNTRY_RANKS.slice(0, 100).join(','),
    includePaywalled: '0',
    includeRegistration: '0',
  }),
  always('topic, and the 100 most frequent companies excluded', {
    includeTopics: '250',
    excludeCompanies: range(1, 100),
  }),
  always('countries, also through their groups', { includeCountries: 'NO,SE,DK,FI,IS' }),
  always('geo groups and a rare type', { includeGeoGroups: 'nordics,benelux,g7', articleTypes: 'podcast' }),
  always('a source excluded', { additionalSources: 'source-3.example' }),
  always('the source of the newest tenth excluded', { additionalSources: WIRE }),
  always('the same by a directory', { additionalSources: `${WIRE}/stories/` }),
  always('the same by a prefix that cuts a directory', { additionalSources: `${WIRE}/stor` }),
  always('prefix of very many distinct addresses excluded', { additionalSources: `${FLAT}/st` }),
  always('100 sources excluded, the newest tenth among them', {
    additionalSources: [WIRE, ...Array.from({ length: 99 }, (_, i) => `source-${i + 1}.example`)].join(','),
  }),
  always('nothing found: a company without articles', { includeCompanies: String(COMPANIES + 1) }),
];

export interface Served {
  size: number;
  now: number;
  worker: RunningWorker;
  key: string;
}

export interface Measured {
  items: number;
  rows: number;
  /** Times from the request to the last byte of the response, in milliseconds. */
  p50: number;
  p99: number;
}

const REQUESTS = 100;
const BUDGET = 15_000;
const WARM_UP = 3;

let colours = Math.floor(Math.random() * 0x700000);

/** Returns a feed URL that bypasses the cache: the accent colour is part of the cache key in every format. */
export function uncachedUrl({ worker, key }: Served, query: Record<string, string>): string {
  const accent = (colours++).toString(16).padStart(6, '0');
  return new URL(`/api/v2/feed/?${new URLSearchParams({ ...query, accent, apiKey: key })}`, worker.url).href;
}

/** Alternates between sizes, so that other load affects all of them equally. */
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
    rows: [] as number[],
    items: 0,
  }));
  const began = performance.now();
  for (let i = 0; i < WARM_UP + REQUESTS && performance.now() - began < BUDGET; i++) {
    for (const track of tracks) {
      const { status, headers, body, milliseconds } = await ask({ url: track.url() });
      if (status !== 200) throw new Error(`${status} ${body.slice(0, 500)}`);
      track.items = JSON.parse(body).items.length;
      // The first request of an isolate also reads its key and the geography, which are then cached for a minute.
      if (i < WARM_UP) continue;
      track.times.push(milliseconds);
      track.rows.push(Number(/rows=(\d+)/.exec(String(headers['server-timing']))?.[1]));
    }
  }
  return tracks.map(({ items, rows, times }) => ({
    items,
    rows: percentile(rows, 0.5),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }));
}

export type Rates = Record<'static' | 'd1' | 'cached' | 'uncached', number>;

/** Responses per second of the feed and of comparison routes, for readers at different addresses. */
export async function measureThroughput(newsroom: Served, rounds: number): Promise<Rates> {
  const { worker, key } = newsroom;
  const at = (path: string) => new URL(path, worker.url).href;
  const feed = at(`/api/v2/feed/?apiKey=${key}`);
  const { ask, close } = client(1);
  // The static route returns as many bytes as the feed.
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
