import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { forgetGeography, geographySnapshot } from './geography.ts';
import type { GeoGroupChange } from './input.ts';
import { lastByKey, type Numbered } from './saved.ts';

/** Stores geo groups and rewrites the geography's snapshot with them. Articles name groups by slug, so none needs a change. */
export async function saveGeoGroups(db: Db, lines: readonly Numbered<GeoGroupChange>[]): Promise<void> {
  const groups = lastByKey(lines, ({ slug }) => slug).map(({ value }) => value);
  if (groups.length === 0) return;
  await db.together(
    sql`INSERT INTO geo_groups (slug, name, countries)
      SELECT value ->> 'slug', value ->> 'name', value -> 'countries' FROM json_each(${JSON.stringify(groups)}) WHERE true
      ON CONFLICT (slug) DO UPDATE SET (name, countries) = (excluded.name, excluded.countries)
      WHERE (name, countries) IS NOT (excluded.name, excluded.countries)`,
    geographySnapshot,
  );
  forgetGeography();
}
