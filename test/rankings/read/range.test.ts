import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { articleInput } from '../../../src/content/input.ts';
import { saveCompanies } from '../../../src/content/rows.ts';
import { saveSources } from '../../../src/content/sources.ts';
import { saveTopics } from '../../../src/content/topics.ts';
import { openDays, rangeDays } from '../../../src/db/schema.ts';
import { assumeTrusted } from '../../../src/db/trusted-time.ts';
import { retain } from '../../../src/operations/retention.ts';
import { growthPercent } from '../../../src/rankings/math/figures/growth-percent.ts';
import { countAgo, emptyNewsroom } from '../../clicks/support.ts';
import { seed } from '../../search/seed.ts';
import { askWith, author, makeKey, openTestDb, rowsRead } from '../../support/index.ts';
import { companyInput, sourceInput, topicInput } from '../../support/lines.ts';
import { sized } from '../../support/size.ts';
import { randomFrom } from '../math/placement-world.ts';

/**
 * Rankings of ranges whose tags change must equal plain sums. `RUNS` sets the number of ranges, and `CLICK_LOG` replays
 * clicks.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS = sized(92, 120);
const RANGES = Number(env.RUNS) || sized(5, 24);
/** Number of nights between two runs of the nightly jobs. */
const NIGHTS = sized(3, 1);
const LOG: [day: number, contentId: number][] = JSON.parse(env.CLICK_LOG || '[]');
const LOG_DAYS = 1 + Math.max(0, ...LOG.map(([day]) => day));
const STORIES = Math.max(14, ...LOG.map(([, contentId]) => contentId));
const OPEN = 15;
/** The past year is a copy of these days, shifted to the same weekdays. */
const SHIFT = 14;
const FIRST = Date.UTC(2031, 2, 3) / DAY;
const TODAY = FIRST + DAYS;
const TOPICS = [
  { id: 1, category: 1 },
  { id: 2, category: 1 },
  { id: 3, category: 2 },
  { id: 4, category: 2 },
  { id: 47, category: 2 },
];
const SOURCES = ['a', 'b', 'c'].map((letter) => ({ domain: `${letter}.example`, name: `Source ${letter}` }));
const TYPES = ['article', 'report', 'video'] as const;
const KINDS = { Carrier: 'carrier', Broker: 'broker', 'Service Provider': 'service-provider' } as const;
type Kind = keyof typeof KINDS;

interface Story {
  id: number;
  domain: string;
  contentType: (typeof TYPES)[number];
  organisationType: Kind;
  topics: number[];
  companies: number[];
  countries: string[];
  authors: string[];
  section?: string;
}
type Entry = Story & { weight: number };

const db = openTestDb();
const random = randomFrom(seed);
const upTo = (most: number) => Math.floor(random() * most);
const some = <T>(list: readonly T[], chance: number) => list.filter(() => random() < chance);
const one = <T>(list: readonly T[]) => list[upTo(list.length)] as T;

const stories = new Map<number, Story>();
const clicks = new Map<number, Map<number, number>>();
const book = new Map<number, Entry[]>();
let key = '';
let asked = 0;
/** Uses a new key every 200 requests because of the rate limit. */
async function askBy(path: string) {
  if (++asked % 200 === 0) key = await makeKey('secret');
  return askWith(key, path);
}

const line = <T>(value: T) => [{ line: 1, value }];

async function publish(id: number): Promise<void> {
  const story: Story = {
    id,
    domain: SOURCES[id % 3]?.domain ?? '',
    contentType: one(TYPES),
    organisationType: one(Object.keys(KINDS) as Kind[]),
    topics: some(
      TOPICS.map((topic) => topic.id),
      0.4,
    ),
    companies: some([1, 2], 0.4),
    countries: some(['GB', 'DE', 'JP'], 0.4),
    authors: some(['Ada Byron', 'Zoë Q'], 0.4),
    ...(random() < 0.5 ? { section: one(['Markets', 'Claims & Law']) } : {}),
  };
  stories.set(id, story);
  const { domain, ...facts } = story;
  const url = `https://${domain}/${id}`;
  const input = { ...facts, url, title: `Story ${id}`, publishedAt: '2026-01-01T00:00:00Z' };
  await saveArticles(db, line(articleInput.parse(input)), Date.now());
}

