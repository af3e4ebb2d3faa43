import { env, runDurableObjectAlarm } from 'cloudflare:test';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { growthPercent } from '../../../src/rankings/math/figures/growth-percent.ts';
import { followLate } from '../../../src/rankings/object/watchdog.ts';
import { emptyNewsroom, rows } from '../../clicks/support.ts';
import { type Click, countedOf, type Newsroom, type Question, recount } from '../../routes/insights/oracle.ts';
import { pathOf } from '../../routes/insights/questions.ts';
import { askFresh, computeDaysAt, importAt } from '../../routes/insights/stage.ts';
import { seed } from '../../search/seed.ts';
import { emptyContent } from '../../support/empty-content.ts';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { windowObject } from '../../support/windows.ts';
import { randomFrom } from '../math/placement-world.ts';
import type { OracleArticle, OracleClick, OracleShares } from '../oracle.ts';
import { type BookDay, bookDay, byEngagement, DayBook, indexOf, type Range } from './day-book.ts';

/** Ranges, histories and windows must match a recount. Final days do not change. `RUNS` checks more. */

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Number of days after which the figures of a day are final. */
const OPEN = 15;
const QUESTIONS = Number(env.RUNS) * 10 || sized(42, 600);
const EACH = env.RUNS ? 50 : 7;
const PAST = sized(19, 24);
const FIRST = Date.UTC(2031, 2, 3) / 1000 / DAY;
const TOPICS = [1, 2, 3, 4, 47];
const HOSTS = ['a.example', 'b.example', 'c.example'];
const KINDS = ['Carrier', 'Broker', 'Service Provider'];
const SLUGS: Record<string, string> = { Carrier: 'carrier', Broker: 'broker', 'Service Provider': 'service-provider' };
const TYPES = ['article', 'video', 'gallery', 'report', 'pressrelease', 'podcast'];
const WORDS = ['Hail', 'Flood', 'Storm'];
const IDS = Array.from({ length: 12 }, (_, i) => i + 1);

const random = randomFrom(seed);
const upTo = (most: number) => Math.floor(random() * most);
const one = <T>(list: readonly T[]) => list[upTo(list.length)] as T;
const some = <T>(list: readonly T[], chance = 0.4) => list.filter(() => random() < chance);

let now = FIRST * DAY;
const setNow = (seconds: number) => {
  now = seconds;
  vi.setSystemTime(seconds * 1000);
};
const today = () => Math.floor(now / DAY);
const rfc = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
const dateOf = (day: number) => rfc(day * DAY).slice(0, 10);

const db = openTestDb();
const clicks: Click[] = [];
const sealed = new Map<number, BookDay>();
let daysBy: OracleShares = null;

interface Content {
  articles: (OracleArticle & { title: string; url: string })[];
  newsroom: Newsroom;
  clicksOn: Map<number, Map<number, OracleClick[]>>;
  shares: OracleShares;
}

async function readContent(): Promise<Content> {
  const found = await rows<Record<string, string | number | null>>('SELECT * FROM articles ORDER BY id');
  const ids = (list: unknown) => (JSON.parse(String(list)) as { id: number }[]).map(({ id }) => id);
  const articles = found.map((row) => {
    const source = JSON.parse(String(row.source));
    return {
      id: Number(row.id),
      title: String(row.title),
      url: `https://${source.domain}/${row.id}`,
      publishedAt: Number(row.published_at),
      topics: ids(row.topics),
      contentType: String(row.content_type),
      organisationType: (row.organisation_type as string | null) ?? source.organisationType,
      client: (row.client as string | null) ?? source.client,
      source: source.name,
      domain: source.domain,
      companies: ids(row.companies),
      countries: JSON.parse(String(row.countries)),
      authors: (JSON.parse(String(row.authors)) as { name: string }[]).map(({ name }) => name),
      section: row.section as string | null,
    };
  });
  const topics = await rows<{ id: number; name: string; slug: string; description: string; category: number }>(
    'SELECT id, name, slug, description, category FROM topics ORDER BY id',
  );
  const [row] = await rows<{ shares: string }>(
    `SELECT shares FROM site_shares WHERE hour <= ${Math.floor(now / HOUR)} ORDER BY hour DESC LIMIT 1`,
  );
  const shares = row ? JSON.parse(row.shares) : null;
  const sources = articles.map(({ domain, source }) => ({ domain, name: source }));
  const newsroom = {
    topics,
    sources,
    articles: articles.map((article) => ({ ...article, publishedAt: rfc(article.publishedAt) })),
    clicks,
    shares,
  };
  // Clicks on past days are counted once, even if their article changes or is deleted.
  const all = countedOf({ ...newsroom, articles: IDS.map((id) => ({ id }) as never) }, now);
  const clicksOn = new Map<number, Map<number, OracleClick[]>>();
  for (const click of all) {
    const day = Math.floor(click.hour / 24);
    const own = clicksOn.get(day) ?? new Map<number, OracleClick[]>();
    clicksOn.set(day, own.set(click.contentId, [...(own.get(click.contentId) ?? []), click]));
  }
  return { articles, newsroom, clicksOn, shares };
}

