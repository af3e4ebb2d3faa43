import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import type { Seconds } from '../../lib/time.ts';

/** Returns the articles published by `now`. Each omitted article removes `rows` row reads from the reported usage. */
export function publishedOf<A extends { publishedAt: number }>(db: Db, read: readonly A[], now: number, rows = 1): A[] {
  const published = read.filter(({ publishedAt }) => publishedAt <= now);
  db.usage.hiddenRows += rows * (read.length - published.length);
  return published;
}

/** Returns the ids of articles that were published by `now`. Reads two rows per article. */
export async function publishedAmong(db: Db, ids: readonly number[], now: Seconds): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { id, publishedAt } = articles;
  const found = await db
    .select({ id, publishedAt })
    .from(articles)
    .where(inList(id, new Set(ids)));
  return new Set(publishedOf(db, found, now).map((article) => article.id));
}
