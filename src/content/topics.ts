import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { topicsJson } from './article-store.ts';
import { topicToken } from './facets.ts';
import type { Topic } from './input.ts';
import { lastByKey, type Numbered, type Refusals, refuse } from './saved.ts';

type Row = { id: number; name: string; slug: string; category: number };

/** Stores topics and renames them in every article that carries them, in one transaction. A slug belongs to one topic. */
export async function saveTopics(db: Db, lines: readonly Numbered<Topic>[]): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const stored = await db.all<Row>(sql`SELECT id, name, slug, category FROM topics`);
  const byId = new Map(stored.map((row) => [row.id, row]));
  const slugs = new Map(stored.map(({ slug, id }) => [slug, id]));
  const accepted = lastByKey(lines, ({ id }) => id).filter(({ line, value }) => {
    const owner = slugs.get(value.slug);
    if (owner !== undefined && owner !== value.id) {
      refuse(refusals, line, 'slug', `already belongs to topic ${owner}`);
      return false;
    }
    slugs.set(value.slug, value.id);
    return true;
  });
  if (accepted.length === 0) return refusals;

  const topics = accepted.map(({ value }) => ({ ...value, excludedFromTrending: value.excludedFromTrending ?? false }));
  const renamed = topics.filter((topic) => {
    const old = byId.get(topic.id);
    return old && (old.name !== topic.name || old.slug !== topic.slug || old.category !== topic.category);
  });
  await db.together(
    sql`INSERT INTO topics (id, name, slug, description, category, excluded_from_trending)
      SELECT v ->> 'id', v ->> 'name', v ->> 'slug', v ->> 'description', v ->> 'category', v ->> 'excludedFromTrending'
      FROM (SELECT value AS v FROM json_each(${JSON.stringify(topics)})) WHERE true
      ON CONFLICT (id) DO UPDATE SET (name, slug, description, category, excluded_from_trending) =
        (excluded.name, excluded.slug, excluded.description, excluded.category, excluded.excluded_from_trending)
      WHERE (name, slug, description, category, excluded_from_trending) IS NOT
        (excluded.name, excluded.slug, excluded.description, excluded.category, excluded.excluded_from_trending)`,
    sql`INSERT INTO topic_windows (topic_id, name, slug, description, category, excluded)
      SELECT value ->> 'id', value ->> 'name', value ->> 'slug', value ->> 'description', value ->> 'category', value ->> 'excludedFromTrending'
      FROM json_each(${JSON.stringify(topics)}) WHERE true
      ON CONFLICT (topic_id) DO UPDATE SET (name, slug, description, category, excluded) =
        (excluded.name, excluded.slug, excluded.description, excluded.category, excluded.excluded)
      WHERE (name, slug, description, category, topic_windows.excluded) IS NOT
        (excluded.name, excluded.slug, excluded.description, excluded.category, excluded.excluded)`,
    sql`UPDATE articles SET topics = ${topicsJson('articles.topics', "j.value ->> 'id'")}
      WHERE position IN (SELECT rowid FROM article_index WHERE article_index MATCH ${anyFacet(renamed.map(({ id }) => topicToken(id)))})`,
  );
  return refusals;
}

/** FTS5 expression for articles with any of these facets; without tokens it matches nothing. */
export const anyFacet = (tokens: readonly string[]): string => `facets: (${['none0', ...tokens].join(' OR ')})`;

/** Ids of all topics. */
export const topicIds = async (db: Db): Promise<number[]> =>
  (await db.all<{ id: number }>(sql`SELECT id FROM topics ORDER BY id`)).map(({ id }) => id);
