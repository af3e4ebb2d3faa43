import { lte, type SQL, sql } from 'drizzle-orm';
import { ConflictError, type Db, failWhere } from '../../db/client.ts';
import { storyWords } from '../../db/schema.ts';
import { listed } from '../../db/sql.ts';
import type { StoredWords } from '../../db/values.ts';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import type { Seconds } from '../../lib/time.ts';
import { STORY_LIFE_S, type StoryMatcher, type StoryWord } from './match.ts';

/** Terms of stories. Each placement adds a row with its changes, so that concurrent placements do not conflict. */

interface WordRow {
  portion: number;
  words: StoredWords;
}

/** Builds a query for all rows, oldest first, with their JSON as text. */
export const selectWords = (db: Db) =>
  db
    .select({ portion: storyWords.portion, words: sql<string>`${storyWords.words}` })
    .from(storyWords)
    .orderBy(storyWords.portion);

/** Parsed rows by text. The previous placement has read most rows already, and parsing takes longer than comparing. */
let parsedRows: ReadonlyMap<string, StoredWords> = new Map();

function parseRows(rows: readonly { portion: number; words: string }[]): WordRow[] {
  const known = parsedRows;
  parsedRows = new Map(rows.map(({ words }) => [words, known.get(words) ?? JSON.parse(words)]));
  return rows.map(({ portion, words }) => ({ portion, words: parsedRows.get(words) ?? {} }));
}

const PORTIONS = 2;
/** Number of rows at which all rows are replaced by `PORTIONS` rows. */
const MAX_ROWS = 8;
/** Maximum number of terms and story references in all rows. Larger sets are pruned. */
const MAX_TERMS = 60_000;
/** Minimum number of stories that a term without current stories must have had. Other such terms are pruned. */
const MIN_SIGHTINGS = 3;

/** Terms of stories, decoded on look-up only, because an article needs few of them. */
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

/** Combines what several rows store about a term. Counts add up, and later times replace earlier ones. */
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

/** Opens the terms of all rows, and replaces the rows if there are many. `times`: now and publication times. */
export async function openWords(
  db: Db,
  found: readonly { portion: number; words: string }[],
  times: readonly Seconds[],
): Promise<WordIndex> {
  const rows = parseRows(found);
  if (rows.length < MAX_ROWS) return new WordIndex(rows.map(({ words }) => words));
  const portions = byPortion(pruned(joinRows(rows), times));
  const last = rows.at(-1)?.portion ?? 0;
  const these = lte(storyWords.portion, last);
  try {
    await db.transaction(
      failWhere(sql`(SELECT count(*) FROM ${storyWords} WHERE ${these}) <> ${rows.length}`),
      db.delete(storyWords).where(these),
      // Numbers only grow, so that rows replaced by another placement are never mistaken for these.
      db.insert(storyWords).values(portions.map((words, i) => ({ portion: last - i, words }))),
    );
  } catch (error) {
    // Another placement has already replaced the rows.
    if (!(error instanceof ConflictError)) throw error;
  }
  return new WordIndex(portions);
}

type Words = Map<string, StoryWord>;

function joinRows(rows: readonly WordRow[]): Words {
  const parts = new Map<string, StoredWords[string][]>();
  for (const { words } of rows)
    for (const [term, word] of Object.entries(words)) {
      const known = parts.get(term);
      if (known) known.push(word);
      else parts.set(term, [word]);
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
  // References nearest in time remain. Of equally near references, those to later stories come first.
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

export function storeWords({ words, changedWords, changed, merged }: StoryMatcher): SQL {
  const added = Array.from(changedWords, ([term, count]) => {
    const ids = [...(words.get(term)?.ids ?? [])].filter(([id]) => changed.has(id) && !merged.has(id));
    return [term, stored(count, ids)] as const;
  });
  const useful = added.filter(([, word]) => Object.keys(word).length > 0);
  return sql`INSERT INTO ${storyWords} (${listed(storyWords.portion, storyWords.words)})
    SELECT coalesce(max(${storyWords.portion}) + 1, ${sql.raw(String(PORTIONS - 1))}), ${JSON.stringify(Object.fromEntries(useful))} FROM ${storyWords}`;
}
