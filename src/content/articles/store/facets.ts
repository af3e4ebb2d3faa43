import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { articles } from '../../../db/schema.ts';
import { bare } from '../../../db/sql.ts';
import { articleIndex } from '../../../db/tables.ts';
import { indexArticles } from './rows.ts';

/** An article's facets as they would be stored today. */
export interface Refreshed {
  id: number;
  /** The facets that these were computed from. */
  before: string;
  facets: string;
}

/** Writes facets; an article that has changed since it was read keeps its change. */
export async function storeFacets(db: Db, changes: readonly Refreshed[]): Promise<void> {
  if (changes.length === 0) return;
  await db.run(sql`UPDATE ${articles} SET ${bare(articles.facets)} = v.value ->> 'facets'
    FROM json_each(${JSON.stringify(changes)}) v
    WHERE ${articles.id} = v.value ->> 'id' AND ${articles.facets} = v.value ->> 'before'`);
}

/** Statements that build the full-text index of all articles. */
export const buildIndex = (): readonly [SQL, SQL] => [
  sql`INSERT INTO ${articleIndex} (${articleIndex}) VALUES ('delete-all')`,
  indexArticles(sql`true`),
];
