import { beforeAll, expect, test, vi } from 'vitest';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { articleInput } from '../../../src/content/input.ts';
import { saveCompanies } from '../../../src/content/rows.ts';
import { saveSources } from '../../../src/content/sources.ts';
import { saveTopics } from '../../../src/content/topics.ts';
import { rangeDays } from '../../../src/db/schema.ts';
import type { DaySums } from '../../../src/db/values.ts';
import { MAX_PORTIONS } from '../../../src/rankings/object/days/day-portions.ts';
import { emptyNewsroom } from '../../clicks/support.ts';
import { askWith, author, makeKey, openTestDb, rowsRead } from '../../support/index.ts';
import { companyInput, sourceInput, topicInput } from '../../support/lines.ts';
import { sized } from '../../support/size.ts';

/** The newsroom has published 300 articles per day for two years. */

const DAY = 86_400_000;
const TODAY = Date.UTC(2031, 5, 1) / DAY;
const [ARTICLES, TOPICS, COMPANIES, SOURCES, AUTHORS, A_DAY] = [1500, 30, 40, 40, 80, 300];
const COUNTRIES = ['GB', 'DE', 'FR', 'US', 'JP', 'AU', 'CA', 'IT', 'ES', 'CH', 'SE', 'NO', 'DK', 'NL', 'BE'];
const TYPES = ['article', 'report', 'video'] as const;

const db = openTestDb();
const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const skewed = (id: number, most: number) => 1 + Math.floor(most * ((id * 0.618034) % 1) ** 2);
const story = (id: number) => ({
  id,
  contentType: TYPES[id % 3] ?? 'article',
  topics: [...new Set([1 + (id % TOPICS), 1 + ((7 * id) % TOPICS)])],
  companies: [...new Set([skewed(id, COMPANIES), skewed(id * 31, COMPANIES)])].slice(0, id % 3),
  countries: [COUNTRIES[id % COUNTRIES.length] ?? 'GB'],
});
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

function sumsOf(day: number): DaySums {
  const articles = ids(A_DAY).map((i) => story(1 + ((i * 5 + day * 37) % ARTICLES)));
  return {
    origins: ids(SOURCES).map((i) => ['article', 'carrier', `Source ${i}`, `s${i}.example`]),
    articles: articles.map(({ id, topics, companies, countries }) => {
      const [author, section] = [`Author ${skewed(id * 17, AUTHORS)}`, `Section ${id % 12}`];
      return [id, 1 + ((id * day) % 40), id % SOURCES, topics, companies, countries, [author], section];
    }),
    topics: ids(TOPICS).map((id) => [id, 100 + ((id * day) % 90), id]),
  };
}

let key = '';
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: TODAY * DAY + 36_000_000 });
  await emptyNewsroom();
  const lines = <T, V>(list: T[], read: (one: T) => V) => list.map((one, i) => ({ line: i + 1, value: read(one) }));
  await saveTopics(
    db,
    lines(ids(TOPICS), (id) =>
      topicInput.parse({ id, name: `Topic ${id}`, slug: `topic-${id}`, description: '', category: 1 + (id % 2) }),
    ),
    author,
  );
  await saveCompanies(
    db,
    lines(ids(COMPANIES), (id) => companyInput.parse({ id, name: `Company ${id}`, organisationType: 'Broker' })),
    author,
  );
  await saveSources(
    db,
    lines(ids(SOURCES), (id) => sourceInput.parse({ domain: `s${id}.example`, name: `Source ${id}` })),
    author,
  );
  for (let at = 0; at < ARTICLES; at += 500)
    await saveArticles(
      db,
      lines(ids(500), (i) => {
        const one = story(at + i);
        const url = `https://s${1 + (one.id % SOURCES)}.example/${one.id}`;
        return articleInput.parse({ ...one, url, title: `Story ${one.id}`, publishedAt: '2029-01-01T00:00:00Z' });
      }),
      Date.now(),
    );
  const days = Array.from({ length: 731 }, (_, i) => TODAY - 731 + i);
  for (let at = 0; at < days.length; at += 50)
    await db.transaction(
      ...days
        .slice(at, at + 50)
        .map((day) => db.insert(rangeDays).values({ id: MAX_PORTIONS * day, sums: sumsOf(day) })),
    );
  key = await makeKey('secret');
});

const BREAKDOWNS = [
  'content-type',
  'source-type',
  'source',
  'company',
  'country',
  'specialty-line',
  'interest-area',
  'author',
  'section',
].map((name) => `popular-content/?breakdown=${name}&`);
const LISTS = ['popular-content/?', 'trending-topics/?', 'topics/1/content/?'];
const GROWTH = [
  'trending-topics/growth/?',
  'trending-topics/growth/?direction=down&',
  'trending-topics/growth/?against=year&',
];

async function rowsOf(path: string, days: number, limit: number): Promise<[path: string, rows: number]> {
  const response = await askWith(
    key,
    `/api/v2/insights/${path}from=${dateOf(TODAY - days)}&to=${dateOf(TODAY - 1)}&limit=${limit}`,
  );
  expect(response.status).toBe(200);
  expect((await response.text()).length).toBeGreaterThan(500);
  return [path, rowsRead(response)];
}

const above = async (most: number, days: number, limit: number, paths: readonly string[]) => {
  const found: [path: string, rows: number][] = [];
  for (const path of paths) found.push(await rowsOf(path, days, limit));
  return found.filter(([, rows]) => rows > most);
};

/** A sampled run reads every third breakdown of the year, and the others of the month. */
const breakdowns = (isYear: boolean) => BREAKDOWNS.filter((_, i) => sized((i % 3 === 0) === isYear, true));

test('a ranking of a month with fifty articles per group reads at most 600 rows', async () => {
  expect(await above(600, 31, 50, [...LISTS, ...GROWTH, ...breakdowns(false)])).toEqual([]);
});

test('a ranking of a year with fifty articles per group reads at most 3,000 rows', async () => {
  const lists = [...LISTS, ...GROWTH].filter((_, i) => i % sized(3, 1) === 0);
  expect(await above(3000, 366, 50, [...lists, ...breakdowns(true)])).toEqual([]);
});