async function live(day: number): Promise<void> {
  const now = day * DAY + 20 * HOUR;
  vi.setSystemTime(now);
  if (random() < 0.4) await publish(1 + upTo(STORIES));
  const read = LOG.filter(([at]) => at === (day - FIRST) % LOG_DAYS).map(([, contentId]) => contentId);
  const made = () => Array.from({ length: upTo(40) }, () => 1 + Math.floor(upTo(14) * random()));
  const list = (LOG.length > 0 ? read : made()).map((contentId) => {
    const late = random() < 0.1 ? upTo(Math.min(10, day - FIRST)) : 0;
    return { contentId, ago: 24 * late };
  });
  for (const { contentId, ago } of list) {
    const own = clicks.get(day - ago / 24) ?? new Map<number, number>();
    clicks.set(day - ago / 24, own.set(contentId, (own.get(contentId) ?? 0) + 1));
  }
  await countAgo(list, now);
  if ((TODAY - 1 - day) % NIGHTS > 0) return;
  const night = (day + 1) * DAY + 3 * HOUR;
  vi.setSystemTime(night);
  await retain(db, assumeTrusted(night), false);
  // For 15 days, a day follows changes of its articles. The first run after that makes the day final.
  for (let open = Math.max(FIRST, day + 1 - NIGHTS - OPEN); open <= day; open++)
    book.set(
      open,
      Array.from(clicks.get(open) ?? [], ([id, weight]) => ({ ...(stories.get(id) as Story), weight })),
    );
}

beforeAll(async () => {
  console.log(`SEED=${seed}`);
  if (LOG.length > 0 && LOG_DAYS < DAYS) console.log(`the log has ${LOG_DAYS} days, and is repeated for ${DAYS}`);
  vi.useFakeTimers({ toFake: ['Date'], now: FIRST * DAY });
  await emptyNewsroom();
  const named = (id: number) => ({ name: `Name ${id}`, slug: `slug-${id}`, description: '' });
  for (const topic of TOPICS) await saveTopics(db, line(topicInput.parse({ ...topic, ...named(topic.id) })), author);
  for (const id of [1, 2])
    await saveCompanies(
      db,
      line(companyInput.parse({ id, name: `Company ${id}`, organisationType: 'Broker' })),
      author,
    );
  for (const source of SOURCES) await saveSources(db, line(sourceInput.parse(source)), author);
  for (let id = 1; id <= STORIES; id++) await publish(id);
  for (let day = FIRST; day < TODAY; day++) await live(day);
  const moved = sql`id - 16 * ${364 + SHIFT}`;
  await db.run(sql`INSERT INTO ${rangeDays} (id, sums) SELECT ${moved}, sums FROM ${rangeDays}`);
  await db.run(sql`INSERT INTO ${openDays} (id, topics, counts) SELECT ${moved}, topics, counts FROM ${openDays}`);
  key = await makeKey('secret');
});
afterAll(() => vi.useRealTimers());

const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

interface Range {
  from: number;
  to: number;
  rm: boolean;
}

function sums<K>({ from, to, rm }: Range, keysOf: (entry: Entry) => readonly K[]): Map<K, number> {
  const found = new Map<K, number>();
  for (let day = from; day <= to; day++)
    for (const entry of book.get(day) ?? [])
      if (!rm || entry.topics.includes(47))
        for (const one of keysOf(entry)) found.set(one, (found.get(one) ?? 0) + entry.weight);
  return found;
}

const yearBefore = ({ from, to, rm }: Range): Range => ({ from: from + SHIFT, to: to + SHIFT, rm });
const before = ({ from, to, rm }: Range): Range => ({ from: from - (to - from + 1), to: from - 1, rm });
const byEngagement = <K>(found: Map<K, number>, order: (key: K) => number | string = (key) => key as number): K[] =>
  [...found]
    .sort(([a, x], [b, y]) => y - x || (order(a) < order(b) ? -1 : 1))
    .filter(([, sum]) => sum > 0)
    .map(([one]) => one);