const dayNow = ({ articles, clicksOn }: Content, day: number): BookDay =>
  bookDay(
    clicksOn.get(day) ?? new Map(),
    articles.filter(({ publishedAt }) => publishedAt <= now),
    daysBy,
  );

function bookOf(content: Content): DayBook & { dayOf(day: number): BookDay | undefined } {
  const made = new Map<number, BookDay>();
  const dayOf = (day: number) => {
    const known = sealed.get(day) ?? made.get(day);
    if (known || day >= today() || day < FIRST) return known;
    made.set(day, dayNow(content, day));
    return made.get(day);
  };
  return Object.assign(new DayBook(dayOf), { dayOf });
}

/** On each day, the first run of the job that computes days makes one day final. */
async function runDays(): Promise<void> {
  const [known] = await rows<{ until: number }>('SELECT until FROM computed_days');
  const content = await readContent();
  for (let day = Math.max(FIRST, (known?.until ?? today()) - OPEN); day < today() - OPEN; day++)
    if (!sealed.has(day)) sealed.set(day, dayNow(content, day));
  await computeDaysAt(now);
  daysBy = content.shares;
}

async function beat(): Promise<void> {
  for (const { topic_id: id } of await rows<{ topic_id: number }>(
    'SELECT topic_id FROM topic_windows ORDER BY topic_id',
  ))
    await windowObject(id).handleAlarm(now * 1000);
}

async function settle(): Promise<void> {
  setNow(now + 1 + upTo(20));
  for (const { topic_id: id } of await rows<{ topic_id: number }>(
    'SELECT topic_id FROM topic_windows ORDER BY topic_id',
  ))
    await runDurableObjectAlarm(windowObject(id));
}

let operator = '';
let asked = 0;
async function manage(method: string, path: string, body?: unknown): Promise<Response> {
  if (asked++ % 100 === 0) operator = await makeKey('operator');
  return askWith(operator, `/manage/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const lineOf = (id: number, publishedAt = FIRST * DAY - DAY) => ({
  id,
  url: `https://${HOSTS[id % 3]}/${id}`,
  title: `${WORDS[id % 3]} ${id}`,
  publishedAt: rfc(publishedAt),
  contentType: one(TYPES.slice(0, 3)),
  topics: some(TOPICS),
  companies: some([1, 2]),
  countries: some(['GB', 'DE', 'JP']),
  authors: some(['Ada Byron', 'Zoë Q']),
  ...(random() < 0.5 ? { section: one(['Markets', 'Claims & Law']) } : {}),
  ...(random() < 0.3 ? { organisationType: one(KINDS) } : {}),
});

async function retagAll(): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const response = await manage('POST', `retag?after=${after}`);
    after = ((await response.json()) as { data: { after: number | null } }).data.after;
  }
}

