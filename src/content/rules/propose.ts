import { desc, max, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles, audit, topics } from '../../db/schema.ts';
import { proposeTopics } from '../../tagging/proposals.ts';
import { languageOf } from '../language.ts';
import { taggerOf } from './rules.ts';

/** Articles that are looked at, topics that are proposed, and titles shown of each. */
const LOOKED_AT = 500;
const MOST = 30;
const TITLES = 3;

/** Topics that the newest 500 articles have in common, with the words of a rule for each. Stores nothing; reads one row per article. */
export async function proposeFromStories(db: Db) {
  const { title, introduction, source, keywords, language } = articles;
  const domain = sql<string>`${source} ->> 'domain'`.as('domain');
  const read = db
    .select({ title, introduction, domain, keywords, language })
    .from(articles)
    .orderBy(desc(articles.position))
    .limit(LOOKED_AT);
  // A number that a topic had once is never another one's.
  const used = sql<number | null>`max(CAST(${audit.ref} AS INTEGER))`.as('used');
  const [newest, known, [last], [past]] = await Promise.all([
    read,
    db.select({ name: topics.name }).from(topics),
    db.select({ id: max(topics.id).as('last') }).from(topics),
    db.select({ used }).from(audit).where(sql`${audit.kind} = 'topic'`),
  ]);
  const stories = newest.map(({ domain, language, ...story }) => ({
    ...story,
    source: domain,
    language: language ?? languageOf(`${story.title} ${story.introduction}`),
  }));
  const has = new Set(known.map(({ name }) => name.toLowerCase()));
  const proposed = proposeTopics(stories, MOST).filter(({ name }) => !has.has(name.toLowerCase()));
  const rules = proposed.map(({ words }, i) => ({ kind: 'topic' as const, ref: String(i + 1), words, exclusions: [] }));
  const tagger = taggerOf({ companies: [], groups: [], rules });
  const tagged = new Map<number, string[]>();
  let withTopic = 0;
  for (const story of stories) {
    const found = tagger.tags(story).topics;
    withTopic += Number(found.length > 0);
    for (const topic of found) tagged.set(topic, [...(tagged.get(topic) ?? []), story.title]);
  }
  return {
    examined: newest.length,
    tagged: withTopic,
    firstId: Math.max(last?.id ?? 0, past?.used ?? 0) + 1,
    topics: proposed.flatMap(({ name, words }, i) => {
      const titles = tagged.get(i + 1) ?? [];
      return titles.length > 0 ? [{ name, words, articles: titles.length, titles: titles.slice(0, TITLES) }] : [];
    }),
  };
}
