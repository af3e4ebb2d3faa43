import type { Db } from '../db/client.ts';
import { UNGUARDED } from '../db/guard.ts';
import { upsertRows } from '../db/json.ts';
import { geoGroups } from '../db/schema.ts';
import { forgetGeography, rewriteGeography } from './geography.ts';
import { type Author, newChange, recordUpserts } from './history/audit.ts';
import { type Line, lastByKey } from './saved.ts';

export type GeoGroupChange = Pick<typeof geoGroups.$inferInsert, 'slug' | 'name' | 'countries'>;

/** Stores geo groups and rewrites their one-row copy. Articles name groups by slug, so none needs a change. */
export async function saveGeoGroups(
  db: Db,
  lines: readonly Line<GeoGroupChange>[],
  author: Author,
  guard = UNGUARDED,
): Promise<void> {
  const groups = lastByKey(lines, ({ slug }) => slug).map(({ value }) => value);
  if (groups.length === 0) return;
  const columns = ['slug', 'name', 'countries'] as const;
  await db.transaction(
    guard,
    recordUpserts(newChange(author), { kind: 'geoGroup', table: geoGroups, columns, key: 'slug', rows: groups }),
    upsertRows(geoGroups, groups, { columns, key: ['slug'] }),
    rewriteGeography,
  );
  forgetGeography();
}