let readers = 0;
async function click(day: number, count: number): Promise<void> {
  const { articles } = await readContent();
  const latest = Math.min(now, (day + 1) * DAY - 1);
  const made = Array.from({ length: count }, (): Click => {
    const at = day * DAY + upTo(latest - day * DAY + 1);
    const there = articles.filter(({ publishedAt }) => publishedAt <= at - (at % HOUR));
    const { id: contentId } = there[Math.floor(upTo(there.length) * random())] ?? { id: 0 };
    const [network, prefix] = random() < 0.4 ? [7, 3] : [upTo(32), upTo(32)];
    const who = { reader: `r${readers++}`, network, prefix, browser: upTo(16), signed: random() < 0.2 };
    return { contentId, at, ...who };
  }).filter(({ contentId }) => contentId > 0);
  clicks.push(...made);
  await importAt(made, now);
}

const CHANGES: Record<string, () => Promise<unknown>> = {
  retag: () => manage('POST', 'articles', [lineOf(one(IDS))]),
  unpublish: () => manage('POST', 'articles', [lineOf(one(IDS), now + 60 + upTo(one([HOUR, 3 * DAY])))]),
  'move publication': () => manage('POST', 'articles', [lineOf(one(IDS), now - upTo(20 * DAY))]),
  import: () =>
    manage(
      'POST',
      'articles',
      some(IDS, 0.6).map((id) => lineOf(id)),
    ),
  delete: () => manage('DELETE', `articles/${one(IDS)}`),
  restore: () => manage('POST', `articles/${one(IDS)}/restore`),
  'merge topics': () => manage('POST', `topics/${one(TOPICS.slice(0, 4))}/merge`, { into: one(TOPICS) }),
  'delete topic': () => manage('DELETE', `topics/${one(TOPICS.slice(0, 4))}`),
  'restore topic': () => manage('POST', `topics/${one(TOPICS)}/restore`),
  'change source': () =>
    manage('POST', 'sources', [
      {
        domain: one(HOSTS),
        name: `Source ${upTo(3)}`,
        organisationType: one(KINDS),
        client: one(['Topic Article', undefined]),
      },
    ]),
  'merge sources': () => manage('POST', `sources/${one(HOSTS)}/merge`, { into: one(HOSTS) }),
  'restore source': () => manage('POST', `sources/${one(HOSTS)}/restore`),
  'delete company': () => manage('DELETE', `companies/${one([1, 2])}`),
  'restore company': () => manage('POST', `companies/${one([1, 2])}/restore`),
  rule: async () => {
    const words = some(WORDS, 0.5).map((word) => word.toLowerCase());
    await manage('POST', 'rules', [{ kind: 'topic', ref: String(one(TOPICS)), words }]);
    await retagAll();
  },
  revert: async () => {
    const [row] = await rows<{ change: string }>('SELECT change FROM audit ORDER BY id DESC LIMIT 1');
    return manage('POST', `audit/${row?.change}/revert`);
  },
  'two at once': () =>
    Promise.all([CHANGES.retag?.(), CHANGES.retag?.(), CHANGES.delete?.(), CHANGES['merge topics']?.()]),
  'late click and retag': async () => {
    await click(today() - 1 - upTo(12), 3);
    await manage('POST', 'articles', [lineOf(one(IDS))]);
    // A job recomputes outdated days every minute.
    await settle();
    await followLate(db, env, now * 1000);
    // If an article has no days yet, the job that runs every five minutes counts its clicks.
    await computeDaysAt(now);
    daysBy = (await readContent()).shares;
  },
};

/** Earlier changes may have deleted too many resources, so there may be none to change. */
async function replenish(): Promise<void> {
  const count = async (table: string) => (await rows(`SELECT 1 FROM ${table}`)).length;
  if ((await count('topics')) < 4) await createTopics();
  if ((await count('companies')) < 2) await createCompanies();
  if ((await count('articles')) < 9)
    await manage(
      'POST',
      'articles',
      IDS.map((id) => lineOf(id)),
    );
}
const createTopics = () =>
  publish(
    operator,
    'topics',
    TOPICS.map((id) => ({ id, name: `Name ${id}`, slug: `slug-${id}`, description: '', category: id < 3 ? 1 : 2 })),
  );
const createCompanies = () =>
  publish(
    operator,
    'companies',
    [1, 2].map((id) => ({ id, name: `Company ${id}`, organisationType: 'Broker' })),
  );

