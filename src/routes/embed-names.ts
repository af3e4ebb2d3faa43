import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import type { Named } from '../web/shells/embed-search.ts';

export const KINDS = ['topics', 'companies'] as const;
export type Kind = (typeof KINDS)[number];

/** Typing asks again with every letter, so the names of a kind are read once a minute at most. */
const REMEMBERED_MS = 60_000;
const remembered = new TtlCache<Named<number>[]>({ ttl: REMEMBERED_MS, capacity: KINDS.length });

/** All of a kind by name, at most a minute old. Reads one row each, or none where the isolate remembers them. `now`: epoch milliseconds. */
export async function loadNames(db: Db, kind: Kind, now: number): Promise<Named<number>[]> {
  const known = remembered.get(kind, now);
  if (known) return known;
  const [row] = await db.all<{ names: string }>(
    sql`SELECT json_group_array(json_array(id, name)) AS names FROM ${sql.identifier(kind)}`,
  );
  const names = (JSON.parse(row?.names ?? '[]') as [id: number, name: string][]).map(([id, name]) => ({ id, name }));
  names.sort((a, b) => ORDER.compare(a.name, b.name) || a.id - b.id);
  remembered.set(kind, names, now);
  return names;
}

const ORDER = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
