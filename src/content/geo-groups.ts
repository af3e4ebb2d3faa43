import type { Db } from '../db/client.ts';
import type { Guard } from '../db/guard.ts';
import { geoGroups } from '../db/schema.ts';
import { forgetGeography, rewriteGeography } from './geography.ts';
import type { Author } from './history/audit.ts';
import type { Line } from './lines.ts';
import { type Rows, saveRows } from './rows.ts';

export type GeoGroupChange = Pick<typeof geoGroups.$inferInsert, 'slug' | 'name' | 'countries'>;

const GROUPS: Rows<typeof geoGroups, keyof GeoGroupChange, GeoGroupChange> = {
  kind: 'geoGroup',
  table: geoGroups,
  columns: ['slug', 'name', 'countries'],
  key: 'slug',
  further: () => [rewriteGeography],
};

/** Stores geo groups and rewrites their one-row copy. Articles name groups by slug, so none needs a change. */
export async function saveGeoGroups(
  db: Db,
  lines: readonly Line<GeoGroupChange>[],
  author: Author,
  guard?: Guard,
): Promise<void> {
  await saveRows(db, GROUPS, lines, author, guard);
  forgetGeography();
}
