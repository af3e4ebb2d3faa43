import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { HOST_OF_ARTICLE } from '../../src/content/articles/store/source.ts';
import { canonicalUrl, domainOf } from '../../src/lib/url.ts';
import { openTestDb } from '../support/index.ts';

const URLS = [
  'https://example.com/',
  'http://www.example.com/a/b?c=www.d.com',
  'https://www.www.example.com/a',
  'https://www.com/a',
  'https://www.www.com/a',
  'https://www.example.com:8080/a',
  'https://example.com./a',
  'https://www.example.com.:8080/a',
  'https://awww.example.com/a',
  'https://news.www.example.com/a',
  'http://localhost:8787/a',
  'http://localhost/www.a/b',
  'https://bücher.example/ü',
  'https://news.google.com/rss/articles/x',
  'https://192.0.2.1/a',
];

test('HOST_OF_ARTICLE extracts the same host from a stored URL as domainOf()', async () => {
  const urls = URLS.map((url) => canonicalUrl(url) ?? '');
  const rows = await openTestDb().rows(
    z.object({ host: z.string() }),
    sql`SELECT ${HOST_OF_ARTICLE} AS host FROM (SELECT key, value AS url FROM json_each(${JSON.stringify(urls)})) AS articles ORDER BY key`,
  );
  expect(rows.map(({ host }) => host)).toEqual(urls.map((url) => domainOf(new URL(url))));
});
