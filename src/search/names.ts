import { eq, type SQL, sql } from 'drizzle-orm';
import { readGeography } from '../content/geography.ts';
import type { Db } from '../db/client.ts';
import { nameLists } from '../db/schema.ts';

/**
 * Searches for a part of a name. The names of a kind lie together in a few rows (`name_lists`, kept by triggers), so that a search
 * reads those and the rows of its page, however many names do not match.
 */

/** A value by which rows are ordered, as a cursor holds it. */
export type Value = string | number;

/** A thing as its name list has it. */
export interface NamedThing {
  key: string | number;
  /** What is looked through: the name first, then whatever else it is known by. */
  words: string[];
  /** The values that lists are filtered by. */
  filters: (string | number | null)[];
}

export interface NameSearch {
  kind: 'topic' | 'company' | 'source' | 'geoGroup' | 'rule';
  /** Part of one of the words, in any case. */
  text: string;
  /** The wanted values of `filters`, in their order; undefined: any. */
  filters: readonly (string | number | undefined)[];
  /** Only these keys; undefined: any. */
  among?: readonly (string | number)[] | undefined;
  /** SQL: a row is the one whose key `wanted.value` is. */
  isWanted: SQL;
  /** A thing's place in the order of the list, as a cursor holds it. */
  placeOf: (thing: NamedThing) => Value[];
}

/** How many words an entry of each kind begins with, before what it is filtered by. */
const WORDS = { topic: 2, company: 1, source: 2, geoGroup: 2, rule: 2 };

type Entry = (string | number | null)[];

/** The things that match. Reads at most eight rows. */
export async function searchNamedThings(
  db: Db,
  { kind, text, filters, among }: Pick<NameSearch, 'kind' | 'text' | 'filters' | 'among'>,
): Promise<NamedThing[]> {
  const wanted = text.toLowerCase();
  return (await entriesOf(db, kind)).flatMap(([key, entry]) => {
    const words = entry.slice(0, WORDS[kind]).map(String);
    const own = entry.slice(WORDS[kind]);
    const matches =
      (among?.includes(key) ?? true) &&
      words.some((word) => word.toLowerCase().includes(wanted)) &&
      filters.every((value, i) => value === undefined || value === own[i]);
    return matches ? [{ key, words, filters: own }] : [];
  });
}

async function entriesOf(db: Db, kind: NameSearch['kind']): Promise<[key: string | number, Entry][]> {
  if (kind === 'geoGroup') return (await readGeography(db)).map(({ slug, name }) => [slug, [name, slug]]);
  const lists = await db.select({ names: nameLists.names }).from(nameLists).where(eq(nameLists.kind, kind));
  const isNumber = kind === 'topic' || kind === 'company';
  return lists.flatMap(({ names }) =>
    Object.entries(names).map(([key, entry]): [string | number, Entry] => [isNumber ? Number(key) : key, entry]),
  );
}

/** Compares places as the lists' indexes do: names without regard to the case of A to Z, keys exactly. */
export function comparePlaces(a: readonly Value[], b: readonly Value[]): number {
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? '';
    const [x, y] = i === 0 && a.length > 1 ? [folded(value), folded(other)] : [value, other];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

const folded = (value: Value): Value =>
  typeof value === 'string' ? value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : value;

/** Rows of these keys in their order. */
export const inOrderOf = (keys: readonly Value[], table: SQL, isWanted: SQL): SQL =>
  sql`json_each(${JSON.stringify(keys)}) wanted CROSS JOIN ${table} ON ${isWanted}`;