async function pass(): Promise<void> {
  const draw = random();
  if (draw < 0.12) {
    const [next, isLate] = [(today() + 1) * DAY, random() < 0.5];
    await click(today(), 30);
    setNow(next - 30);
    // The change happens just before midnight, or before the first run of the new day.
    if (!isLate) await CHANGES[one(['retag', 'delete', 'unpublish'])]?.();
    setNow(next + 20);
    if (isLate) await CHANGES[one(['retag', 'delete', 'unpublish'])]?.();
    setNow(next + 60);
    await beat();
    setNow(next + 90);
    await runDays();
    return;
  }
  setNow(now + 60 * (1 + upTo(draw < 0.3 ? 600 : 20)));
  if (random() < 0.5) await click(today(), 10);
  await beat();
  await runDays();
}

beforeAll(async () => {
  console.log(`SEED=${seed}`);
  vi.useFakeTimers({ toFake: ['Date'], now: FIRST * DAY * 1000 });
  await emptyNewsroom();
  await emptyContent();
  operator = await makeKey('operator');
  await createTopics();
  await createCompanies();
  await publish(
    operator,
    'sources',
    HOSTS.map((domain, i) => ({ domain, name: `Source ${i}`, organisationType: KINDS[i] })),
  );
  await publish(
    operator,
    'articles',
    IDS.map((id) => lineOf(id)),
  );
  for (let day = FIRST; day < FIRST + PAST; day++) {
    setNow(day * DAY + 20 * HOUR);
    await click(day, 25 + upTo(40));
    setNow((day + 1) * DAY + 120);
    await beat();
    await runDays();
  }
});
afterAll(() => vi.useRealTimers());

const wrong: { after: string; path: string; answer: unknown; expected: unknown }[] = [];
const stats = { questions: 0, filled: 0, changes: new Map<string, number>() };

function note(after: string, path: string, answer: unknown, expected: unknown): void {
  stats.questions++;
  if (/\[[^\]]/.test(JSON.stringify(expected ?? ''))) stats.filled++;
  if (!isDeepStrictEqual(answer, expected)) wrong.push({ after, path, answer, expected });
}

async function dataOf(path: string): Promise<Data | null> {
  const response = await askFresh(path);
  if (response.status === 404) return null;
  const body = (await response.json()) as { data: Data };
  expect([path, response.status, body.data]).toMatchObject([path, 200, {}]);
  return body.data;
}

type Items = { contentId: number; previousRank?: number | null }[];
interface Data {
  items: Items;
  groups: { slug: string; items: Items }[];
  topics: {
    id?: number;
    topicId: number;
    previousRank: number | null;
    growthPercent: number | null;
    topContent: Items;
    topSources: string[];
  }[];
  days: { index: number | null }[];
}
const told = (items: Items) => items.map(({ contentId, previousRank }) => [contentId, previousRank]);

const GROUPS: Record<string, { keysOf: (article: OracleArticle) => (string | number)[]; order?: readonly string[] }> = {
  'content-type': { keysOf: ({ contentType }) => [contentType], order: TYPES },
  'source-type': {
    keysOf: ({ client, organisationType }) =>
      client === 'Topic Article' ? ['3rd-party-publication'] : organisationType ? [SLUGS[organisationType] ?? ''] : [],
    order: [...Object.values(SLUGS), '3rd-party-publication'],
  },
  source: { keysOf: ({ domain }) => [domain] },
  company: { keysOf: ({ companies }) => companies },
  country: { keysOf: ({ countries }) => countries },
  author: { keysOf: ({ authors = [], domain }) => authors.map((name) => `${name}\n${domain}`) },
  section: { keysOf: ({ section }) => (section ? [`${section}\n`] : []) },
};
const slugOf = (breakdown: string, key: string | number) => {
  if (!/author|section/.test(breakdown)) return String(key).toLowerCase();
  const [name = '', domain] = String(key).toLowerCase().split('\n');
  return name.replace(/[ &]+/g, '-') + (domain ? `@${domain}` : '');
};

interface Asking {
  content: Content;
  book: ReturnType<typeof bookOf>;
  range: Range;
  before: Range;
  query: string;
  limit: number;
  isThere: (id: number) => boolean;
}

