import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { utcDay } from '../../../../src/lib/time.ts';
import type { Answer } from '../../../bench/lib/http.ts';
import {
  countersOf,
  expectedRow,
  type OracleArticle,
  type OracleClick,
  rowOf,
  unpacked,
} from '../../../rankings/oracle.ts';
import { recount } from '../../../routes/insights/oracle.ts';
import { everyQuestion, pathOf } from '../../../routes/insights/questions.ts';
import { type Rows, readRows } from '../../stored-rows.ts';
import type { Logbook } from './events.ts';
import { type Article, COMPANIES, GROUPS, PROBES, SOURCES, TOPICS } from './newsroom.ts';
import type { Server } from './server.ts';
import type { Click } from './traffic/clicks.ts';
import type { Feeds, Publisher } from './traffic/publisher.ts';

const TRIES = 5;
let asked = 0;

/** Sends a request with a unique path, so that no cache can answer it. Throws on any error. */
export async function askFresh(server: Server, path: string, key: string): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await server.ask(path, { headers: { 'X-API-Key': key, Host: `n${asked++}.newsgauge.example` } });
    if (answer && answer.status < 500) return answer;
    if (attempt === TRIES) throw new Error(`${path} answers ${answer?.status} ${answer?.body.slice(0, 300)}`);
    await sleep(500 * attempt);
  }
}

