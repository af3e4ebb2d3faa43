import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import type { FeedItem, ItemStory } from '../content/articles/item.ts';
import type { Geography } from '../content/geography.ts';
import { chunks } from '../content/import-lines.ts';
import { NOWHERE, STORY_PREFIX, storyToken } from '../content/index/tokens.ts';
import { type FeedPoint, positionOf } from '../content/position-sql.ts';
import { type Db, PreparedQuery } from '../db/client.ts';
import { articles, sequences, stories } from '../db/schema.ts';
import { inList, joined, objectOf } from '../db/sql.ts';
import { articleIndex } from '../db/tables.ts';
import { rfc3339, type Seconds } from '../lib/time.ts';
import { type Cursor, MAX_SEEN_STORIES, type SeenStory, type StoryWalk } from './cursor.ts';
import { render } from './expression.ts';
import { EVERYTHING, type FeedFilter } from './feed-filters.ts';
import { compileMatch } from './match.ts';
import {
  type FoundItem,
  feedPointOf,
  foundIn,
  foundJson,
  type Matcher,
  matcherOf,
  orPending,
  pendingJson,
} from './matcher.ts';
import type { FeedPage } from './page.ts';

/** Feeds may show one item per story: its best matching article, at the position of its newest matching article. */

export interface Preference {
  sources: readonly string[];
  /** Content ids of each story's articles with engagement, highest engagement first. Other articles come after them. */
  engaged?: ReadonlyMap<number, readonly number[]>;
}

const MAX_SOURCES = 5;
const a = alias(articles, 'a') as unknown as typeof articles;

export type LoadedStory = Pick<typeof stories.$inferSelect, 'id' | 'copies' | 'leadId'>;
const STORY_JSON = objectOf(stories, ['id', 'copies', 'leadId']);

interface Copy {
  id: number;
  publishedAt: Seconds;
  domain: string;
  source: string;
  position: number;
}

export const copiesOf = ({ copies }: LoadedStory, now: Seconds): Copy[] =>
  Object.entries(copies)
    .map(([id, [publishedAt, domain, source, position]]) => ({ id: Number(id), publishedAt, domain, source, position }))
    .filter(({ publishedAt }) => publishedAt <= now)
    .sort((one, other) => one.publishedAt - other.publishedAt || one.id - other.id);