function ranked(range: Range, limit: number, counts: (entry: Entry) => boolean, compared = before(range)) {
  const ids = (over: Range) => byEngagement(sums(over, (entry) => (counts(entry) ? [entry.id] : [])));
  const earlier = ids(compared);
  return ids(range)
    .slice(0, limit)
    .map((id) => [id, earlier.indexOf(id) + 1 || null]);
}

const GROUPS: Record<string, { keysOf: (entry: Entry) => (string | number)[]; order?: readonly string[] }> = {
  'content-type': { keysOf: ({ contentType }) => [contentType], order: ['article', 'video', 'gallery', 'report'] },
  'source-type': {
    keysOf: ({ organisationType }) => [KINDS[organisationType]],
    order: ['carrier', 'broker', 'service-provider'],
  },
  source: { keysOf: ({ domain }) => [domain] },
  company: { keysOf: ({ companies }) => companies },
  country: { keysOf: ({ countries }) => countries },
  author: { keysOf: ({ authors, domain }) => authors.map((name) => `${name}\n${domain}`) },
  section: { keysOf: ({ section }) => (section ? [`${section}\n`] : []) },
  'specialty-line': { keysOf: ({ topics }) => topics.filter((id) => id < 3) },
  'interest-area': { keysOf: ({ topics }) => topics.filter((id) => id > 2) },
};
const slugOf = (breakdown: string, one: string | number) => {
  if (/author|section/.test(breakdown)) {
    const [name = '', domain] = String(one).toLowerCase().split('\n');
    return name.replace(/[ &]+/g, '-') + (domain ? `@${domain}` : '');
  }
  return /line|area/.test(breakdown) ? `slug-${one}` : String(one).toLowerCase();
};

async function ask(path: string, range: Range, more: Record<string, string | number> = {}) {
  const days = { from: dateOf(range.from), to: dateOf(range.to) };
  const query = new URLSearchParams({ ...days, ...(range.rm ? { riskManagement: 'true' } : {}) });
  for (const [name, value] of Object.entries(more)) query.set(name, String(value));
  const response = await askBy(`/api/v2${path}?${query}`);
  const body = (await response.json()) as { data: Record<string, never> };
  expect([response.status, body.data]).toMatchObject([200, path.startsWith('/topics') ? {} : days]);
  return { data: body.data as never, rows: rowsRead(response) };
}

type Items = { contentId: number; previousRank: number | null }[];
const told = (items: Items) => items.map(({ contentId, previousRank }) => [contentId, previousRank]);

function aRange(longest = 366): Range {
  const to = TODAY - 1 - upTo(60);
  return { from: to - upTo(Math.min(longest, 100)), to, rm: random() < 0.3 };
}

test.each([[7], [28], [90]])('topic ranks over %i days equal the ranks of each single day', async (days) => {
  const [limit, rm] = [1 + upTo(5), random() < 0.5];
  const range = { from: TODAY - days, to: TODAY - 1, rm };
  const query = `days=${days}&limit=${limit}&riskManagement=${rm}`;
  const response = await askBy(`/api/v2/insights/trending-topics/ranks/?${query}`);
  const { data } = (await response.json()) as {
    data: { days: string[]; topics: { topicId: number; ranks: (number | null)[] }[] };
  };
  const each = Array.from({ length: days }, (_, i) => TODAY - days + i);
  const topicsOf = (of: Range) => byEngagement(sums(of, (entry) => entry.topics));
  expect(data.days).toEqual(each.map(dateOf));
  expect(data.topics.map(({ topicId, ranks }) => [topicId, ranks])).toEqual(
    topicsOf(range)
      .slice(0, limit)
      .map((id) => [id, each.map((day) => topicsOf({ from: day, to: day, rm }).indexOf(id) + 1 || null)]),
  );
  expect(rowsRead(response)).toBeLessThanOrEqual(days + Math.min(days, OPEN) + TOPICS.length + 4);
});

