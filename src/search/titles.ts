import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { inList } from '../db/json.ts';
import { articles, trash } from '../db/schema.ts';

/** The headlines of articles by id, those of deleted ones as they were last; what is unknown is left out. */
export async function titlesOf(db: Db, ids: readonly number[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const gone = and(eq(trash.kind, 'article'), inList(trash.ref, ids.map(String)));
  const { deleted, stored } = await db.transaction({
    deleted: db
      .select({ id: sql<number>`CAST(${trash.ref} AS INTEGER)`.as('id'), title: trash.name })
      .from(trash)
      .where(gone)
      .orderBy(trash.id),
    stored: db.select({ id: articles.id, title: articles.title }).from(articles).where(inList(articles.id, ids)),
  });
  return Object.fromEntries([...deleted, ...stored].map(({ id, title }) => [id, title]));
}
