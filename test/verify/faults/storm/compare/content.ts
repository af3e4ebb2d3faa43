import { utcDay } from '../../../../../src/lib/time.ts';
import { type Article, GROUPS, SOURCES } from '../newsroom.ts';
import type { Server } from '../server.ts';
import type { Feeds } from '../traffic/feeds.ts';
import type { Publisher } from '../traffic/publisher.ts';
import { askFresh } from './ask-fresh.ts';
import { difference } from './difference.ts';

/** A question to `/feed/` with what it must find, said plainly. */
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

/** Newest first, ties by higher id; what waits for its time is not there. `now`: epoch seconds. */
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

/** Whether all that is published is as the publishers know it: every difference in words, and how many answers were looked at. */
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

/** All items of a feed, page by page. */
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