test('topics excluded from trending are not listed and do not affect the ranks of other topics', async () => {
  const range = { from: TODAY - 28, to: TODAY - 1, rm: false };
  const topicsOf = (of: Range) => byEngagement(sums(of, (entry) => entry.topics));
  const [first] = topicsOf(range);
  await env.DB.prepare('UPDATE topic_windows SET excluded = 1 WHERE topic_id = ?').bind(first).run();
  try {
    const response = await askBy('/api/v2/insights/trending-topics/ranks/?limit=50&excluded=false');
    const { data } = (await response.json()) as { data: { topics: { topicId: number; ranks: (number | null)[] }[] } };
    const each = Array.from({ length: 28 }, (_, i) => TODAY - 28 + i);
    const kept = (of: Range) => topicsOf(of).filter((id) => id !== first);
    expect(data.topics.map(({ topicId, ranks }) => [topicId, ranks])).toEqual(
      kept(range).map((id) => [id, each.map((day) => kept({ from: day, to: day, rm: false }).indexOf(id) + 1 || null)]),
    );
  } finally {
    await env.DB.prepare('UPDATE topic_windows SET excluded = 0 WHERE topic_id = ?').bind(first).run();
  }
});

describe('ranges as sums of their days', () => {
  const times = Array.from({ length: RANGES }, (_, i) => i);

  test.each(times)('the response for range %i equals the sum of its days', async () => {
    const range = aRange();
    const limit = 1 + upTo(15);
    const against = one(['before', 'year'] as const);
    const more = { limit, ...(against === 'year' ? { against } : {}) };
    const compared = against === 'year' ? yearBefore(range) : before(range);
    const items = (await ask('/insights/popular-content/', range, more)).data as { items: Items };
    expect(told(items.items)).toEqual(ranked(range, limit, () => true, compared));

    const breakdown = one(Object.keys(GROUPS));
    const { keysOf, order } = GROUPS[breakdown] ?? { keysOf: () => [] };
    const groups = (await ask('/insights/popular-content/', range, { ...more, breakdown })).data as {
      groups: { slug: string; items: Items }[];
    };
    const keys = byEngagement(sums(range, keysOf), (one) => (order ? order.indexOf(String(one)) : one));
    expect(groups.groups.map(({ slug, items }) => [slug, told(items)])).toEqual(
      keys.map((one) => [
        slugOf(breakdown, one),
        ranked(range, limit, (entry) => keysOf(entry).includes(one), compared),
      ]),
    );

    const { domain } = one(SOURCES);
    const own = (await ask('/insights/popular-content/', range, { limit, author: `zoë-q@${domain}` })).data;
    expect(told((own as { items: Items }).items)).toEqual(
      ranked(range, limit, (entry) => entry.domain === domain && entry.authors.includes('Zoë Q')),
    );

    const topics = byEngagement(sums(range, (entry) => entry.topics));
    const earlier = byEngagement(sums(compared, (entry) => entry.topics));
    const trending = (await ask('/insights/trending-topics/', range, more)).data as {
      topics: { topicId: number; previousRank: number | null }[];
    };
    expect(trending.topics.map(({ topicId, previousRank }) => [topicId, previousRank])).toEqual(
      topics.slice(0, limit).map((id) => [id, earlier.indexOf(id) + 1 || null]),
    );
    if (!range.rm) {
      const list = (await ask('/topics/trending/', range, more)).data as {
        topics: { id: number; previousRank: number | null }[];
      };
      expect(list.topics.map(({ id, previousRank }) => [id, previousRank])).toEqual(
        topics.slice(0, limit).map((id) => [id, earlier.indexOf(id) + 1 || null]),
      );
    }

    const { id } = one(TOPICS);
    const content = (await ask(`/insights/topics/${id}/content/`, range, { limit })).data as { items: Items };
    expect(content.items.map(({ contentId }) => contentId)).toEqual(
      ranked(range, limit, (entry) => entry.topics.includes(id)).map(([contentId]) => contentId),
    );

    const minContentItems = 1 + upTo(6);
    const long = { ...range, from: Math.min(range.from, range.to - 6) };
    const growth = (await ask('/insights/trending-topics/growth/', long, { ...more, minContentItems })).data as {
      topics: {
        topicId: number;
        growthPercent: number | null;
        topContent: { contentId: number }[];
        topSources: string[];
      }[];
    };
    expect(
      growth.topics.map(({ topicId, growthPercent, topContent, topSources }) => ({
        topicId,
        growthPercent,
        topContent: topContent.map(({ contentId }) => contentId),
        topSources,
      })),
    ).toEqual(growing(long, against, minContentItems).slice(0, limit));

    const days = { ...long, rm: false };
    const week = (await ask('/insights/week/', days)).data as Record<'rose' | 'isNew', { topicId: number }[]> & {
      mostRead: { contentId: number }[];
    };
    const changed = growing(days, 'before', 5);
    const first = (list: typeof changed) => list.slice(0, 5).map(({ topicId }) => topicId);
    expect(week.mostRead.map(({ contentId }) => [contentId])).toEqual(ranked(days, 5, () => true).map(([id]) => [id]));
    expect(week.isNew.map(({ topicId }) => topicId)).toEqual(
      first(changed.filter((one) => one.growthPercent === null)),
    );
    expect(week.rose.map(({ topicId }) => topicId)).toEqual(
      first(changed.filter((one) => (one.growthPercent ?? 0) > 0)),
    );
  });
});

