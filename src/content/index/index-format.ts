import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { formats } from '../../db/schema.ts';

/**
 * The version of the tokens in `facets` and the full-text index (`facets.ts`, `bigrams.ts`, `beginnings.ts`): raise it with every
 * change of a token, so that the service is not ready until `npm run reindex` has recomputed an older index.
 */
export const INDEX_FORMAT = 4;

/** Whether articles may be indexed in an older format. Reads one row. */
export async function isIndexOutdated(db: Db): Promise<boolean> {
  const [row] = await db.select({ version: formats.version }).from(formats).where(eq(formats.name, 'index'));
  return (row?.version ?? 0) < INDEX_FORMAT;
}

/** Whether the index is of this version's format, neither older nor newer. Reads one row. */
export async function isIndexCurrent(db: Db): Promise<boolean> {
  const [row] = await db.select({ version: formats.version }).from(formats).where(eq(formats.name, 'index'));
  return row?.version === INDEX_FORMAT;
}

/** Records that every article is indexed in the current format. */
export const noteIndexFormat = (db: Db) =>
  db
    .insert(formats)
    .values({ name: 'index', version: INDEX_FORMAT })
    .onConflictDoUpdate({ target: formats.name, set: { version: INDEX_FORMAT } });
