import type { Db } from '../../db/client.ts';

/**
 * Of articles that were read, those that are published by `now` (epoch seconds). The answer says of the others not even that they
 * were read. `rows`: read for each of them.
 */
export function publishedOf<A extends { publishedAt: number }>(db: Db, read: readonly A[], now: number, rows = 1): A[] {
  const published = read.filter(({ publishedAt }) => publishedAt <= now);
  db.usage.hiddenRows += rows * (read.length - published.length);
  return published;
}
