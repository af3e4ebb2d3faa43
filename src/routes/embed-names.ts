import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../db/client.ts';
import { companies, topics } from '../db/schema.ts';
import { MINUTE_MS, type Millis } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import type { Named } from '../web/shells/embed-search.ts';

export const CHOICES = ['topics', 'companies'] as const;
export type Choice = (typeof CHOICES)[number];
const TABLES = { topics, companies } as const satisfies Record<Choice, unknown>;

const stored = z.array(z.tuple([z.int(), z.string()]));

/** Every letter typed sends a request, so the names of a kind are read at most once a minute. */
const REMEMBERED_MS = MINUTE_MS;
const remembered = new TtlCache<Named<number>[]>({ ttl: REMEMBERED_MS, capacity: CHOICES.length });

/** All of a kind by name, at most a minute old. Reads one row each, or none where the isolate remembers them. */
export async function loadNames(db: Db, kind: Choice, now: Millis): Promise<Named<number>[]> {
  const known = remembered.get(kind, now);
  if (known) return known;
  const { id, name } = TABLES[kind];
  const [row] = await db
    .select({ names: sql<string>`json_group_array(json_array(${id}, ${name}))`.as('names') })
    .from(TABLES[kind]);
  const names = stored.parse(JSON.parse(row?.names ?? '[]')).map(([id, name]) => ({ id, name }));
  names.sort((a, b) => ORDER.compare(a.name, b.name) || a.id - b.id);
  remembered.set(kind, names, now);
  return names;
}

const ORDER = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
