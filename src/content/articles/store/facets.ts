import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { bare } from '../../../db/json.ts';
import { articles } from '../../../db/schema.ts';
import { articleIndex } from '../../../db/tables.ts';

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
export function buildIndex(): readonly [SQL, SQL] {
  const columns = sql.join([articles.title, articles.introduction, articles.facets].map(bare), sql`, `);
  return [
    sql`INSERT INTO ${articleIndex} (${articleIndex}) VALUES ('delete-all')`,
    sql`INSERT INTO ${articleIndex} (${bare(articleIndex.rowid)}, ${columns}) SELECT ${articles.position}, ${columns} FROM ${articles}`,
  ];
}
