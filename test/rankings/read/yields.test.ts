import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { articleInput } from '../../../src/content/input.ts';
import { saveCompanies } from '../../../src/content/rows.ts';
import { saveSources } from '../../../src/content/sources.ts';
import { placements } from '../../../src/db/schema.ts';
import { computeDays } from '../../../src/rankings/object/days/days.ts';
import { countAgo, emptyNewsroom } from '../../clicks/support.ts';
import { seed } from '../../search/seed.ts';
import { askWith, author, makeKey, openTestDb } from '../../support/index.ts';
import { companyInput, sourceInput } from '../../support/lines.ts';

/** Yields of sources, companies and authors must equal plain sums. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2031, 4, 20, 12);
const TODAY = NOW / DAY - 0.5;
const DAYS = 20;
const NAMES: Record<string, string> = {
  'a.example': 'Source A',
  'b.example': 'Source B',
  'c.example': 'Source C',
  1: 'Company 1',
  2: 'Company 2',
  'ada-byron@a.example': 'Ada Byron',
  'bo@a.example': 'Bo',
  'ada-byron@b.example': 'Ada Byron',
  'bo@b.example': 'Bo',
  'ada-byron@c.example': 'Ada Byron',
  'bo@c.example': 'Bo',
};

const db = openTestDb();
let drawn = seed;
function upTo(most: number): number {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((drawn / 2 ** 32) * most);
}

const ARTICLES = Array.from({ length: 40 }, (_, i) => ({
  id: i + 1,
  domain: ['a', 'a', 'a', 'b', 'b', 'c'][upTo(6)] as string,
  companies: [1, 2].filter(() => upTo(3) === 0),
  day: TODAY - DAYS + upTo(DAYS),
  index: upTo(2) ? 10 * upTo(30) : null,
}));
const nameOf = (id: number) => (id % 3 === 0 ? 'Ada Byron' : 'Bo');
const clicks: { contentId: number; day: number }[] = [];
let key = '';

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  await emptyNewsroom();
  const lines = <T>(values: T[]) => values.map((value, i) => ({ line: i + 1, value }));
  const companies = [1, 2].map((id) => companyInput.parse({ id, name: NAMES[id], organisationType: 'Broker' }));
  await saveCompanies(db, lines(companies), author);
  const sources = ['a', 'b', 'c'].map((name) => `${name}.example`);
  await saveSources(db, lines(sources.map((domain) => sourceInput.parse({ domain, name: NAMES[domain] }))), author);
  const inputs = ARTICLES.map(({ id, domain, companies, day }) =>
    articleInput.parse({
      ...{ id, url: `https://${domain}.example/${id}`, title: `Story ${id}`, contentType: 'article', topics: [] },
      ...{ companies, authors: [{ name: nameOf(id) }], publishedAt: new Date(day * DAY).toISOString() },
    }),
  );
  await saveArticles(db, lines(inputs), NOW);
  for (const { id, index } of ARTICLES)
    if (index !== null)
      await db
        .insert(placements)
        .values({
          contentId: id,
          placement: index,
          low: index,
          high: index,
          confidence: 'low',
          firstPlace: 1,
          lastPlace: 2,
        });
  for (let day = TODAY - DAYS; day < TODAY; day++) {
    const there = ARTICLES.filter((article) => article.day <= day);
    if (there.length === 0) continue;
    const own = Array.from({ length: upTo(30) }, () => ({ contentId: there[upTo(there.length)]?.id ?? 1, day }));
    clicks.push(...own);
    await countAgo(
      own.map(({ contentId }) => ({ contentId, ago: 1 })),
      day * DAY + 13 * HOUR,
    );
  }
  await computeDays(db, { now: NOW, isDiscounted: false, zone: '' });
  key = await makeKey('secret');
});
afterAll(() => vi.useRealTimers());

const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

const GROUPS = {
  source: ['a.example', 'b.example', 'c.example'],
  company: ['1', '2'],
  author: ['a', 'b', 'c'].flatMap((domain) => [`ada-byron@${domain}.example`, `bo@${domain}.example`]),
};

function recount(by: keyof typeof GROUPS, from: number, to: number) {
  const groups = GROUPS[by];
  const isIn = (group: string, { id, domain, companies }: (typeof ARTICLES)[number]) =>
    ({
      source: `${domain}.example` === group,
      company: companies.includes(Number(group)),
      author: `${nameOf(id).toLowerCase().replace(' ', '-')}@${domain}.example` === group,
    })[by];
  const ids = (group: string) => ARTICLES.filter((article) => isIn(group, article)).map(({ id }) => id);
  const read = (own: number[], first: number, last: number) =>
    clicks.filter(({ contentId, day }) => own.includes(contentId) && day >= first && day <= last).length;
  const all = ARTICLES.map(({ id }) => id);
  const published = (own: number[]) =>
    ARTICLES.filter(({ id, day }) => own.includes(id) && day >= from && day <= to).length;
  const order = (first: number, last: number) =>
    groups
      .map((group) => ({ group, engagement: read(ids(group), first, last) }))
      .filter(({ engagement }) => engagement > 0)
      .sort((a, b) => b.engagement - a.engagement || (a.group < b.group ? -1 : 1));
  const length = to - from + 1;
  const before = order(from - length, from - 1);
  return order(from, to).map(({ group, engagement }, i) => {
    const earlier = before.findIndex((other) => other.group === group);
    const previous = before[earlier]?.engagement ?? 0;
    const share = (100 * engagement * published(all)) / (read(all, from, to) * published(ids(group)));
    const indexes = ARTICLES.filter(
      ({ id, index }) => index !== null && ids(group).includes(id) && read([id], from, to) > 0,
    )
      .map(({ index }) => index)
      .sort((a, b) => Number(a) - Number(b));
    const change = (100 * (engagement - previous)) / previous;
    const index = engagement >= 50 && published(ids(group)) > 0 ? 10 * Math.floor(share / 10 + 0.5) : null;
    const squares = ids(group).reduce((sum, id) => sum + read([id], from, to) ** 2, 0);
    const end = (sign: 1 | -1) =>
      10 * Math.floor((Number(index) * Math.exp((sign * 1.645 * Math.sqrt(squares)) / engagement)) / 10 + 0.5);
    return {
      id: group,
      name: NAMES[group],
      rank: i + 1,
      previousRank: earlier < 0 ? null : earlier + 1,
      articles: published(ids(group)),
      yield: index,
      interval: index === null ? null : [end(-1), end(1)],
      growthPercent: engagement >= 10 && previous >= 10 && length >= 7 ? Number(change.toPrecision(2)) : null,
      placement: indexes[Math.floor((indexes.length - 1) / 2)] ?? null,
    };
  });
}

const ask = async (query: string) => {
  const answer = await askWith(key, `/api/v2/insights/sources/${query}`);
  return { ...((await answer.json()) as { data: { sources: object[] } }), status: answer.status };
};

test('yields, ranks and growth of sources, companies and authors equal a recount over random ranges', async () => {
  const seen: (number | null)[] = [];
  for (let i = 0; i < 24; i++) {
    const by = (['source', 'company', 'author'] as const)[i % 3] ?? 'source';
    const [from = 0, to = 0] = [TODAY - 1 - upTo(DAYS), TODAY - 1 - upTo(DAYS)].sort((a, b) => a - b);
    const { data } = await ask(`?by=${by}&from=${dateOf(from)}&to=${dateOf(to)}`);
    const expected = recount(by, from, to);
    expect(data).toEqual({ by, from: dateOf(from), to: dateOf(to), sources: expected });
    seen.push(...expected.map((group) => group.yield));
  }
  expect(seen.filter((index) => index !== null).length).toBeGreaterThan(5);
});

test('without a range, the last seven complete days are compared', async () => {
  const [from, to] = [TODAY - 7, TODAY - 1];
  const { data } = await ask('?limit=1');
  const [first] = recount('source', from, to);
  expect(data).toEqual({ by: 'source', from: dateOf(from), to: dateOf(to), sources: [first] });
});

test('an unknown grouping and a range that is not over are rejected, and counts are not returned', async () => {
  expect((await ask('?by=country')).status).toBe(400);
  expect((await ask(`?from=${dateOf(TODAY - 1)}&to=${dateOf(TODAY)}`)).status).toBe(400);
  expect(JSON.stringify((await ask('')).data)).not.toMatch(/click|engagement|reader/i);
});