function growing(range: Range, against: 'before' | 'year', least: number) {
  const earlier = against === 'year' ? yearBefore(range) : before(range);
  const rows = TOPICS.map(({ id }) => {
    const of = (over: Range) => sums(over, ({ topics, id: own }) => (topics.includes(id) ? [own] : []));
    const [now, past] = [of(range), of(earlier)];
    const total = (list: Map<number, number>) => [...list.values()].reduce((sum, one) => sum + one, 0);
    const gains = new Map([...now].map(([own, sum]) => [own, sum - (past.get(own) ?? 0)]));
    const sources = sums(range, ({ topics, domain }) => (topics.includes(id) ? [domain] : []));
    const names = byEngagement(sources, String).map((domain) => SOURCES.find((one) => one.domain === domain)?.name);
    return { id, items: now.size, c: total(now), p: total(past), gains: byEngagement(gains).slice(0, 5), names };
  });
  return rows
    .filter(({ c, items }) => c >= 10 && items >= least)
    .sort(
      (a, b) =>
        Number(b.p === 0) - Number(a.p === 0) || (b.c / b.p || 0) - (a.c / a.p || 0) || b.c - a.c || a.id - b.id,
    )
    .map(({ id, c, p, gains, names }) => ({
      topicId: id,
      growthPercent: growthPercent(c, p),
      topContent: gains,
      topSources: names.slice(0, 5),
    }));
}

test.each(['trending-topics/growth', 'week'])('insights/%s rejects a range shorter than a week', async (path) => {
  const [from, to] = [dateOf(TODAY - 6), dateOf(TODAY - 1)];
  const response = await askBy(`/api/v2/insights/${path}/?from=${from}&to=${to}`);
  expect(await response.json()).toMatchObject({
    code: 400,
    data: { to: 'must be at least 6 days after from, because the shortest range has 7 days' },
  });
});

test('co-topics of a week are computed from its articles, and RSS rejects a range', async () => {
  const range: Range = { from: TODAY - 28, to: TODAY - 1, rm: false };
  const { rose } = (await ask('/insights/week/', range)).data as Record<
    'rose',
    { topicId: number; readWith: { topicId: number }[] }[]
  >;
  for (const { topicId, readWith } of rose) {
    const own = sums(range, (entry) => (entry.topics.includes(topicId) ? [entry.id] : []));
    const shared = new Map(
      TOPICS.filter(({ id }) => id !== topicId).map(({ id }) => {
        const others = sums(range, (entry) => (entry.topics.includes(id) ? [entry.id] : []));
        return [id, [...others].reduce((sum, [article, count]) => sum + Math.min(count, own.get(article) ?? 0), 0)];
      }),
    );
    expect(readWith.map((other) => other.topicId)).toEqual(byEngagement(shared).slice(0, 3));
  }
  const rss = await askWith(key, `/api/v2/insights/week/?output=rss&from=${dateOf(range.from)}&to=${dateOf(range.to)}`);
  expect(await rss.json()).toMatchObject({ code: 400, data: { output: 'cannot be rss with from and to' } });
});

