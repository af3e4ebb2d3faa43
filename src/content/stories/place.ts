import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles, stories, storyTerms, storyWords } from '../../db/schema.ts';
import { bare, inList, joined, listed } from '../../db/sql.ts';
import type { StoredStory, StoredWords } from '../../db/values.ts';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import type { Seconds } from '../../lib/time.ts';
import { makePending } from '../index/entries.ts';
import { languageOf } from '../language.ts';
import { MAX_ARTICLE_ID } from '../position.ts';
import {
  ALIVE,
  COMPARED,
  DOCUMENT_COUNT_TERM,
  Matcher,
  type StoryState,
  type StoryText,
  type StoryWord,
} from './match.ts';

/** Stored matcher. All terms are in a few rows, so that one article costs as few row reads as a hundred. */

const PORTIONS = 2;
/** Stories per row of `story_terms`. */
const A_ROW = 16;
/** Terms and story references per row; larger rows are pruned. */
const MAX_ROW_TERMS = 30_000;
/** Fewest sightings of a term without living stories; others are pruned. */
const MIN_SIGHTINGS = 3;

/** Fewest characters for language detection: headlines alone are misdetected too often. */
const CERTAIN = 120;

/** Stored fields that decide an article's story. */
interface StoryFields {
  id: number;
  title: string;
  introduction: string;
  language?: string | null | undefined;
  publishedAt: Seconds;
}
/** `story`: target of a restore. */
type Draft = StoryFields & { story?: number | undefined };
type ById = ReadonlyMap<number, { shown: Record<string, unknown> }>;

export interface StoryPlacement {
  /** Stories of new articles; without an entry, a separate story. */
  storyById: ReadonlyMap<number, number>;
  /** Statements to run after the articles are stored. */
  placing: readonly SQL[];
  /** Whether `placing` makes articles pending because their story changes. */
  hasPending: boolean;
}

export function textOf({ title, introduction, language, publishedAt }: StoryFields): StoryText {
  const text = `${title} ${introduction}`;
  const tag = language ?? (text.length >= CERTAIN ? languageOf(text) : null);
  return { title, introduction, language: tag?.split('-', 1)[0]?.toLowerCase() ?? null, publishedAt };
}

/** Finds stories for new articles and those with changed text, in the order of storage. */
export async function placeArticles(
  db: Db,
  drafts: readonly Draft[],
  byId: ById,
  now: Seconds,
): Promise<StoryPlacement> {
  const told = drafts.filter((draft) => {
    const shown = byId.get(draft.id)?.shown;
    return !shown || shown.title !== draft.title || shown.introduction !== draft.introduction;
  });
  if (told.length === 0) return { storyById: new Map(), placing: [], hasPending: false };
  const texts = new Map(told.map((draft) => [draft.id, textOf(draft)]));
  const edited = told.filter(({ id }) => byId.has(id)).map(({ id }) => id);
  const { matcher, storyOf } = await loadMatcher(db, [...texts.values()], told, edited, now);
  const found = told.map(({ id, story, publishedAt }) => {
    const text = texts.get(id) as StoryText;
    const from = storyOf.get(id);
    if (story !== undefined) matcher.adopt(story, text);
    if (story !== undefined || !byId.has(id)) {
      const own = ownId(matcher, id);
      return { id, from: own, into: story ?? matcher.place(text, own) };
    }
    const state = from === undefined ? undefined : matcher.states.get(from);
    if (from === undefined || !state || state.decided) return { id, from: 0, into: 0 };
    matcher.leave(from, textOf({ id, publishedAt, ...byId.get(id)?.shown } as unknown as StoryFields));
    const into = matcher.place(text, state.copies <= 0 ? from : ownId(matcher, id), from);
    if (state.copies <= 0) matcher.states.delete(from);
    return { id, from, into };
  });
  const placed = found.map((one) => ({ ...one, into: matcher.merged.get(one.into) ?? one.into }));
  const moved = placed.filter(({ from, into }) => from !== into);
  const moves = moveArticles(
    moved.filter(({ id }) => byId.has(id)),
    matcher.merged,
  );
  return {
    storyById: new Map(moved.map(({ id, into }) => [id, into])),
    placing: [...moves, ...storeMatcher(matcher)],
    hasPending: moves.length > 0,
  };
}

