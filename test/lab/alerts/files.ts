import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstOfDay, type Log } from './log.ts';

/** A newsroom in files, whose times are ages. */

/** The end of the log: any constant will do, because the files hold ages. */
const END = Date.parse('2026-11-21T00:00:00Z') / 1000;

interface AgedArticle {
  id: number;
  url: string;
  title: string;
  topics: number[];
  contentType: string;
  ageSeconds: number;
}

/** Reads articles.ndjson, clicks.ndjson and topics.json of a folder. */
export function readNewsroom(folder: string): Log {
  const lines = <T>(file: string): T[] =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const articles = lines<AgedArticle>('articles.ndjson');
  const clicks = lines<{ contentId: number; reader: string; ageSeconds: number }>('clicks.ndjson');
  return {
    topics: JSON.parse(readFileSync(join(folder, 'topics.json'), 'utf8')),
    articles: articles.map(({ id, url, topics, contentType, ageSeconds }) => {
      const { hostname } = new URL(url);
      return {
        id,
        publishedAt: END - ageSeconds,
        topics,
        contentType,
        sourceType: null,
        source: hostname,
        domain: hostname,
        companies: [],
        countries: [],
        authors: [],
        section: null,
      };
    }),
    titles: new Map(articles.map(({ id, title }) => [id, title])),
    clicks: firstOfDay(
      clicks.map(({ contentId, reader, ageSeconds }) => ({ contentId, reader, at: END - ageSeconds })),
    ),
  };
}