const QUESTIONS_OF: ((asking: Asking) => { path: string; read: (data: Data) => unknown; expected: unknown })[] = [
  ({ book, range, before, query, limit, isThere }) => ({
    path: `insights/popular-content/?${query}`,
    read: ({ items }) => told(items),
    expected: book.ranked(range, { limit, before, isThere, counts: () => true }),
  }),
  ({ book, range, before, query, limit, isThere }) => {
    const breakdown = one(Object.keys(GROUPS));
    const { keysOf, order } = GROUPS[breakdown] ?? { keysOf: () => [] };
    const keys = byEngagement(book.sums(range, keysOf), (key) => (order ? order.indexOf(String(key)) : key));
    return {
      path: `insights/popular-content/?${query}&breakdown=${breakdown}`,
      read: ({ groups }) => groups.map(({ slug, items }) => [slug, told(items)]),
      expected: keys
        .map((key) => {
          const counts = (article: OracleArticle) => keysOf(article).includes(key);
          return [slugOf(breakdown, key), book.ranked(range, { limit, before, isThere, counts })] as const;
        })
        .filter(([, items]) => items.length > 0),
    };
  },
  ({ book, range, before, query, limit, isThere, content }) => {
    const category = 1 + upTo(2);
    const topics = content.newsroom.topics.filter((topic) => topic.category === category);
    const keys = byEngagement(book.topics(range)).filter((id) => topics.some((topic) => topic.id === id));
    return {
      path: `insights/popular-content/?${query}&breakdown=${category === 1 ? 'specialty-line' : 'interest-area'}`,
      read: ({ groups }) => groups.map(({ slug, items }) => [slug, told(items)]),
      expected: keys
        .map((id) => {
          const counts = (article: OracleArticle) => article.topics.includes(id);
          const slug = topics.find((topic) => topic.id === id)?.slug;
          return [slug, book.ranked(range, { limit, before, isThere, counts })] as const;
        })
        .filter(([, items]) => items.length > 0),
    };
  },
  ({ book, range, before, query, limit, content }) => {
    const isTopic = (id: number) => content.newsroom.topics.some((topic) => topic.id === id);
    const [ids, earlier] = [range, before].map((over) => byEngagement(book.topics(over)).filter(isTopic));
    const isShort = !range.rm && random() < 0.5;
    return {
      path: `${isShort ? '' : 'insights/'}${isShort ? 'topics/trending' : 'trending-topics'}/?${query}`,
      read: ({ topics }) => topics.map((topic) => [topic.id ?? topic.topicId, topic.previousRank]),
      expected: ids?.slice(0, limit).map((id) => [id, (earlier?.indexOf(id) ?? -1) + 1 || null]),
    };
  },
  ({ book, range, before, query, limit, isThere, content }) => {
    const { id } = one(content.newsroom.topics);
    const counts = ({ topics }: OracleArticle) => topics.includes(id);
    return {
      path: `insights/topics/${id}/content/?${query.replace('&against=year', '')}`,
      read: ({ items }) => items.map(({ contentId }) => contentId),
      expected: book.ranked(range, { limit, before, isThere, counts }).map(([own]) => own),
    };
  },
  ({ book, range: asked, limit, isThere, content }) => {
    const range = { ...asked, from: Math.min(asked.from, asked.to - 6) };
    const before = { ...range, from: 2 * range.from - range.to - 1, to: range.from - 1 };
    const minItems = 1 + upTo(4);
    const ids = content.newsroom.topics.map(({ id }) => id);
    const query = `from=${dateOf(range.from)}&to=${dateOf(range.to)}&limit=${limit}&minContentItems=${minItems}&riskManagement=${range.rm}`;
    return {
      path: `insights/trending-topics/growth/?${query}`,
      read: ({ topics }) =>
        topics.map((topic) => [
          topic.topicId,
          topic.growthPercent,
          topic.topContent.map(({ contentId }) => contentId),
          topic.topSources,
        ]),
      expected: book
        .growing(ids, { range, before, minItems, isThere })
        .slice(0, limit)
        .map(({ id, c, p, topContent, topSources }) => [id, growthPercent(c, p), topContent, topSources]),
    };
  },
  ({ book, range, content }) => {
    const { id } = one(content.newsroom.topics);
    return historyOf(`topics/${id}`, range, (day, rm) => book.dayOf(day)?.topics.get(id)?.[Number(rm)] ?? 0);
  },
  ({ book, range, content }) => {
    const article = one(content.articles.filter(({ publishedAt }) => publishedAt <= now));
    const isOut = (rm: boolean) => rm && !article.topics.includes(47);
    return historyOf(`content/${article.id}`, range, (day, rm) =>
      isOut(rm) ? 0 : (book.dayOf(day)?.contents.get(article.id) ?? 0),
    );
  },
];

