import { NDJSON } from '../../../src/command/send.ts';
import { percentile } from '../lib/http.ts';
import { makeArticle } from '../lib/newsroom.ts';
import { openLoad, type RawRequest } from '../lib/raw-client.ts';

/** Articles per request, as in `newsgauge import`. */
const PORTION = 500;
const READS_PER_SECOND = 50;

export interface ImportTimes {
  /** Articles stored per second. */
  rate: number;
  reads: number;
  readsP50: number;
  readsP99: number;
  longestRead: number;
  /** Number of feed pages that were not answered with 200. */
  refused: number;
}

interface Import {
  operator: string;
  /** Number of articles that the newsroom already has. */
  size: number;
  count: number;
  /** Time of the newest article, in epoch seconds. */
  now: number;
}

/** Imports articles with one request after the other, while readers request 50 feed pages per second. */
export async function readDuringImport(
  url: URL,
  { operator, size, count, now }: Import,
  page: (i: number) => RawRequest,
): Promise<ImportTimes> {
  let isOver = false;
  const importAll = async () => {
    const began = performance.now();
    for (let age = count; age > 0; age -= PORTION) {
      const articles = Array.from({ length: Math.min(age, PORTION) }, (_, i) =>
        makeArticle(age - 1 - i, size + count, now),
      );
      const response = await fetch(new URL('/manage/articles', url), {
        method: 'PUT',
        headers: { Authorization: `Bearer ${operator}`, ...NDJSON },
        body: articles.map((article) => JSON.stringify(article)).join('\n'),
      });
      if (response.status !== 200) throw new Error(`the import was answered ${response.status}`);
      await response.arrayBuffer();
    }
    return (1000 * count) / (performance.now() - began);
  };
  const importing = importAll().finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  let refused = 0;
  while (!isOver) {
    const load = await openLoad(url, { rate: READS_PER_SECOND, seconds: 1, connections: 16 }, page);
    times.push(...load.times);
    for (const [status, number] of load.statuses) if (status !== 200) refused += number;
  }
  return {
    rate: await importing,
    reads: times.length,
    readsP50: percentile(times, 0.5),
    readsP99: percentile(times, 0.99),
    longestRead: Math.max(...times),
    refused,
  };
}
