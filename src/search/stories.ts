import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { type FeedItem, ITEM_JSON, type ItemStory, toItem } from '../content/articles/item.ts';
import type { Geography } from '../content/geography.ts';
import { STORY, storyToken } from '../content/index/facets.ts';
import { chunks } from '../content/lines.ts';
import { MAX_ARTICLE_ID } from '../content/position.ts';
import type { Db } from '../db/client.ts';
import { articles, sequences, stories } from '../db/schema.ts';
import { inList, joined, objectOf } from '../db/sql.ts';
import { articleIndex } from '../db/tables.ts';
import { EVERYTHING } from '../db/values.ts';
import { rfc3339, type Seconds } from '../lib/time.ts';
import { type Cursor, MOST_SEEN, type SeenStory, type StoryWalk } from './cursor.ts';
import { type FeedFilter, filterOf } from './filter.ts';
import { compileAll, compileMatch } from './match.ts';
import { type FeedPage, ofStory } from './page.ts';

/** Feeds with one item a story: the best of the copies that match. A story has the place of its newest copy that matches. */

/** What tells which copy of a story is the best. */
export interface Preference {
  /** Domains, the preferred first. */
  sources: readonly string[];
  /** Content ids of a story, the most engaged first; articles that are not among them come after. */
  engaged?: ReadonlyMap<number, readonly number[]>;
}

const MOST_SOURCES = 5;
const a = alias(articles, 'a');

export type StoredStory = Pick<typeof stories.$inferSelect, 'id' | 'copies' | 'leadId'>;
const STORY_JSON = objectOf(stories, ['id', 'copies', 'leadId']);

interface Copy {
  id: number;
  publishedAt: Seconds;
  domain: string;
  source: string;
}

/** The published copies, the first first. */
export const copiesOf = ({ copies }: StoredStory, now: Seconds): Copy[] =>
  Object.entries(copies)
    .map(([id, [publishedAt, domain, source]]) => ({ id: Number(id), publishedAt, domain, source }))
    .filter(({ publishedAt }) => publishedAt <= now)
    .sort((one, other) => one.publishedAt - other.publishedAt || one.id - other.id);

/** The published copies, the best first: what a hand has chosen, then by source, by engagement, and by time. */
export function inPreference(story: StoredStory, { sources, engaged }: Preference, now: Seconds): Copy[] {
  const read = engaged?.get(story.id) ?? [];
  const placeIn = <T>(list: readonly T[], one: T) => (list.includes(one) ? list.indexOf(one) : list.length);
  const rank = (copy: Copy) => [
    Number(copy.id !== story.leadId),
    placeIn(sources, copy.domain),
    placeIn(read, copy.id),
  ];
  return copiesOf(story, now)
    .map((copy) => ({ copy, rank: rank(copy) }))
    .sort((one, other) => one.rank.map((value, i) => value - (other.rank[i] ?? 0)).find((n) => n !== 0) ?? 0)
    .map(({ copy }) => copy);
}

export function shownStory(story: StoredStory, now: Seconds): ItemStory {
  const copies = copiesOf(story, now);
  const sources = [...new Set(copies.map(({ source }) => source))].slice(0, MOST_SOURCES);
  return { id: story.id, size: copies.length, sources, firstAt: rfc3339(copies[0]?.publishedAt ?? now) };
}

/** The preference that the configuration says. */
export const preferenceOf = ({ PREFERRED_SOURCES }: Pick<Env, 'PREFERRED_SOURCES'>): Preference => ({
  sources: PREFERRED_SOURCES.split(',').map((domain) => domain.trim().toLowerCase()),
});

interface Asked {
  filter: FeedFilter;
  /** A second one that holds, too. */
  within?: FeedFilter | undefined;
  /** Only this story. */
  story?: number | undefined;
  geography: Geography;
  before: Cursor;
  limit: number;
  now: Seconds;
  preference: Preference;
}

/** A copy that was found, with its story. */
interface Found {
  item: FeedItem;
  story: StoredStory;
}