/** Id of an article's separate story, as `ownStory` computes it in SQL. */
export const ownId = ({ states }: Matcher, id: number, isTaken = states.has(id)): number =>
  isTaken ? id + MAX_ARTICLE_ID + 1 : id;

const rowOf = (id: number): number => Math.floor(id / A_ROW);

/** Reads the stories to compare with. `wanted`: articles to place; `edited`: ids of the stored ones. */
export async function loadMatcher(
  db: Db,
  texts: readonly StoryText[],
  wanted: readonly Draft[],
  edited: readonly number[],
  now: Seconds,
): Promise<{ matcher: Matcher; storyOf: ReadonlyMap<number, number> }> {
  const { words, stored } = await db.transaction({
    words: db.select().from(storyWords),
    stored: db.select({ id: articles.id, story: articles.storyId }).from(articles).where(inList(articles.id, edited)),
  });
  const known = new Map<string, StoryWord>();
  const times = [now, ...texts.map(({ publishedAt }) => publishedAt)];
  for (const portion of words) if (sizeOf(portion.words) > MAX_ROW_TERMS) await prune(db, portion, times);
  for (const portion of words) for (const [term, word] of Object.entries(portion.words)) known.set(term, toWord(word));
  const matcher = new Matcher(known);
  const near = texts.flatMap((text) => matcher.candidates(text).slice(0, COMPARED));
  const ids = [...near, ...wanted.flatMap(({ id, story }) => [id, story ?? id]), ...stored.map(({ story }) => story)];
  const rows = await db
    .select({ states: storyTerms.states })
    .from(storyTerms)
    .where(sql`${storyTerms.portion} IN (${sql.raw([...new Set(ids.map(rowOf))].join())})`);
  // A row may contain null for an ended story.
  for (const { states } of rows)
    for (const [id, state] of Object.entries(states)) if (state) matcher.states.set(Number(id), toState(state));
  return { matcher, storyOf: new Map(stored.map(({ id, story }) => [id, story])) };
}

const sizeOf = (words: StoredWords): number =>
  Object.values(words).reduce((sum, word) => sum + Object.keys(word).length, 0);

/** Removes obsolete terms from a row, and rare ones if it is still too large. */
async function prune(db: Db, row: { portion: number; words: StoredWords }, times: readonly Seconds[]): Promise<void> {
  const [from, to] = [Math.min(...times) - ALIVE, Math.max(...times) + ALIVE];
  const middle = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  const living = Object.entries(row.words).flatMap(([term, { n: _, ...ids }]) =>
    Object.entries(ids).flatMap(([id, at]) => (at >= from && at <= to ? { term, id: Number(id), at } : [])),
  );
  // Keeps the references nearest in time, the latest first.
  const near = living.sort((a, b) => Math.abs(a.at - middle) - Math.abs(b.at - middle) || b.id - a.id);
  const storiesByTerm = Map.groupBy(near.slice(0, MAX_ROW_TERMS / 4), ({ term }) => term);
  const all = row.words;
  for (let seen = MIN_SIGHTINGS; ; seen *= 2) {
    const words = Object.entries(all).flatMap(([term, { n = 0 }]) => {
      const ids = Object.fromEntries(storiesByTerm.get(term)?.map(({ id, at }) => [id, at]) ?? []);
      return storiesByTerm.has(term) || n >= seen ? [[term, { n, ...ids }] as const] : [];
    });
    row.words = Object.fromEntries(words);
    if (sizeOf(row.words) <= MAX_ROW_TERMS / 2) break;
  }
  await db.update(storyWords).set({ words: row.words }).where(eq(storyWords.portion, row.portion));
}

const toWord = ({ n = 0, ...ids }: Record<string, number>): StoryWord => ({
  stories: n,
  ids: new Map(Object.entries(ids).map(([id, at]) => [Number(id), at as Seconds])),
});