/** Describes the first difference: `data.items.3.title: is "A", must be "B"`. Returns `null` if there is none. */
export function difference(is: unknown, must: unknown, path = ''): string | null {
  if (isDeepStrictEqual(is, must)) return null;
  if (isObject(is) && isObject(must)) {
    for (const name of new Set([...Object.keys(must), ...Object.keys(is)])) {
      const inner = difference(is[name], must[name], path ? `${path}.${name}` : name);
      if (inner) return inner;
    }
  }
  return `${path}: is ${short(is)}, must be ${short(must)}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const short = (value: unknown) => JSON.stringify(value)?.slice(0, 300);

/** Reads the stored clicks, without data that depends on the server's secrets. */
async function readStored(d1: D1Database): Promise<Rows> {
  const { hours, windows, ...rows } = await readRows(d1);
  return {
    ...rows,
    hours: hours.map((row) => rowOf(byAudience(row))).sort(),
    windows: windows.map(({ views, ...row }) => ({ ...row, views: unsure(views) })),
  };
}

const aggregate = (clicks: readonly OracleClick[]): string[] =>
  [...Map.groupBy(clicks, ({ contentId, hour }) => `${contentId} ${hour}`)]
    .map(([key, list]) => {
      const [contentId = 0, hour = 0] = key.split(' ').map(Number);
      return rowOf(byAudience({ content_id: contentId, hour, ...countersOf(list) }));
    })
    .sort();

/** Sums a row of aggregates over classes, which depend on the server's secrets, and over levels of trust. */
function byAudience(row: Record<string, number>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [counter, count] of Object.entries(unpacked(row))) {
    if (/^(network|prefix|browser|reader)_/.test(counter)) continue;
    const name = counter.replace(/^((un)?signed|trusted)_/, '');
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

/** Fields that depend on secret reader classes, such as the certainty of growth. */
const BY_CLASSES = ['interval', 'confidence', 'cause', 'why', 'rising', 'risingStories', 'risingRank'];

function unsure<V extends object>(views: V): V {
  const text = JSON.stringify(views, (name, value) => (BY_CLASSES.includes(name) ? undefined : value));
  return JSON.parse(text);
}

const mustBe = (topic: number, row: ReturnType<typeof expectedRow>): Rows['windows'][number] => ({
  topic,
  ...row,
  views: unsure(row.views),
});

function differences(is: Rows, must: Rows): string | null {
  const wrong = (Object.keys(must) as (keyof Rows)[]).filter((name) => !isDeepStrictEqual(is[name], must[name]));
  if (wrong.length === 0) return null;
  return wrong.map((name) => `${name} differ, first at ${difference(is[name], must[name])}`).join('\n');
}

export async function compareStored(
  db: D1Database,
  hour: number,
  clicks: readonly Click[],
  { publisher, logbook }: { publisher: Publisher; logbook: Logbook },
): Promise<string | null> {
  const stored = await readStored(db);
  // Articles with equal rare words can form a story, which is not what this compares.
  const { results } = await db.prepare('SELECT id, story_id FROM articles').all<{ id: number; story_id: number }>();
  const storyOf = new Map(results.map(({ id, story_id }) => [id, story_id]));
  const articles = Array.from(publisher.articles.values(), (article) => ({
    ...oracleArticle(article),
    story: storyOf.get(article.id) ?? article.id,
  }));
  const asked = { articles, clicks: clicks.map(oracleClick), shares: null, now: hour * 3600 };
  const windows = [0, ...publisher.topics.keys()]
    .sort((a, b) => a - b)
    .map((topic) => mustBe(topic, expectedRow(topic, asked)));
  // Objects without clicks publish nothing.
  const is = {
    ...stored,
    letters: 0,
    windows: stored.windows.map((row) => ('items' in row.views ? row : emptyRow(row.topic))),
  };
  return differences(is, {
    hours: aggregate(asked.clicks),
    ledger: clicks.length + logbook.seen.size,
    letters: 0,
    windows,
  });
}

const emptyRow = (topic: number) =>
  mustBe(topic, expectedRow(topic, { articles: [], clicks: [], shares: null, now: 0 }));

const oracleClick = ({ contentId, hour, companyType, seniority, region }: Click): OracleClick => ({
  contentId,
  hour,
  // Discounting is off, so every click counts like a click from a trusted network.
  origin: 'trusted',
  network: 0,
  prefix: 0,
  browser: 0,
  reader: 0,
  companyType,
  seniority,
  continent: region,
});

function oracleArticle(article: Article): OracleArticle {
  const { id, publishedAt, topics, contentType, companies, countries } = article;
  const { host } = new URL(article.url);
  const source = SOURCES.find(({ domain }) => domain === host);
  return {
    id,
    publishedAt,
    topics,
    contentType,
    companies,
    countries,
    organisationType: article.organisationType ?? source?.organisationType ?? null,
    client: article.client ?? source?.client ?? null,
    source: source?.name ?? host,
    domain: host,
  };
}

export async function compareRankings(
  server: Server,
  key: string,
  clicks: readonly Click[],
  publisher: Publisher,
): Promise<{ asked: number; wrong: string[] }> {
  const topics = [...publisher.topics.values()];
  const articles = Array.from(publisher.articles.values(), ({ publishedAt, ...article }) => ({
    ...article,
    publishedAt: new Date(publishedAt * 1000).toISOString(),
  }));
  // Discounting is off, so every click counts in full, like that of a signed reader.
  const full = clicks.map((click) => ({ ...click, signed: true }));
  const newsroom = { topics, articles, sources: SOURCES, companies: COMPANIES, clicks: full };
  const answer = recount(newsroom, Math.floor(server.now() / 1000));
  const questions = everyQuestion({
    topicIds: [...TOPICS, PROBES.topic, 77],
    limits: [undefined, 3, 50],
    minContentItems: [undefined, 1],
    lists: [{}, { includeTopics: [9] }, { includeTopics: [9, 101], excludeTopics: [1, 2] }],
  }).filter(({ ask }) => ask !== 'rising');
  const wrong: string[] = [];
  for (const question of questions) {
    const expected = answer(question);
    const must = expected && unsure(expected);
    const path = pathOf(question);
    const { status, body } = await askFresh(server, path, key);
    const is = status === 404 ? undefined : unsure(JSON.parse(body).data);
    const found = difference(is, must);
    if (found) wrong.push(`${path} ${found}`);
  }
  return { asked: questions.length, wrong };
}

export interface FeedQuestion {
  query: string;
  finds: (article: Article) => boolean;
}

export const FEED_QUESTIONS: readonly FeedQuestion[] = [
  { query: '', finds: () => true },
  { query: 'includeTopics=1,47', finds: ({ topics }) => topics.includes(1) || topics.includes(47) },
  { query: 'articleTypes=video,podcast', finds: ({ contentType }) => ['video', 'podcast'].includes(contentType) },
  {
    query: 'includeCompanies=1,2&excludeCompanies=3',
    finds: ({ companies }) => (companies.includes(1) || companies.includes(2)) && !companies.includes(3),
  },
  { query: 'includeCountries=IS', finds: (article) => isAbout(article, 'IS') },
  {
    query: 'includeGeoGroups=storm-coast&excludeCountries=GB',
    finds: ({ geoGroups, countries }) => geoGroups.includes('storm-coast') && !countries.includes('GB'),
  },
  {
    query: 'searchTerms=ember,fjord',
    finds: ({ title, introduction }) => /\b(ember|fjord)\b/.test(`${title} ${introduction}`),
  },
  { query: 'searchTerms=probe', finds: ({ title }) => title.startsWith('Probe ') },
  {
    query: 'additionalSources=paper1.example,paper2.example/views&includePaywalled=0',
    finds: ({ url, paywalled }) => !/^https:\/\/(paper1\.example\/|paper2\.example\/views)/.test(url) && !paywalled,
  },
];

const isAbout = ({ countries, geoGroups }: Article, code: string) =>
  countries.includes(code) || geoGroups.some((slug) => GROUPS[slug]?.includes(code));

/** Returns the articles that a query finds, newest first, ties by higher id. `now`: epoch seconds. */
export const inFeed = (articles: Iterable<Article>, { finds }: FeedQuestion, now: number): Article[] =>
  Array.from(articles)
    .filter((article) => article.publishedAt <= now && finds(article))
    .sort((a, b) => b.publishedAt - a.publishedAt || b.id - a.id);

interface Item {
  id: string;
  url: string;
  title: string;
  summary: string;
  date_published: string;
  _article: { topics: { name: string }[]; source: { name: string }; companies: { id: number }[]; paywalled: boolean };
}

const isWire = ({ url }: Item) => new URL(url).host.startsWith('wire');

/** Compares published content with what publishers sent. Returns the differences and the number of responses. */
export async function compareContent(
  server: Server,
  key: string,
  { publisher, feeds }: { publisher: Publisher; feeds: Feeds },
): Promise<{ asked: number; wrong: string[] }> {
  const wrong: string[] = [];
  let asked = 0;
  const check = (what: string, is: unknown, must: unknown) => {
    asked++;
    const found = difference(is, must);
    if (found) wrong.push(`${what} ${found}`);
  };
  const now = Math.floor(server.now() / 1000);
  const facts = (article: Article) => factsOf(article, publisher);
  for (const question of FEED_QUESTIONS) {
    const items = await walk(server, question.query, key);
    const ours = items.filter((item) => !isWire(item));
    check(`feed ?${question.query}`, ours.map(toFacts), inFeed(publisher.articles.values(), question, now).map(facts));
    if (question.query) continue;
    const wire = items.filter(isWire).map(({ url, title }) => [url, title]);
    check('stories of polled feeds', wire.sort(), [...feeds.stories].sort());
  }
  const rss = await askFresh(server, '/api/v2/feed/?output=rss&limit=100&searchTerms=ember', key);
  const ember = FEED_QUESTIONS.find(({ query }) => query.includes('searchTerms=ember'));
  const guids = Array.from(rss.body.matchAll(/,2026:article\/(\d+)</g), ([, id]) => Number(id));
  const onlyEmber = {
    query: '',
    finds: (a: Article) => !!ember?.finds(a) && /\bember\b/.test(a.title + a.introduction),
  };
  check(
    'feed as RSS',
    guids,
    inFeed(publisher.articles.values(), onlyEmber, now)
      .map(({ id }) => id)
      .slice(0, 100),
  );

  for (const [date, { articles }] of publisher.selections) {
    const { body } = await askFresh(server, `/api/v2/feed-recommended/?date=${date}`, key);
    const shown = articles.filter((id) => (publisher.articles.get(id)?.publishedAt ?? now + 1) <= now);
    const must = date <= utcDay(now) ? shown : [];
    check(
      `recommended on ${date}`,
      JSON.parse(body).items.map(({ id }: Item) => Number(id)),
      must,
    );
  }
  return { asked, wrong };
}

async function walk(server: Server, query: string, key: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let path: string | null = `/api/v2/feed/?limit=37&${query}`; path; ) {
    const page = JSON.parse((await askFresh(server, path, key)).body) as { items: Item[]; next_url?: string };
    items.push(...page.items);
    const next: URL | null = page.next_url ? new URL(page.next_url) : null;
    path = next && next.pathname + next.search;
  }
  return items;
}

const toFacts = ({
  id,
  url,
  title,
  summary,
  date_published,
  _article: { topics, source, companies, paywalled },
}: Item) => [
  Number(id),
  url,
  title,
  summary,
  Date.parse(date_published) / 1000,
  topics.map(({ name }) => name),
  source.name,
  companies.map(({ id }) => id),
  paywalled,
];

const factsOf = (article: Article, { topics }: Publisher) => [
  article.id,
  article.url,
  article.title,
  article.introduction,
  article.publishedAt,
  article.topics.map((id) => topics.get(id)?.name),
  SOURCES.find(({ domain }) => domain === new URL(article.url).host)?.name ?? new URL(article.url).host,
  article.companies,
  article.paywalled,
];