/**
 * One page below `before`. Each step of the walk asks the index for the next article that is of no story seen so far, so that copies
 * cost nothing however many there are: a row of the index, one of the article and one of the story, and two more where another copy
 * is better than the newest. What is stored after a walk began is no part of it.
 */
export async function loadStoryPage(db: Db, asked: Asked): Promise<FeedPage> {
  const { filter, within, story, geography, before, limit, now, preference } = asked;
  const match = ofStory(compileAll(within ? [within, filter] : [filter], geography), story);
  const walked = before.walk ?? { lastId: await lastArticle(db), seen: [] };
  const { found, hasMore } = await walk(db, match, before, walked, limit);
  const items = await bestOf(db, match, found, { now, preference });
  const last = found.at(-1)?.item;
  if (!hasMore || !last) return { items, next: null };
  const { publishedAt, contentId } = last;
  const seen = [
    ...walked.seen,
    ...found.map(({ story }): SeenStory => [story.id, copiesOf(story, now)[0]?.publishedAt ?? now]),
  ].filter(([, oldest]) => oldest <= publishedAt);

  return { items, next: { publishedAt, id: contentId, walk: { ...walked, seen: seen.slice(-MOST_SEEN) } } };
}

const lastArticle = async (db: Db): Promise<number> =>
  (await db.select({ last: sequences.last }).from(sequences).where(eq(sequences.name, 'articles')))[0]?.last ?? 0;

