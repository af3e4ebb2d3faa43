import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { RETENTION_DAYS } from '../../db/retention-days.ts';
import { articles, stories, storyTerms } from '../../db/schema.ts';
import { bare, inList, listed } from '../../db/sql.ts';
import type { StoredStory } from '../../db/values.ts';
import { isThreadShared, isTurnOver, nextTurn } from '../../lib/thread/turns.ts';
import { DAY, type Seconds } from '../../lib/time.ts';
import { makePending } from '../index/entries.ts';
import { languageOf } from '../language.ts';
import { MAX_ARTICLE_ID } from '../position.ts';
import { StoryMatcher, type StoryState, type StoryText } from './match.ts';
import { StoryCache } from './story-cache.ts';
import { changedWordsJson, nextRow, openWords, selectWords, storeWords, withTexts } from './word-store.ts';

/** Loads and stores the story matcher. A few rows contain all terms, so that placing an article reads few rows. */

const STORIES_PER_ROW = 16;

/** Stories as this isolate left them after it last placed articles. */
const latestStories = new StoryCache();

/** Number of texts above which all stories that share a term are loaded, instead of the most likely ones per text. */
const MANY_TEXTS = 50;
/** Replaces `MANY_TEXTS` on a self-hosted server, which imports fewer articles per transaction. */
const MANY_SHARED_TEXTS = 16;

/** Age of a story's last article, in seconds, at which the story's terms are deleted. */
const SILENT_SECONDS = RETENTION_DAYS.storyTerms * DAY;

/** Minimum number of characters for language detection. It would often fail for shorter texts, such as a headline. */
const MIN_DETECTION_CHARACTERS = 120;

interface StoryFields {
  id: number;
  title: string;
  introduction: string;
  language?: string | null | undefined;
  publishedAt: Seconds;
}
/** Article to place. `story` is the story to which a restored article returns. */
type Draft = StoryFields & { story?: number | undefined };
type ById = ReadonlyMap<number, { shown: Record<string, unknown> }>;

export interface StoryPlacement {
  /** Stories of new articles. An article without an entry gets a story of its own. */
  storyById: ReadonlyMap<number, number>;
  placing: readonly SQL[];
  /** Whether the statements in `placing` change stories of articles, which must then be indexed again. */
  hasPending: boolean;
  /** Callback to run once the statements are stored. */
  remember: () => void;
}

export function textOf({ title, introduction, language, publishedAt }: StoryFields): StoryText {
  const text = `${title} ${introduction}`;
  const tag = language ?? (text.length >= MIN_DETECTION_CHARACTERS ? languageOf(text) : null);
  return { title, introduction, language: tag?.split('-', 1)[0]?.toLowerCase() ?? null, publishedAt };
}

/** Finds stories for new articles and for articles whose text changed, in the order in which they are stored. */
export async function placeArticles(
  db: Db,
  drafts: readonly Draft[],
  byId: ById,
  now: Seconds,
): Promise<StoryPlacement> {
  const changedDrafts = drafts.filter((draft) => {
    const shown = byId.get(draft.id)?.shown;
    return !shown || shown.title !== draft.title || shown.introduction !== draft.introduction;
  });
  if (changedDrafts.length === 0) return { storyById: new Map(), placing: [], hasPending: false, remember: () => {} };
  const texts = new Map(changedDrafts.map((draft) => [draft.id, textOf(draft)]));
  const edited = changedDrafts.filter(({ id }) => byId.has(id)).map(({ id }) => id);
  const loaded = await loadMatcher(db, {
    texts: [...texts.values()],
    wanted: changedDrafts,
    edited,
    now,
    cache: latestStories,
  });
  const { matcher, storyOf } = loaded;
  const place = ({ id, story, publishedAt }: Draft) => {
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
  };
  const found: ReturnType<typeof place>[] = [];
  for (const draft of changedDrafts) {
    if (isTurnOver()) await nextTurn();
    found.push(place(draft));
  }
  const placed = found.map((one) => ({ ...one, into: matcher.merged.get(one.into) ?? one.into }));
  const moved = placed.filter(({ from, into }) => from !== into);
  const stored = storeMatcher(matcher);
  const moves = moveArticles(
    moved.filter(({ id }) => byId.has(id)),
    matcher.merged,
  );
  return {
    storyById: new Map(moved.map(({ id, into }) => [id, into])),
    placing: [...moves, ...stored.statements, ...forgetSilent(changedDrafts, now)],
    hasPending: moves.length > 0,
    remember: () => loaded.remember(stored.words),
  };
}

/** Deletes terms of stories much older than these articles. Otherwise, imports of archives would leave them behind. */
function forgetSilent(drafts: readonly Draft[], now: Seconds): SQL[] {
  const before = Math.min(...drafts.map(({ publishedAt }) => publishedAt)) - SILENT_SECONDS;
  const isArchive = drafts.every(({ publishedAt }) => publishedAt < now - SILENT_SECONDS);
  return isArchive ? [sql`DELETE FROM ${storyTerms} WHERE ${storyTerms.lastAt} < ${before}`] : [];
}

