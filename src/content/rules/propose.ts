import { desc, max, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles, audit, companies, topics } from '../../db/schema.ts';
import { candidatesOf } from '../../tagging/propose/phrases.ts';
import { proposeCompanies } from '../../tagging/propose/propose-companies.ts';
import { proposeTopics } from '../../tagging/propose/propose-topics.ts';
import { COUNTRY_NAMES } from '../geography.ts';
import { languageOfArticle } from '../language.ts';
import { taggerOf } from './rules.ts';

const MAX_EXAMINED_ARTICLES = 500;
const MAX_PROPOSALS = 30;
const MAX_TITLES = 3;
const MAX_COUNTRIES = 8;

/** Proposes topics, companies and countries from the newest 500 articles. Stores nothing. Reads a row per article. */
export async function proposeFromStories(db: Db) {
  const { title, introduction, source, keywords, language } = articles;
  const domain = sql<string>`${source} ->> 'domain'`.as('domain');
  const read = db
    .select({ title, introduction, domain, keywords, language })
    .from(articles)
    .orderBy(desc(articles.position))
    .limit(MAX_EXAMINED_ARTICLES);
  // Ids of deleted topics must not be used again, so the audit trail is also searched.
  const used = sql<number | null>`max(CAST(${audit.ref} AS INTEGER))`.as('used');
  const [newest, known, named, [lastTopic], [lastCompany], past] = await Promise.all([
    read,
    db.select({ name: topics.name }).from(topics),
    db.select({ name: companies.name }).from(companies),
    db.select({ id: max(topics.id).as('last') }).from(topics),
    db.select({ id: max(companies.id).as('last') }).from(companies),
    db
      .select({ kind: audit.kind, used })
      .from(audit)
      .where(sql`${audit.kind} IN ('topic', 'company')`)
      .groupBy(audit.kind),
  ]);
  const after = (kind: string, last: number | null | undefined) =>
    Math.max(last ?? 0, past.find((one) => one.kind === kind)?.used ?? 0) + 1;
  const stories = newest.map(({ domain, language, ...story }) => ({
    ...story,
    source: domain,
    language: languageOfArticle({ ...story, language }),
  }));
  const isNamed = new Set(named.map(({ name }) => name.toLowerCase()));
  const candidates = candidatesOf(stories);
  const meant = proposeCompanies(stories, MAX_PROPOSALS, candidates).filter(
    ({ name }) => !isNamed.has(name.toLowerCase()),
  );
  const has = new Set([...known, ...named, ...meant].map(({ name }) => name.toLowerCase()));
  const proposed = proposeTopics(stories, MAX_PROPOSALS, candidates).filter(({ name }) => !has.has(name.toLowerCase()));
  const rules = proposed.map(({ words, language }, i) => ({
    kind: 'topic' as const,
    ref: String(i + 1),
    words,
    exclusions: [],
    language,
  }));
  const tagger = taggerOf({ companies: [], groups: [], rules });
  const tagged = new Map<number, string[]>();
  const inCountries = new Map<string, number>();
  let withTopic = 0;
  for (const story of stories) {
    const found = tagger.tags(story);
    withTopic += Number(found.topics.length > 0);
    for (const topic of found.topics) tagged.set(topic, [...(tagged.get(topic) ?? []), story.title]);
    for (const code of found.countries) inCountries.set(code, (inCountries.get(code) ?? 0) + 1);
  }
  return {
    examined: newest.length,
    tagged: withTopic,
    firstId: after('topic', lastTopic?.id),
    topics: proposed.flatMap(({ name, words, language }, i) => {
      const titles = tagged.get(i + 1) ?? [];
      return titles.length > 0
        ? [{ name, words, language, articles: titles.length, titles: titles.slice(0, MAX_TITLES) }]
        : [];
    }),
    firstCompanyId: after('company', lastCompany?.id),
    companies: meant.map(({ name, stories: its }) => ({
      name,
      articles: its.length,
      titles: its.slice(0, MAX_TITLES).map((place) => stories[place]?.title ?? ''),
    })),
    countries: [...inCountries]
      .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, MAX_COUNTRIES)
      .map(([code, count]) => ({ code, name: COUNTRY_NAMES.get(code) ?? code, articles: count })),
  };
}
