import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { urlHash, urlIn } from '../../../src/content/articles/url-hash.ts';
import { articles } from '../../../src/db/schema.ts';
import { canonicalUrl } from '../../../src/lib/url.ts';
import { makeKey, openTestDb, publish } from '../../support/index.ts';

const story = (number: number, path = `story-${number}`) => ({
  id: number,
  url: `https://hashed.example/${path}`,
  title: `Story ${number}`,
  publishedAt: '2026-01-31T08:00:00Z',
  contentType: 'article',
});

/** The expression of the migration that computes the hash of stored articles. */
const [MIGRATED_HASH = ''] = env.MIGRATIONS.flatMap(({ queries }) => queries).flatMap(
  (text) => /SET url_hash = ([^;]+)/.exec(text)?.[1] ?? [],
);

test('the migration computes the same hash of a URL as the application, in at most 31 bits', async () => {
  const known = ['https://a.example/', 'http://a.example', `https://a.example/${'x'.repeat(1000)}`];
  const urls = [...known, ...fc.sample(fc.webUrl({ withQueryParameters: true }), 300)].flatMap(
    (url) => canonicalUrl(url) ?? [],
  );
  const rows = await openTestDb().rows(
    z.object({ hash: z.int() }),
    sql`SELECT ${sql.raw(MIGRATED_HASH)} AS hash FROM (SELECT key, value AS url FROM json_each(${JSON.stringify(urls)})) ORDER BY key`,
  );
  expect(rows.map(({ hash }) => hash)).toEqual(urls.map(urlHash));
  expect(Math.max(...rows.map(({ hash }) => hash))).toBeLessThan(2 ** 31);
});

test('articles are found by URL through the index, even if URLs have equal hashes', async () => {
  const operator = await makeKey('operator');
  const alike = [story(71, 'aa2wzz'), story(72, '2ouropj')];
  await publish(operator, 'articles', [...alike, ...Array.from({ length: 200 }, (_, i) => story(100 + i))]);
  const db = openTestDb();
  const [first, second] = alike.map(({ url }) => url);
  expect(urlHash(first ?? '')).toBe(urlHash(second ?? ''));
  const read = db.usage.rowsRead;
  const found = await db
    .select({ id: articles.id })
    .from(articles)
    .where(urlIn([first ?? '', 'https://hashed.example/none']));
  expect(found).toEqual([{ id: 71 }]);
  expect(db.usage.rowsRead - read).toBeLessThanOrEqual(8);
});

test('the database refuses a second article with the same URL', async () => {
  const operator = await makeKey('operator');
  await publish(operator, 'articles', [story(81), story(82)]);
  const moved = env.DB.prepare('UPDATE articles SET (url, url_hash) = (?, ?) WHERE id = 82').bind(
    story(81).url,
    urlHash(story(81).url),
  );
  await expect(moved.run()).rejects.toThrow('UNIQUE constraint failed: articles.url');
  const names = 'title, introduction, published_at, modified_at, content_type, paywalled, registration, authors';
  const others = 'keywords, source, topics, companies, countries, geo_groups, story_id';
  const copied = env.DB.prepare(
    `INSERT INTO articles (position, id, url, url_hash, ${names}, ${others}) SELECT 5, 83, url, url_hash, ${names}, ${others} FROM articles WHERE id = 81`,
  );
  await expect(copied.run()).rejects.toThrow('UNIQUE constraint failed: articles.url');
});