async function walk(db: Db, match: string, before: Cursor, { lastId, seen }: StoryWalk, limit: number) {
  const start = ['none0', ...seen.map(([id]) => storyToken(id))].join(' OR ');
  const { rowid } = articleIndex;
  const seenThen = sql`walk.told || coalesce(${sql.raw(`' OR ${STORY}'`)} || ${a.storyId}, '')`;
  const next = sql`(SELECT ${rowid} FROM ${articleIndex}
    WHERE ${articleIndex} MATCH (${`(${match}) NOT facets: (`} || ${seenThen} || ')')
      AND ${rowid} < walk.place AND ${rowid} & ${sql.raw(String(MAX_ARTICLE_ID))} <= ${lastId} ORDER BY ${rowid} DESC LIMIT 1)`;
  const rows = await db.rows(
    z.object({ found: z.string().nullable(), hasMore: z.int() }),
    sql`WITH RECURSIVE walk(n, place, told, hit) AS (
      SELECT 0, CAST(${before.publishedAt} AS INTEGER) << 30 | CAST(${before.id} AS INTEGER), ${start}, NULL
      UNION ALL SELECT walk.n + 1, ${next}, ${seenThen}, iif(${a.id} IS NULL, NULL, json_array(${ITEM_JSON}, ${STORY_JSON}))
      FROM walk LEFT JOIN ${articles} ${a} ON walk.n > 0 AND ${a.position} = walk.place
        LEFT JOIN ${stories} ON ${stories.id} = ${a.storyId}
      WHERE walk.place IS NOT NULL AND walk.n <= ${limit})
    SELECT hit AS found, place IS NOT NULL AS hasMore FROM walk WHERE n > 1`,
  );
  const found = rows.flatMap(({ found }): Found[] => {
    if (found === null) return [];
    const [item, story] = JSON.parse(found) as [unknown[], StoredStory];
    return [{ item: toItem(item), story }];
  });
  return { found, hasMore: found.length === limit && rows.at(-1)?.hasMore === 1 };
}

/** Stories of a statement, and copies of each that are tried at once. */
const STORIES = 20;
const COPIES = 16;

/** What every article matches. */
const ALL_MATCH = compileMatch(filterOf(EVERYTHING), []);

/** The best copy of each story that matches; what was found where no better one does. One that does not match costs no row. */
async function bestOf(
  db: Db,
  match: string,
  found: readonly Found[],
  { now, preference }: Pick<Asked, 'now' | 'preference'>,
): Promise<FeedItem[]> {
  const chosen = new Map<number, FeedItem>();
  let open = found.map(({ item, story }) => {
    const copies = inPreference(story, preference, now);
    return {
      item,
      better: copies.slice(
        0,
        copies.findIndex(({ id }) => id === item.contentId),
      ),
    };
  });
  for (;;) {
    open = open.filter(({ item, better }) => better.length > 0 && !chosen.has(item.contentId));
    if (open.length === 0) break;
    for (const some of chunks(open, STORIES)) {
      const items = await bestMatching(
        db,
        match,
        some.map(({ better }) => better.slice(0, COPIES)),
      );
      for (const [i, best] of items.entries()) if (best) chosen.set(some[i]?.item.contentId ?? 0, best);
    }
    open = open.map(({ item, better }) => ({ item, better: better.slice(COPIES) }));
  }
  return found.map(({ item, story }) => ({ ...(chosen.get(item.contentId) ?? item), story: shownStory(story, now) }));
}

/** Of each list the first copy that matches; null: none does. */
async function bestMatching(db: Db, match: string, lists: readonly Copy[][]): Promise<(FeedItem | null)[]> {
  const { rowid } = articleIndex;
  const placeOf = ({ publishedAt, id }: Copy) => sql.raw(`(${publishedAt} << 30 | ${id})`);
  const matching = (copy: Copy) =>
    match === ALL_MATCH
      ? placeOf(copy)
      : sql`(SELECT ${rowid} FROM ${articleIndex} WHERE ${articleIndex} MATCH q.expression AND ${rowid} = ${placeOf(copy)})`;
  const items = lists.map(
    (list) =>
      sql`json((SELECT ${ITEM_JSON} FROM ${articles} ${a} WHERE ${a.position} = coalesce(NULL, ${joined(list.map(matching))})))`,
  );
  const [row] = await db.rows(
    z.object({ items: z.string() }),
    sql`SELECT json_array(${joined(items)}) AS items FROM (SELECT ${match} AS expression) q`,
  );
  return (JSON.parse(row?.items ?? '[]') as (unknown[] | null)[]).map((item) => item && toItem(item));
}

/**
 * Of items in their order one a story, at the place of its first: the best of those that are there. Reads two rows an item.
 */
export async function oneAStory<Item extends { contentId: number }>(
  db: Db,
  items: readonly Item[],
  { now, preference }: Pick<Asked, 'now' | 'preference'>,
): Promise<(Item & { story?: ItemStory })[]> {
  const found = await loadStoriesOf(
    db,
    items.map(({ contentId }) => contentId),
  );
  const told = new Set<number>();
  return items.flatMap((item) => {
    const story = found.find(({ copies }) => String(item.contentId) in copies);
    if (!story) return [item];
    if (told.has(story.id)) return [];
    told.add(story.id);
    const best = inPreference(story, preference, now).find(({ id }) => items.some(({ contentId }) => contentId === id));
    const shown = items.find(({ contentId }) => contentId === best?.id) ?? item;
    return [{ ...shown, story: shownStory(story, now) }];
  });
}

/** Stories by id. Reads a row each. */
export async function loadShownStories(db: Db, ids: readonly number[]): Promise<Map<number, StoredStory>> {
  const rows = await db.rows(
    z.object({ story: z.string() }),
    sql`SELECT ${STORY_JSON} AS story FROM ${stories} WHERE ${inList(stories.id, ids)}`,
  );
  return new Map(rows.map(({ story }) => JSON.parse(story) as StoredStory).map((story) => [story.id, story]));
}

/** The stories of articles. Reads two rows an article. */
export async function loadStoriesOf(db: Db, ids: readonly number[]): Promise<StoredStory[]> {
  const rows = await db.rows(
    z.object({ story: z.string() }),
    sql`SELECT ${STORY_JSON} AS story FROM ${stories} WHERE ${stories.id} IN
      (SELECT ${articles.storyId} FROM ${articles} WHERE ${inList(articles.id, ids)})`,
  );
  return rows.map(({ story }) => JSON.parse(story) as StoredStory);
}

/** Items that say which story they are of; all are of this one. Reads one row. */
export async function withStory(db: Db, id: number, items: readonly FeedItem[], now: Seconds): Promise<FeedItem[]> {
  const found = (await loadShownStories(db, [id])).get(id);
  const story = found && shownStory(found, now);
  return items.map((item) => ({ ...item, ...(story ? { story } : {}) }));
}
