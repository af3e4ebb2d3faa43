import { eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { snapshots } from '../db/schema.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { COUNTRIES } from './reference/countries.ts';

export interface GeoGroup {
  id: number;
  slug: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  countries: string[];
}

/** All geo groups, by name. */
export type Geography = GeoGroup[];

export const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map(COUNTRIES.map(({ code, name }) => [code, name]));

/** Statement that rewrites the one-row snapshot of all groups; belongs in every batch that changes a group. */
export const geographySnapshot = sql`INSERT INTO snapshots (name, body)
  SELECT 'geography', json_group_array(json_object('id', id, 'slug', slug, 'name', name, 'countries', json(countries)) ORDER BY name)
  FROM geo_groups WHERE true
  ON CONFLICT (name) DO UPDATE SET body = excluded.body WHERE body <> excluded.body`;

const REMEMBERED_MS = 60_000;
const remembered = new TtlCache<Geography>({ ttl: REMEMBERED_MS, capacity: 1 });

/** The geography, at most a minute old. Reads one row, or none where the isolate remembers it. `now`: epoch milliseconds. */
export async function loadGeography(db: Db, now: number): Promise<Geography> {
  const known = remembered.get('geography', now);
  if (known) return known;
  const [row] = await db.select({ body: snapshots.body }).from(snapshots).where(eq(snapshots.name, 'geography'));
  const geography = (row?.body ?? []) as Geography;
  remembered.set('geography', geography, now);
  return geography;
}

/** Forgets what this isolate knows of groups, after it has changed them. */
export const forgetGeography = (): void => remembered.clear();
