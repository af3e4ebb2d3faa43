import { eq, type SQL, sql } from 'drizzle-orm';
import { readGeography } from '../content/geography.ts';
import type { Db } from '../db/client.ts';
import { nameLists } from '../db/schema.ts';

/** Searches for parts of names. Triggers store all names of a kind in a few rows (`name_lists`). */

export type Value = string | number;

export interface NamedThing {
  key: string | number;
  /** Texts to search: the name and its alternatives. */
  words: string[];
  filters: (string | number | null)[];
}

export interface NameSearch {
  kind: 'topic' | 'company' | 'source' | 'geoGroup' | 'rule';
  /** Text to find in names. It may be a part of a word, in upper or lower case. */
  text: string;
  /** Required filter values, in the order in which entries store them. Undefined matches any value. */
  filters: readonly (string | number | undefined)[];
  among?: readonly (string | number)[] | undefined;
  /** SQL condition: the key of the row equals `wanted.value`. */
  isWanted: SQL;
  /** Returns the position of an entry in the order of the list, in the form that cursors contain. */
  placeOf: (thing: NamedThing) => Value[];
}

/** Number of searched texts at the start of a name list entry, by kind. The entry's filter values follow them. */
const WORDS = { topic: 2, company: 1, source: 2, geoGroup: 2, rule: 2 };

type Entry = (string | number | null)[];

/** Finds resources by a part of their name. Reads up to eight rows. */
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

/** Compares positions in the same way as SQLite's indexes of lists: keys are case-sensitive, and names are not. */
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

export const inOrderOf = (keys: readonly Value[], table: SQL, isWanted: SQL): SQL =>
  sql`json_each(${JSON.stringify(keys)}) wanted CROSS JOIN ${table} ON ${isWanted}`;