/** Returns the id of the story that an article starts, as `ownStory` computes it in SQL. */
export const ownId = ({ states }: StoryMatcher, id: number, isTaken = states.has(id)): number =>
  isTaken ? id + MAX_ARTICLE_ID + 1 : id;

const rowOf = (id: number): number => Math.floor(id / STORIES_PER_ROW);

interface Loading {
  texts: readonly StoryText[];
  wanted: readonly Draft[];
  /** Ids of articles that are already stored. */
  edited?: readonly number[];
  now: Seconds;
  cache?: StoryCache;
}

/** Loads the stories with which the texts are compared. */
export async function loadMatcher(db: Db, { texts, wanted, edited = [], now, cache }: Loading) {
  const known = cache?.rows ?? [];
  const { words, stored } = await db.transaction({
    words: selectWords(known),
    stored: db.select({ id: articles.id, story: articles.storyId }).from(articles).where(inList(articles.id, edited)),
  });
  const times = [now, ...texts.map(({ publishedAt }) => publishedAt)];
  const rows = withTexts(words, known);
  const latest = cache?.take(rows);
  const opened = await openWords(db, rows, times, latest?.index);
  const { states, portions } = latest ?? { states: new Map<number, StoryState>(), portions: new Set<number>() };
  const matcher = new StoryMatcher(opened.index, states);
  const isLoaded = (id: number) => portions.has(rowOf(id));
  const isMany = texts.length >= (isThreadShared() ? MANY_SHARED_TEXTS : MANY_TEXTS);
  const near = isMany ? matcher.sharing(texts, isLoaded) : texts.flatMap((text) => matcher.nearest(text));
  const ids = [...near, ...wanted.flatMap(({ id, story }) => [id, story ?? id]), ...stored.map(({ story }) => story)];
  const missing = new Set(ids.map(rowOf).filter((portion) => !portions.has(portion)));
  for (const [id, state] of await loadStates(db, missing)) states.set(id, state);
  for (const portion of missing) portions.add(portion);
  return {
    matcher,
    storyOf: new Map(stored.map(({ id, story }) => [id, story])) as ReadonlyMap<number, number>,
    /** Caches the stories. The caller must first store the changed terms as `row`. */
    remember: (row: string) =>
      cache?.put({ rows: [...opened.rows, nextRow(opened.rows, row)], index: opened.index, states, portions }),
  };
}

async function loadStates(db: Db, portions: ReadonlySet<number>): Promise<[id: number, state: StoryState][]> {
  if (portions.size === 0) return [];
  const rows = await db
    .select({ states: storyTerms.states })
    .from(storyTerms)
    .where(sql`${storyTerms.portion} IN (${sql.raw([...portions].join())})`);
  // A row may contain null for a story that has been deleted.
  return rows.flatMap(({ states }) =>
    Object.entries(states).flatMap(([id, state]): [number, StoryState][] =>
      state ? [[Number(id), toState(state)]] : [],
    ),
  );
}

const toState = ([at, copies, language, decided, terms]: StoredStory): StoryState => ({
  at,
  copies,
  language,
  decided: decided === 1,
  terms: new Map(Object.entries(terms)),
});

/** Returns the JSON of a `StoredStory`, or `null` for a story that no longer exists. */
function stateJson(state: StoryState | undefined): string {
  if (!state) return 'null';
  const terms = Array.from(state.terms, ([term, weight]) => `${JSON.stringify(term)}:${weight}`);
  return `[${state.at},${state.copies},${JSON.stringify(state.language)},${state.decided ? 1 : 0},{${terms.join()}}]`;
}

/** Builds statements that merge the changes into the stored values, which may have changed concurrently. */
export function storeMatcher(matcher: StoryMatcher): { statements: SQL[]; words: string } {
  const { states, changed, changedWords } = matcher;
  if (changedWords.size + changed.size === 0) return { statements: [], words: '{}' };
  const rows = Map.groupBy(changed, rowOf);
  const json = Array.from(rows, ([row, ids]) => {
    const at = ids.reduce((latest, id) => Math.max(latest, states.get(id)?.at ?? 0), 0);
    return `"${row}":{"states":{${ids.map((id) => `"${id}":${stateJson(states.get(id))}`).join()}},"at":${at}}`;
  });
  const words = changedWordsJson(matcher);
  const statements = [
    storeWords(words),
    sql`INSERT INTO ${storyTerms} (${listed(storyTerms.portion, storyTerms.states, storyTerms.lastAt)})
      SELECT v.key, v.value -> 'states', v.value ->> 'at' FROM json_each(${`{${json.join()}}`}) v WHERE true
      ON CONFLICT (${bare(storyTerms.portion)}) DO UPDATE SET
        ${bare(storyTerms.states)} = json_patch(${storyTerms.states}, excluded.${bare(storyTerms.states)}),
        ${bare(storyTerms.lastAt)} = max(${storyTerms.lastAt}, excluded.${bare(storyTerms.lastAt)})`,
  ];
  return { statements, words };
}

/** Builds statements that move articles and merge stories. Articles in stories changed by an editor never move. */
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