function historyOf(path: string, { rm }: Range, on: (day: number, rm: boolean) => number) {
  const days = 7 + upTo(30);
  const list = Array.from({ length: days }, (_, i) => on(today() - days + i, rm));
  const all = Array.from({ length: today() - FIRST }, (_, i) => FIRST + i);
  const first = all.find((day) => on(day, rm) > 0);
  return {
    path: `insights/${path}/history/?days=${days}&riskManagement=${rm}`,
    read: ({ days }: Data) => days.map(({ index }) => index),
    expected: indexOf(list, first === undefined ? null : first - (today() - days)),
  };
}

const essence = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data ?? null), (name, value) =>
    ['title', 'url', 'source', 'why', 'cause', 'interval', 'confidence', 'name', 'description', 'group'].includes(name)
      ? undefined
      : value,
  );

async function askWindow(after: string, { newsroom }: Content): Promise<void> {
  const common = { period: one(['24h', '7d'] as const), limit: 1 + upTo(12), riskManagement: random() < 0.3 };
  const { id: topicId } = one(newsroom.topics);
  const question = one<Question>([
    { ask: 'popular', ...common },
    { ask: 'trending-topics', ...common },
    { ask: 'content', topicId, ...common },
    { ask: 'co-topics', topicId, ...common },
    { ask: 'growth', minContentItems: 1 + upTo(4) },
  ]);
  const path = pathOf(question);
  const expected = essence(recount(newsroom, now)(question));
  note(after, path, essence(await dataOf(path)), expected);
}

async function askRange(after: string, content: Content, book: Asking['book']): Promise<void> {
  const to = today() - 1 - upTo(one([1, 4, 16]));
  const range = { from: to - upTo(one([3, 14, 24])), to, rm: random() < 0.25 };
  const before = { ...range, from: 2 * range.from - range.to - 1, to: range.from - 1 };
  const limit = 1 + upTo(12);
  const query = `from=${dateOf(range.from)}&to=${dateOf(range.to)}&limit=${limit}${range.rm ? '&riskManagement=true' : ''}`;
  const there = new Set(content.articles.filter(({ publishedAt }) => publishedAt <= now).map(({ id }) => id));
  const isThere = (id: number) => there.has(id);
  const { path, read, expected } = one(QUESTIONS_OF)({ content, book, range, before, query, limit, isThere });
  const data = await dataOf(`/api/v2/${path}`);
  note(after, path, data && read(data), expected);
}

test('rankings, histories and ranges equal a recount within a minute after any content change', {
  timeout: 7_200_000,
}, async () => {
  while (stats.questions < QUESTIONS && wrong.length < 20) {
    await pass();
    await replenish();
    const change = one(Object.keys(CHANGES));
    await CHANGES[change]?.();
    stats.changes.set(change, (stats.changes.get(change) ?? 0) + 1);
    await settle();
    const content = await readContent();
    const book = bookOf(content);
    for (let i = 0; i < EACH; i++) await (i % 5 < 4 ? askRange(change, content, book) : askWindow(change, content));
    if (env.RUNS && stats.questions % 500 === 0) console.log(`${stats.questions} questions, ${wrong.length} differ`);
  }
  console.log(
    `seed ${seed}: ${stats.questions} questions, ${stats.filled} of them with an answer, ${wrong.length} differ; sealed ${sealed.size} days; ${JSON.stringify(Object.fromEntries(stats.changes))}`,
  );
  expect(wrong.map((each) => JSON.stringify(each))).toEqual([]);
  expect(stats.filled).toBeGreaterThan(stats.questions / 2);
});
