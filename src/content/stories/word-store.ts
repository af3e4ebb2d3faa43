import { between, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { ConflictError, type Db, failWhere, PreparedQuery } from '../../db/client.ts';
import { storyWords } from '../../db/schema.ts';
import { joined, listed } from '../../db/sql.ts';
import type { StoredWords } from '../../db/values.ts';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import { isThreadShared, isTurnOver, nextTurn } from '../../lib/thread/turns.ts';
import type { Seconds } from '../../lib/time.ts';
import { STORY_LIFE_S, type StoryMatcher, type StoryWord } from './match.ts';

/** Stores the terms of stories. Each batch of placed articles adds a row, so concurrent batches do not conflict. */

interface WordRow {
  portion: number;
  words: StoredWords;
}

/** Row as stored. `mark` identifies its content: its number, its length in bytes, and its beginning. */
export interface MarkedRow {
  portion: number;
  mark: string;
  words: string;
}

const MARK_CHARACTERS = 100;
const BYTES = new TextEncoder();

export const markedRow = (portion: number, words: string): MarkedRow => ({
  portion,
  mark: `${portion} ${BYTES.encode(words).length} ${words.slice(0, MARK_CHARACTERS)}`,
  words,
});

/** Builds a query for all rows, oldest first. It returns no text for rows in `known`, because the text may have MBs. */
export function selectWords(known: readonly MarkedRow[]): PreparedQuery<StoredRow> {
  const { portion, words } = storyWords;
  const mark = sql`${portion} || ' ' || octet_length(${words}) || ' ' || substr(${words}, 1, ${sql.raw(String(MARK_CHARACTERS))})`;
  const marks = JSON.stringify(known.map((row) => row.mark));
  return new PreparedQuery(
    storedRow,
    sql`SELECT ${portion} AS portion, ${mark} AS mark, iif(${mark} IN (SELECT value FROM json_each(${marks})), NULL, ${words}) AS words
      FROM ${storyWords} ORDER BY ${portion}`,
  );
}

const storedRow = z.object({ portion: z.int(), mark: z.string(), words: z.string().nullable() });
type StoredRow = z.output<typeof storedRow>;

/** Adds the texts of known rows to the result of `selectWords`. */
export const withTexts = (rows: readonly StoredRow[], known: readonly MarkedRow[]): MarkedRow[] =>
  rows.map((row) => ({ ...row, words: row.words ?? known.find(({ mark }) => mark === row.mark)?.words ?? '{}' }));

/** Parsed rows by JSON string. Most rows were parsed before, and comparing strings is faster than parsing again. */
let parsedRows: ReadonlyMap<string, StoredWords> = new Map();

function parseRows(rows: readonly MarkedRow[]): WordRow[] {
  const known = parsedRows;
  parsedRows = new Map(rows.map(({ words }) => [words, known.get(words) ?? JSON.parse(words)]));
  return rows.map(({ portion, words }) => ({ portion, words: parsedRows.get(words) ?? {} }));
}

const PORTIONS = 2;
const FIRST_PORTION = PORTIONS - 1;
/** Number of rows above which all rows are replaced by `PORTIONS` new rows. */
const MAX_ROWS = 8;
/** Replaces `MAX_ROWS` if imports have many small transactions, because merging small rows often would take long. */
const MAX_SHARED_ROWS = 64;
const maxRows = (): number => (isThreadShared() ? MAX_SHARED_ROWS : MAX_ROWS);
/** Maximum number of terms and references to stories in all rows. If there are more, some are deleted. */
const MAX_TERMS = 60_000;
/** Minimum number of stories that have contained a term. Rarer terms without a current story are deleted. */
const MIN_SIGHTINGS = 3;

/** Terms of stories. A term is decoded only when it is looked up, because an article needs few of them. */
export class WordIndex {
  readonly #stored: readonly StoredWords[];
  readonly #known = new Map<string, StoryWord | undefined>();

  constructor(stored: readonly StoredWords[] = []) {
    this.#stored = stored;
  }

  get(term: string): StoryWord | undefined {
    const known = this.#known.get(term);
    if (known || this.#known.has(term)) return known;
    const found: StoredWords[string][] = [];
    for (const words of this.#stored) if (Object.hasOwn(words, term)) found.push(words[term] ?? {});
    const word = found.length > 0 ? decoded(found) : undefined;
    this.#known.set(term, word);
    return word;
  }

  set(term: string, word: StoryWord): void {
    this.#known.set(term, word);
  }
}

/** Combines the data of several rows about a term. Counts are added, and later times replace earlier ones. */
function decoded(rows: readonly StoredWords[string][]): StoryWord {
  const word: StoryWord = { stories: 0, ids: new Map() };
  for (const row of rows)
    for (const key in row) {
      const value = row[key] ?? 0;
      if (key === 'n') word.stories += value;
      else word.ids.set(Number(key), value);
    }
  word.stories = Math.max(0, word.stories);
  return word;
}

interface OpenedWords {
  /** Rows as stored, oldest first. */
  rows: readonly MarkedRow[];
  index: WordIndex;
}

/**
 * Opens the terms of all rows. If there are many rows, merges the latest or all of them. `times` are the current time
 * and the publication times.
 * `known` are terms of the same rows that were decoded before.
 */
export async function openWords(
  db: Db,
  found: readonly MarkedRow[],
  times: readonly Seconds[],
  known?: WordIndex,
): Promise<OpenedWords> {
  if (found.length < maxRows())
    return { rows: found, index: known ?? new WordIndex(parseRows(found).map(({ words }) => words)) };
  const rows = parseRows(found);
  const from = latestRows(found.map(({ words }) => words));
  await nextTurn();
  const replaced = from > 0 ? [await mergedRow(rows.slice(from))] : await mergedRows(rows, times);
  const [first, last] = [rows[from]?.portion ?? 0, rows.at(-1)?.portion ?? 0];
  await nextTurn();
  // Row numbers are never reused, so a row of a concurrent request cannot be mistaken for one of these rows.
  const stored = replaced.map((words, i) => markedRow(last - replaced.length + 1 + i, JSON.stringify(words)));
  const portion = storyWords.portion;
  try {
    await db.transaction(
      failWhere(sql`(SELECT count(*) FROM ${storyWords} WHERE ${portion} <= ${last}) <> ${rows.length}`),
      db.delete(storyWords).where(between(portion, first, last)),
      sql`INSERT INTO ${storyWords} (${listed(portion, storyWords.words)})
        VALUES ${joined(stored.map((row) => sql`(${row.portion}, ${row.words})`))}`,
    );
  } catch (error) {
    // On a conflict, a concurrent request has already replaced these rows.
    if (!(error instanceof ConflictError)) throw error;
  }
  const older = rows.slice(0, from).map(({ words }) => words);
  const index = (from > 0 && known) || new WordIndex([...older, ...replaced]);
  return { rows: [...found.slice(0, from), ...stored], index };
}

/** Maximum number of characters in a row that replaces the latest rows. D1 stores at most 2 MB per value. */
const MAX_MERGED_LENGTH = 600_000;

/** Returns the index of the first row to merge (0: all). The merged rows are smaller in total than the others. */
function latestRows(texts: readonly string[]): number {
  let before = texts.reduce((sum, text) => sum + text.length, 0);
  let from = texts.length;
  for (let latest = 0; from > 0; from--) {
    const { length } = texts[from - 1] ?? '';
    latest += length;
    before -= length;
    if (latest > Math.min(before, MAX_MERGED_LENGTH)) break;
  }
  return texts.length - from > maxRows() / 2 ? from : 0;
}

/** Merges all rows and deletes rare terms. Other requests run between its steps. */
async function mergedRows(rows: readonly WordRow[], times: readonly Seconds[]): Promise<StoredWords[]> {
  const words = await joinRows(rows);
  await nextTurn();
  const left = pruned(words, times);
  await nextTurn();
  return byPortion(left);
}

/** Merges rows without deleting rare terms. */
async function mergedRow(rows: readonly WordRow[]): Promise<StoredWords> {
  const merged = new Map<string, StoredWords[string]>();
  for (const { words } of rows) {
    if (isTurnOver()) await nextTurn();
    for (const [term, word] of Object.entries(words)) {
      const known = merged.get(term);
      merged.set(term, known ? { ...known, ...word, n: (known.n ?? 0) + (word.n ?? 0) } : word);
    }
  }
  return Object.fromEntries(merged);
}

type Words = Map<string, StoryWord>;

async function joinRows(rows: readonly WordRow[]): Promise<Words> {
  const parts = new Map<string, StoredWords[string][]>();
  for (const { words } of rows) {
    if (isTurnOver()) await nextTurn();
    for (const [term, word] of Object.entries(words)) {
      const known = parts.get(term);
      if (known) known.push(word);
      else parts.set(term, [word]);
    }
  }
  return new Map(Array.from(parts, ([term, rows]) => [term, decoded(rows)]));
}

const sizeOf = (words: Words): number => [...words.values()].reduce((sum, { ids }) => sum + 1 + ids.size, 0);

function pruned(words: Words, times: readonly Seconds[]): Words {
  if (sizeOf(words) <= MAX_TERMS) return words;
  const [from, to] = [Math.min(...times) - STORY_LIFE_S, Math.max(...times) + STORY_LIFE_S];
  const middle = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  const living = Array.from(words).flatMap(([term, { ids }]) =>
    Array.from(ids).flatMap(([id, at]) => (at >= from && at <= to ? { term, id, at } : [])),
  );
  // A term refers only to the stories nearest in time. If two stories are equally near, the later one is preferred.
  const near = living.sort((a, b) => Math.abs(a.at - middle) - Math.abs(b.at - middle) || b.id - a.id);
  const storiesByTerm = Map.groupBy(near.slice(0, MAX_TERMS / 4), ({ term }) => term);
  for (let seen = MIN_SIGHTINGS; ; seen *= 2) {
    const left = new Map(
      Array.from(words).flatMap(([term, { stories }]) => {
        const ids = new Map(storiesByTerm.get(term)?.map(({ id, at }) => [id, at]));
        return ids.size > 0 || stories >= seen ? [[term, { stories, ids }] as const] : [];
      }),
    );
    if (sizeOf(left) <= MAX_TERMS / 2) return left;
  }
}

const byPortion = (words: Words): StoredWords[] => {
  const portions = Map.groupBy(words, ([term]) => quickHash(term) % PORTIONS);
  return Array.from({ length: PORTIONS }, (_, i) =>
    Object.fromEntries(portions.get(i)?.map(([term, { stories, ids }]) => [term, stored(stories, ids)]) ?? []),
  );
};

const stored = (n: number, ids: Iterable<readonly [number, Seconds]>) => ({
  ...(n !== 0 && { n }),
  ...Object.fromEntries(ids),
});

/** Returns the changes of terms as the JSON of a row. Joining strings is faster than converting objects. */
export function changedWordsJson({ changedWords, addedIds, merged }: StoryMatcher): string {
  const words: string[] = [];
  for (const [term, count] of changedWords) {
    const values = count === 0 ? [] : [`"n":${count}`];
    for (const [id, at] of addedIds.get(term) ?? []) if (!merged.has(id)) values.push(`"${id}":${at}`);
    if (values.length > 0) words.push(`${JSON.stringify(term)}:{${values.join()}}`);
  }
  return `{${words.join()}}`;
}

export const storeWords = (json: string): SQL =>
  sql`INSERT INTO ${storyWords} (${listed(storyWords.portion, storyWords.words)})
    SELECT coalesce(max(${storyWords.portion}) + 1, ${sql.raw(String(FIRST_PORTION))}), ${json} FROM ${storyWords}`;

/** Returns the row that `storeWords` adds to these rows, unless a concurrent request adds a row first. */
export const nextRow = (rows: readonly MarkedRow[], json: string): MarkedRow =>
  markedRow((rows.at(-1)?.portion ?? FIRST_PORTION - 1) + 1, json);