const toState = ([at, copies, language, decided, terms]: StoredStory): StoryState => ({
  at,
  copies,
  language,
  decided: decided === 1,
  terms: new Map(Object.entries(terms)),
});

/** Statements that merge changes into concurrently stored values. */
export function storeMatcher({ words, changedWords, states, changed, merged }: Matcher): SQL[] {
  const patches: Record<string, StoredWords> = {};
  for (const term of changedWords) {
    const { stories, ids } = words.get(term) ?? { stories: 0, ids: [] };
    const changedIds = [...ids].filter(([id]) => changed.has(id) && !merged.has(id));
    const portion = term === DOCUMENT_COUNT_TERM ? 0 : quickHash(term) % PORTIONS;
    patches[portion] ??= {};
    Object.assign(patches[portion], { [term]: { n: stories, ...Object.fromEntries(changedIds) } });
  }
  if (changedWords.size + changed.size === 0) return [];
  const rows: Record<string, { states: Record<string, StoredStory | null>; at: number }> = {};
  for (const id of changed) {
    const state = states.get(id);
    const row = rows[rowOf(id)];
    const stored: StoredStory | null = state
      ? [state.at, state.copies, state.language, state.decided ? 1 : 0, Object.fromEntries(state.terms)]
      : null;
    rows[rowOf(id)] = { states: { ...row?.states, [id]: stored }, at: Math.max(row?.at ?? 0, state?.at ?? 0) };
  }
  const entries = Object.entries({ 0: {}, ...patches });
  return [
    sql`INSERT INTO ${storyWords} (${listed(storyWords.portion, storyWords.words)})
      VALUES ${joined(entries.map(([portion, words]) => sql`(${Number(portion)}, ${JSON.stringify(words)})`))}
      ON CONFLICT (${bare(storyWords.portion)}) DO UPDATE SET ${bare(storyWords.words)} = json_patch(${storyWords.words}, excluded.${bare(storyWords.words)})`,
    sql`INSERT INTO ${storyTerms} (${listed(storyTerms.portion, storyTerms.states, storyTerms.lastAt)})
      SELECT v.key, v.value -> 'states', v.value ->> 'at' FROM json_each(${JSON.stringify(rows)}) v WHERE true
      ON CONFLICT (${bare(storyTerms.portion)}) DO UPDATE SET
        ${bare(storyTerms.states)} = json_patch(${storyTerms.states}, excluded.${bare(storyTerms.states)}),
        ${bare(storyTerms.lastAt)} = max(${storyTerms.lastAt}, excluded.${bare(storyTerms.lastAt)})`,
  ];
}

/** Statements that move articles, and all articles of merged stories. Articles of decided stories never move. */
export function moveArticles(moved: readonly { id: number; into: number }[], merged: ReadonlyMap<number, number>) {
  if (moved.length + merged.size === 0) return [];
  const direct = JSON.stringify(moved.map(({ id, into }) => [id, into]));
  const moves = sql`(SELECT v.value ->> 0 AS article, v.value ->> 1 AS story FROM json_each(${direct}) v
    UNION ALL SELECT CAST(j.key AS INTEGER), v.value ->> 1 FROM json_each(${JSON.stringify([...merged])}) v
      CROSS JOIN ${stories} CROSS JOIN json_each(${stories.copies}) j WHERE ${stories.id} = v.value ->> 0
        AND j.key NOT IN (SELECT one.value ->> '$[0]' || '' FROM json_each(${direct}) one))`;
  const isUndecided = sql`NOT EXISTS (SELECT 1 FROM ${stories} WHERE ${stories.id} = ${articles.storyId} AND ${stories.decided})`;
  return [
    makePending(sql`${articles.id} IN (SELECT article FROM ${moves}) AND ${isUndecided}`),
    sql`UPDATE ${articles} SET ${bare(articles.storyId)} = moves.story FROM ${moves} AS moves
      WHERE ${articles.id} = moves.article AND ${isUndecided}`,
  ];
}
