import { beforeAll, describe, expect, test } from 'vitest';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { articleInput } from '../../../src/content/input.ts';
import { saveCompanies, saveGeoGroups } from '../../../src/content/rows.ts';
import { saveSources } from '../../../src/content/sources.ts';
import { saveTopics } from '../../../src/content/topics.ts';
import type { Db } from '../../../src/db/client.ts';
import { askWith, author, makeKey, openTestDb } from '../../support/index.ts';
import { companyInput, geoGroupInput, sourceInput, topicInput } from '../../support/lines.ts';

const NOW = Date.now();
const numbered = <T>(values: T[]) => values.map((value, i) => ({ line: i + 1, value }));

const topics = numbered([1, 2, 3].map((id) => topicInput.parse({ id, name: `T${id}`, slug: `t${id}`, category: 1 })));
const companies = numbered([companyInput.parse({ id: 1, name: 'Acme', organisationType: 'Broker' })]);
const sources = numbered([sourceInput.parse({ domain: 'example.com', name: 'Example', iframeable: false })]);
const groups = numbered([geoGroupInput.parse({ slug: 'here', name: 'Here', countries: ['GB', 'FR'] })]);
const articles = numbered(
  Array.from({ length: 250 }, (_, i) =>
    articleInput.parse({
      ...(i % 2 ? { id: 1000 + i } : {}),
      url: `https://www.example.com/${i}`,
      title: `Flood ${i}`,
      introduction: 'café',
      publishedAt: new Date(NOW - i * 1e6).toISOString(),
      contentType: 'article',
      topics: [2, 1],
      companies: [1],
      countries: ['GB', 'FR'],
      geoGroups: ['here'],
      organisationType: i % 3 ? 'Carrier' : undefined,
      client: i % 5 ? undefined : 'Topic Article',
      paywalled: i % 7 === 0,
      image: i % 4 ? { url: 'https://example.com/a.png', width: 600, height: 400, alt: 'A' } : undefined,
    }),
  ),
);

const IMPORTS: [name: string, (db: Db, now: number) => Promise<unknown>][] = [
  ['topics', (db) => saveTopics(db, topics, author)],
  ['companies', (db) => saveCompanies(db, companies, author)],
  ['sources', (db) => saveSources(db, sources, author)],
  ['geo-groups', (db) => saveGeoGroups(db, groups, author)],
  ['articles', (db, now) => saveArticles(db, articles, now)],
];

async function feed(): Promise<string> {
  const secret = await makeKey('secret');
  // A unique colour bypasses the edge cache.
  const colour = Math.random().toString(16).slice(2, 8).padEnd(6, '0');
  const response = await askWith(secret, `/api/v2/feed/?limit=100&accent=${colour}`);
  return (await response.text()).replaceAll(colour, '');
}

let before = '';
beforeAll(async () => {
  for (const [, save] of IMPORTS) await save(openTestDb(), NOW);
  before = await feed();
});

describe('repeated imports', () => {
  test.each(IMPORTS)('repeating an import of %s a day later writes no rows', async (_, save) => {
    const db = openTestDb();
    await save(db, NOW + 86_400_000);
    expect(db.usage.rowsWritten).toBe(0);
  });

  test('the feed after repeated imports is unchanged, including modification dates', async () => {
    expect(JSON.parse(before).items).toHaveLength(100);
    expect(await feed()).toBe(before);
  });
});

test('an interrupted import completes when it is repeated', async () => {
  const more = numbered(
    Array.from({ length: 230 }, (_, i) =>
      articleInput.parse({
        url: `https://later.example/${i}`,
        title: `Storm ${i}`,
        publishedAt: '2020-01-01T00:00:00Z',
        contentType: 'video',
      }),
    ),
  );
  await saveArticles(openTestDb(), more.slice(0, 120), NOW);
  const { refusals } = await saveArticles(openTestDb(), more, NOW);
  expect(refusals.size).toBe(0);
  expect(await openTestDb().all("SELECT count(*) AS n FROM articles WHERE content_type = 'video'")).toEqual([
    { n: 230 },
  ]);
});

test('an import writes only changed articles', async () => {
  const [first, second] = articles;
  if (!first || !second) throw new Error('no articles');
  const edited = { line: 2, value: { ...second.value, title: 'Flood once more' } };
  await saveArticles(openTestDb(), [first, edited], NOW + 5000);
  const { items } = JSON.parse(await feed()) as { items: { id: string; title: string; date_modified: string }[] };
  const item = items.find(({ id }) => id === '1001');
  expect(item).toMatchObject({ title: 'Flood once more' });
  expect(Date.parse(item?.date_modified ?? '')).toBe(Math.floor((NOW + 5000) / 1000) * 1000);
  expect(items.filter(({ date_modified }) => Date.parse(date_modified) > NOW)).toEqual([item]);
});