/** Returns the published articles of a story, best first: the editor's choice, then by source, engagement and time. */
export function inPreference(story: LoadedStory, { sources, engaged }: Preference, now: Seconds): Copy[] {
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

export function shownStory(story: LoadedStory, now: Seconds): ItemStory {
  const copies = copiesOf(story, now);
  const sources = [...new Set(copies.map(({ source }) => source))].slice(0, MAX_SOURCES);
  return { id: story.id, size: copies.length, sources, firstAt: rfc3339(copies[0]?.publishedAt ?? now) };
}

export const preferenceOf = ({ PREFERRED_SOURCES }: Pick<Env, 'PREFERRED_SOURCES'>): Preference => ({
  sources: PREFERRED_SOURCES.split(',').map((domain) => domain.trim().toLowerCase()),
});

interface StoryPageQuery {
  filter: FeedFilter;
  within?: FeedFilter | undefined;
  story?: number | undefined;
  geography: Geography;
  before: Cursor;
  limit: number;
  now: Seconds;
  preference: Preference;
}

interface FoundCopy extends FoundItem {
  stored: LoadedStory;
}

/** Loads a page with one article per story. Reads three rows per candidate, and two more for a better article. */
export async function loadStoryPage(db: Db, query: StoryPageQuery): Promise<FeedPage> {
  const { filter, within, story, geography, before, limit, now, preference } = query;
  const matcher = matcherOf(within ? [within, filter] : [filter], geography, story);
  const start = before.walk ?? { lastId: await lastArticle(db), seen: [] };
  const { found, last, hasMore } = await walk(db, matcher, before, start, limit);
  const items = await bestOf(db, matcher, found, { now, preference });
  if (!hasMore || !last) return { items, next: null };
  const seen = [
    ...start.seen,
    ...found.map(({ stored }): SeenStory => [stored.id, copiesOf(stored, now)[0]?.publishedAt ?? now]),
  ].filter(([, oldest]) => oldest <= last.publishedAt);

  return { items, next: { ...last, walk: { ...start, seen: seen.slice(-MAX_SEEN_STORIES) } } };
}

const lastArticle = async (db: Db): Promise<number> =>
  (await db.select({ last: sequences.last }).from(sequences).where(eq(sequences.name, 'articles')))[0]?.last ?? 0;

/** Maximum number of unindexed articles that a pass over the index can recognise. In practice, there are fewer. */
const MAX_PENDING = 1000;

/** Maximum passes over the index per page. A rejected article hides the rest of its story until the next pass. */
const MAX_WALKS = 3;

interface Walked {
  found: FoundCopy[];
  last: FeedPoint | null;
  hasMore: boolean;
}

async function walk(
  db: Db,
  matcher: Matcher,
  before: Cursor,
  { lastId, seen }: StoryWalk,
  limit: number,
): Promise<Walked> {
  const found: FoundCopy[] = [];
  const seenIds = new Set(seen.map(([id]) => id));
  let last: Walked['last'] = null;
  for (let walks = 1; ; walks++) {
    const steps = await loadSteps(
      db,
      matcher.match,
      last ?? before,
      { lastId, seenIds: [...seenIds] },
      limit - found.length,
    );
    const { step, isCut } = pass(steps.found, matcher, seenIds, found);
    if (step) last = feedPointOf(step);
    const hasMore = isCut || steps.hasMore;
    if (!hasMore || found.length === limit || walks === MAX_WALKS) return { found, last, hasMore };
  }
}

/** Adds matching articles to `found`. `isCut` is true if a rejected article hides other articles of its story. */
function pass(steps: readonly FoundCopy[], { accepts }: Matcher, seenIds: Set<number>, found: FoundCopy[]) {
  for (const step of steps) {
    // An article that is not indexed yet lacks its story token, by which it would have been excluded.
    const isSeen = seenIds.has(step.stored.id);
    if (!isSeen && accepts(step)) {
      seenIds.add(step.stored.id);
      found.push(step);
    } else if (!isSeen && Object.keys(step.stored.copies).length > 1) return { step, isCut: true };
  }
  return { step: steps.at(-1), isCut: false };
}

async function loadSteps(
  db: Db,
  match: string,
  before: FeedPoint,
  { lastId, seenIds }: { lastId: number; seenIds: readonly number[] },
  most: number,
) {
  const start = [NOWHERE, ...seenIds.map(storyToken)].join(' OR ');
  const { rowid } = articleIndex;
  // Articles stored after the first page was loaded are skipped, and do not count as results.
  const isThere = sql`${a.id} <= ${lastId}`;
  const withoutThen = sql`walk.without || iif(${isThere}, ${sql.raw(`' OR ${STORY_PREFIX}'`)} || ${a.storyId}, '')`;
  const next = sql`(SELECT ${rowid} FROM ${articleIndex}
    WHERE ${articleIndex} MATCH (${`${orPending(match)} NOT (`} || ${withoutThen} || ')')
      AND ${rowid} < walk.place ORDER BY ${rowid} DESC LIMIT 1)`;
  const step = sql`json_array(${foundJson(a)}, ${STORY_JSON})`;
  const walked = new PreparedQuery(
    z.object({ found: z.string().nullable(), hasMore: z.int() }),
    sql`WITH RECURSIVE walk(n, place, without, hit) AS (
      SELECT 0, ${positionOf(before)}, ${start}, NULL
      UNION ALL SELECT walk.n + (walk.n = 0 OR ${isThere}), ${next}, ${withoutThen}, iif(${isThere}, ${step}, NULL)
      FROM walk LEFT JOIN ${articles} ${a} ON walk.n > 0 AND ${a.position} = walk.place
        LEFT JOIN ${stories} ON ${stories.id} = ${a.storyId}
      WHERE walk.place IS NOT NULL AND walk.n <= ${most})
    SELECT hit AS found, place IS NOT NULL AS hasMore FROM walk WHERE n > 1`,
  );
  const below = sql`${rowid} < ${positionOf(before)} ORDER BY ${rowid} DESC LIMIT ${MAX_PENDING}`;
  const pending = new PreparedQuery(z.object({ list: z.string() }), sql`SELECT ${pendingJson(below)} AS list`);
  const { rows, among } = await db.transaction({ rows: walked, among: pending });
  const toFound = foundIn(among[0]?.list ?? '[]');
  const found = rows.flatMap(({ found }): FoundCopy[] => {
    if (found === null) return [];
    const [one, stored] = JSON.parse(found) as [unknown[], LoadedStory];
    return [{ ...toFound(one), stored }];
  });
  return { found, hasMore: found.length === most && rows.at(-1)?.hasMore === 1 };
}

const STORIES_PER_QUERY = 20;
const MAX_COPIES = 16;

const ALL_MATCH = render(compileMatch(EVERYTHING, []));

/** Returns the best matching article of each story. Articles that do not match cost no row reads. */
async function bestOf(
  db: Db,
  matcher: Matcher,
  found: readonly FoundCopy[],
  { now, preference }: Pick<StoryPageQuery, 'now' | 'preference'>,
): Promise<FeedItem[]> {
  const chosen = new Map<number, FeedItem>();
  let open = found.map(({ item, stored }) => {
    const copies = inPreference(stored, preference, now);
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
    for (const some of chunks(open, STORIES_PER_QUERY)) {
      const lists = some.map(({ better }) => better.slice(0, MAX_COPIES));
      for (const [i, best] of (await firstMatching(db, matcher.match, lists)).entries()) {
        const one = some[i];
        if (!one) continue;
        if (best && matcher.accepts(best)) chosen.set(one.item.contentId, best.item);
        // The index may find an article that does not match. In that case, the next best article is tried.
        const tried = best ? one.better.findIndex(({ id }) => id === best.item.contentId) + 1 : MAX_COPIES;
        one.better = one.better.slice(tried);
      }
    }
  }
  return found.map(({ item, stored }) => ({ ...(chosen.get(item.contentId) ?? item), story: shownStory(stored, now) }));
}

async function firstMatching(db: Db, match: string, lists: readonly Copy[][]): Promise<(FoundItem | null)[]> {
  const { rowid } = articleIndex;
  const positionIfMatching = ({ position }: Copy) =>
    match === ALL_MATCH
      ? sql.raw(String(position))
      : sql`(SELECT ${rowid} FROM ${articleIndex} WHERE ${articleIndex} MATCH q.expression AND ${rowid} = ${sql.raw(String(position))})`;
  const positions = lists.flat().map(({ position }) => position);
  const among = sql`${rowid} BETWEEN ${sql.raw(String(Math.min(...positions)))} AND ${sql.raw(String(Math.max(...positions)))}`;
  const items = lists.map(
    (list) =>
      sql`json((SELECT ${foundJson(a)} FROM ${articles} ${a} WHERE ${a.position} = coalesce(NULL, ${joined(list.map(positionIfMatching))})))`,
  );
  const [row] = await db.rows(
    z.object({ items: z.string(), pending: z.string() }),
    sql`SELECT json_array(${joined(items)}) AS items, ${pendingJson(among)} AS pending FROM (SELECT ${orPending(match)} AS expression) q`,
  );
  const toFound = foundIn(row?.pending ?? '[]');
  return (JSON.parse(row?.items ?? '[]') as (unknown[] | null)[]).map((one) => one && toFound(one));
}

/** Returns the best item of each story, at the position of the story's first item. Reads two rows per item. */
export async function bestItemPerStory<Item extends { contentId: number }>(
  db: Db,
  items: readonly Item[],
  { now, preference }: Pick<StoryPageQuery, 'now' | 'preference'>,
): Promise<(Item & { story?: ItemStory })[]> {
  const found = await loadStoriesOf(
    db,
    items.map(({ contentId }) => contentId),
  );
  const seenIds = new Set<number>();
  return items.flatMap((item) => {
    const story = found.find(({ copies }) => String(item.contentId) in copies);
    if (!story) return [item];
    if (seenIds.has(story.id)) return [];
    seenIds.add(story.id);
    const best = inPreference(story, preference, now).find(({ id }) => items.some(({ contentId }) => contentId === id));
    const chosen = items.find(({ contentId }) => contentId === best?.id) ?? item;
    return [{ ...chosen, story: shownStory(story, now) }];
  });
}

export async function loadShownStories(db: Db, ids: readonly number[]): Promise<Map<number, LoadedStory>> {
  const rows = await db.rows(
    z.object({ story: z.string() }),
    sql`SELECT ${STORY_JSON} AS story FROM ${stories} WHERE ${inList(stories.id, ids)}`,
  );
  return new Map(rows.map(({ story }) => JSON.parse(story) as LoadedStory).map((story) => [story.id, story]));
}

/** Loads the stories that contain these articles. Reads two rows per article. */
export async function loadStoriesOf(db: Db, ids: readonly number[]): Promise<LoadedStory[]> {
  const rows = await db.rows(
    z.object({ story: z.string() }),
    sql`SELECT ${STORY_JSON} AS story FROM ${stories} WHERE ${stories.id} IN
      (SELECT ${articles.storyId} FROM ${articles} WHERE ${inList(articles.id, ids)})`,
  );
  return rows.map(({ story }) => JSON.parse(story) as LoadedStory);
}

export async function withStory(db: Db, id: number, items: readonly FeedItem[], now: Seconds): Promise<FeedItem[]> {
  const found = (await loadShownStories(db, [id])).get(id);
  const story = found && shownStory(found, now);
  return items.map((item) => ({ ...item, ...(story ? { story } : {}) }));
}