test('the CSV and the shared view of a range equal its JSON', async () => {
  const range: Range = { from: TODAY - 20, to: TODAY - 3, rm: false };
  const query = `from=${dateOf(range.from)}&to=${dateOf(range.to)}`;
  const text = async (path: string) => (await askWith(key, `/api/v2/insights/${path}/csv/?${query}`)).text();
  const rows = (csv: string) => csv.trim().split(/\r?\n/).slice(1);
  const { items } = (await ask('/insights/popular-content/', range)).data as { items: Items };
  expect(rows(await text('popular-content'))).toEqual(
    items.map(({ contentId, previousRank }, i) =>
      expect.stringMatching(new RegExp(`^${i + 1},${previousRank ?? ''},${contentId},`)),
    ),
  );
  const { topics } = (await ask('/insights/trending-topics/', range)).data as { topics: { topicId: number }[] };
  expect(rows(await text('trending-topics')).map((row) => Number(row.split(',')[1]))).toEqual(
    topics.map(({ topicId }) => topicId),
  );
  const view = { name: 'Days', view: `insights/popular-content/?${query}`, days: 30 };
  const made = await askWith(await makeKey('operator'), '/manage/shares', {
    method: 'POST',
    body: JSON.stringify(view),
  });
  const { data } = (await made.json()) as { data: { link: string } };
  const page = await (await askWith('', new URL(data.link).pathname)).text();
  expect([...page.slice(page.indexOf('<ol')).matchAll(/Story (\d+)</g)].map(([, id]) => Number(id))).toEqual(
    items.map(({ contentId }) => contentId),
  );
});

test('ranges of one and four months read one row per day and two per article', async () => {
  const month: Range = { from: TODAY - 30, to: TODAY - 1, rm: false };
  for (const path of ['popular-content', 'trending-topics', 'topics/1/content', 'trending-topics/growth'])
    expect((await ask(`/insights/${path}/`, month, { limit: 50 })).rows).toBeLessThan(
      LOG.length > 0 ? 600 : 60 + 2 * 14 + 20,
    );
  const all: Range = { from: FIRST, to: TODAY - 1, rm: true };
  expect((await ask('/insights/popular-content/', all)).rows).toBeLessThan(LOG.length > 0 ? 3000 : DAYS + 2 * 14 + 20);
});

describe('invalid ranges', () => {
  const [today, day] = [dateOf(TODAY), dateOf(TODAY - 1)];
  test.each<[query: string, faults: Record<string, string>]>([
    [`from=${day}`, { to: 'is required with from' }],
    ['author=zoë-q@a.example', { author: 'can only be given with from and to' }],
    [`from=${day}&to=${day}&breakdown=section&author=a@b`, { author: 'cannot be given with breakdown' }],
    [`to=${day}`, { from: 'is required with to' }],
    [`from=${day}&to=${today}`, { to: `must be a complete day: ${day} or earlier` }],
    [`from=${day}&to=${dateOf(TODAY - 2)}`, { to: 'must not be before from' }],
    [
      `from=${dateOf(TODAY - 367)}&to=${day}`,
      { to: 'must be at most 365 days after from, because the longest range has 366 days' },
    ],
    [`from=${dateOf(TODAY - 732)}&to=${dateOf(TODAY - 700)}`, { from: `must be ${dateOf(TODAY - 731)} or later` }],
    [`from=${day}&to=${day}&period=7d`, { period: 'cannot be given with from and to' }],
    [`from=${day}&to=${day}&breakdown=seniority`, { breakdown: 'cannot be seniority with from and to' }],
    [
      `from=2031-02-30&to=${day}&limit=0`,
      { from: 'must be a date in YYYY-MM-DD format', limit: 'must be a whole number from 1 to 50' },
    ],
  ])('a range with ?%s returns 400', async (query, faults) => {
    const response = await askBy(`/api/v2/insights/popular-content/?${query}`);
    expect(await response.json()).toMatchObject({ code: 400, data: faults });
  });
});
