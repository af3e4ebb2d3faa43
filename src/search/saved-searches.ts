import { eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Author, newAuditChange, recordRemoval } from '../content/history/audit.ts';
import type { ImportLine } from '../content/import-lines.ts';
import { saveRows } from '../content/rows.ts';
import type { ThingKind } from '../content/things.ts';
import type { Db, Precondition } from '../db/client.ts';
import { savedSearches, webhooks } from '../db/schema.ts';
import { bare, objectOf } from '../db/sql.ts';
import { type FilterValues, filterOf } from './feed-filters.ts';

export interface SavedSearch {
  slug: string;
  name: string;
  filter: FilterValues;
}

const COLUMNS = ['slug', 'name', 'filter'] as const;

export const SAVED_SEARCH: ThingKind<SavedSearch> = {
  shape: z.object({ slug: z.string(), name: z.string(), filter: z.custom<FilterValues>() }),
  row: objectOf(savedSearches, COLUMNS),
  table: sql`${savedSearches}`,
};

export const searchIs = (slug: string): SQL => sql`${savedSearches.slug} = ${slug}`;

/** Finds a saved search by its slug, or returns `null`. Reads one row. */
export async function findSearch(db: Db, slug: string): Promise<SavedSearch | null> {
  const [found] = await db.select().from(savedSearches).where(eq(savedSearches.slug, slug));
  return found ? { ...found, filter: filterOf(found.filter) } : null;
}

const MAX_LISTED_SEARCHES = 500;

export const listSearches = (db: Db): Promise<Pick<SavedSearch, 'slug' | 'name'>[]> =>
  db
    .select({ slug: savedSearches.slug, name: savedSearches.name })
    .from(savedSearches)
    .orderBy(sql`${savedSearches.name} COLLATE NOCASE`, savedSearches.slug)
    .limit(MAX_LISTED_SEARCHES);

/** Stores searches. If two of them have the same slug, the later one is stored. */
export const saveSearches = (db: Db, lines: readonly ImportLine<SavedSearch>[], author: Author, guard?: Precondition) =>
  saveRows(db, { kind: 'search', table: savedSearches, columns: COLUMNS, key: 'slug' }, lines, author, guard);

const names = (slug: string): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(${webhooks.searches}) named WHERE named.value = ${slug})`;

export const namingWebhooks = (db: Db, slug: string): Promise<number> => db.$count(webhooks, names(slug));

export async function removeSearch(db: Db, slug: string, author: Author, guard: Precondition): Promise<void> {
  const where = searchIs(slug);
  await db.transaction(
    guard,
    recordRemoval(newAuditChange(author), 'search', { thing: SAVED_SEARCH, where, ref: slug }),
    sql`UPDATE ${webhooks} SET ${bare(webhooks.searches)} = (SELECT json_group_array(rest.value)
      FROM json_each(${webhooks.searches}) rest WHERE rest.value <> ${slug}) WHERE ${names(slug)}`,
    db.delete(savedSearches).where(where),
  );
}
