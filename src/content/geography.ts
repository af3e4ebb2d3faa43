import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { geoGroups, geography } from '../db/schema.ts';
import { bare } from '../db/sql.ts';
import { lazy } from '../lib/lazy.ts';
import { MINUTE_MS, type Millis } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { COUNTRIES } from './reference/countries.ts';

export interface GeoGroup {
  id: number;
  slug: string;
  name: string;
  /** Countries of the group, as ISO 3166-1 alpha-2 codes. */
  countries: string[];
}

export type Geography = GeoGroup[];

export const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map(COUNTRIES.map(({ code, name }) => [code, name]));

/** Copies all geo groups into a single row. Every transaction that changes a group must contain this statement. */
export const rewriteGeography = sql`INSERT INTO ${geography} (${bare(geography.id)}, ${bare(geography.groups)})
  SELECT 1, json_group_array(json_object('id', ${geoGroups.id}, 'slug', ${geoGroups.slug}, 'name', ${geoGroups.name},
    'countries', json(${geoGroups.countries})) ORDER BY ${geoGroups.name})
  FROM ${geoGroups} WHERE true
  ON CONFLICT (${bare(geography.id)}) DO UPDATE SET ${bare(geography.groups)} = excluded.${bare(geography.groups)}
  WHERE ${geography.groups} <> excluded.${bare(geography.groups)}`;

const REMEMBERED_MS = MINUTE_MS;
const remembered = new TtlCache<Geography>({ ttl: REMEMBERED_MS, capacity: 1 });

/** Loads all geo groups, at most a minute old. Reads one row, or none if the isolate has a cached copy. */
export const loadGeography = (db: Db, now: Millis): Promise<Geography> =>
  remembered.getOrLoad('geography', now, () => readGeography(db));

export async function readGeography(db: Db): Promise<Geography> {
  const [row] = await db.select({ groups: geography.groups }).from(geography);
  return (row?.groups ?? []).sort(byName);
}

const order = lazy(() => new Intl.Collator('en'));

export const byName = (a: { name: string }, b: { name: string }): number => order().compare(a.name, b.name);

export const forgetGeography = (): void => remembered.clear();
