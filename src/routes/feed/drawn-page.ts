import { macOf } from '../../clicks/salts/mac.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import type { FeedItem } from '../../content/articles/item.ts';
import type { Geography } from '../../content/geography.ts';
import { loadPins } from '../../content/pins/pins.ts';
import type { ComparedOrder } from '../../db/view-columns.ts';
import type { AppContext } from '../../http/env.ts';
import { DAY_MS, HOUR, HOUR_MS, MINUTE, MINUTE_MS, type Millis, type Seconds, toSeconds } from '../../lib/time.ts';
import type { Learned } from '../../rankings/learning/appeal.ts';
import { rulesAt } from '../../rankings/learning/editor-rules.ts';
import {
  type Candidate,
  newestOfMinute,
  orderOfMinute,
  type PickedArticle,
  type PickReason,
} from '../../rankings/learning/minute-order.ts';
import { loadAppeals } from '../../rankings/learning/read-snapshot.ts';
import {
  CANDIDATE_HOURS,
  candidatePositions,
  loadCandidateFacts,
  loadCandidates,
  MAX_CANDIDATES,
  positionsAfter,
} from '../../search/candidates/candidate-positions.ts';
import type { Cursor, DrawnOrder } from '../../search/cursor.ts';
import { activeFilters, type FeedFilter } from '../../search/feed-filters.ts';
import { matcherOf } from '../../search/matcher.ts';
import type { FeedPage } from '../../search/page.ts';
import { loadStoriesOf, shownStory } from '../../search/story-items.ts';

/** Pages of lists with `order=engaging`. All readers of a minute get the same order, so the edge caches it. */

/** One in this many minutes keeps the specified order, for comparison. */
export const COMPARED_MINUTES = 20;
const MINUTES_PER_HOUR = HOUR_MS / MINUTE_MS;
/** Number of hours after its snapshot in which a cursor may name a minute. */
const SNAPSHOT_IN_FORCE_HOURS = 3;

interface DrawnPageQuery {
  filter: FeedFilter;
  within?: FeedFilter | undefined;
  geography: Geography;
  limit: number;
  story: number | undefined;
  stories: boolean;
  cursor: Cursor | undefined;
  /** Loads articles newest first, from the end of the drawn order. */
  loadNewest: (before: Cursor, limit: number) => Promise<FeedPage>;
}

/** Marks in the query that the response contains `pick`. Responses are cached by query, never by key. */
export function withPicks<Q extends { order: string }>(c: AppContext, query: Q): Q {
  const showsPicks = query.order === 'engaging' && c.var.key.kind !== 'publishable';
  return showsPicks ? { ...query, showsPicks } : query;
}

/** Loads a page in the order of the minute. The articles before its candidates follow newest first. */
export async function loadDrawnPage(
  c: AppContext,
  query: DrawnPageQuery,
): Promise<FeedPage & { minuteOrder?: ComparedOrder }> {
  const { db, now } = c.var;
  const { filter, within, geography, limit, story, stories, cursor, loadNewest } = query;
  if (cursor && !cursor.drawn) return loadNewest(cursor, limit);
  const { hour, minute, shown } = orderAt(cursor?.drawn, now);
  const at = toSeconds(minute * MINUTE_MS);
  const appeals = await loadAppeals(db, hour, now);
  const matcher = matcherOf(within ? [within, filter] : [filter], geography, story);
  const isFirst = !cursor?.drawn;
  const positions =
    cursor && !isFirst
      ? await positionsAfter(db, matcher.match, cursor, now)
      : await candidatePositions(db, matcher.match, now);
  const unknown = positions.filter((position) => !appeals.facts.has(position));
  const facts = await loadCandidateFacts(db, unknown, now);
  const until = Math.min(toSeconds(now), at + MINUTE - 1);
  const oldest = isFirst ? until - CANDIDATE_HOURS * HOUR : 0;
  const candidates = positions.flatMap((position): Candidate[] => {
    const known = appeals.facts.get(position);
    const candidate = known ? { ...known, source: '', type: '' } : facts.get(position);
    return candidate && candidate.publishedAt <= until && candidate.publishedAt >= oldest ? [candidate] : [];
  });
  const { order, minuteOrder } = await orderFor(c, {
    candidates,
    learned: appeals.learned,
    minute,
    isOncePerStory: stories,
  });
  const storyOf = new Map(candidates.map(({ id, story }) => [id, story]));
  const notShown = order.filter(({ id }) => !shown.includes(id));
  const left = stories ? oncePerStory(notShown, storyOf, shown) : notShown;
  const chosen = left.slice(0, limit);
  const pickOf = new Map(chosen.map(({ id, pick }) => [id, pick]));
  const loaded = await loadCandidates(
    db,
    chosen.map(({ id }) => id),
    {
      matcher,
      isFiltered: story !== undefined || within !== undefined || activeFilters(filter).length > 0,
      now: toSeconds(now),
    },
  );
  const items = await withStories(
    c,
    loaded.map(({ item }) => explained(c, item, pickOf.get(item.contentId))),
    stories,
  );
  const end = cursor && !isFirst ? pointOf(cursor) : endOf(candidates, positions, oldest);
  const seen = [...shown, ...chosen.map(({ id }) => id)];
  // Only first pages are compared, because fewer readers see later pages.
  const compared = isFirst ? { minuteOrder } : {};
  if (left.length > limit)
    return { ...compared, items, next: { ...end, drawn: { hour: appeals.hour, minute, shown: seen } } };
  const walked = stories
    ? { ...end, walk: { lastId: MAX_WALKED_ID, seen: seen.flatMap((id) => seenStory(storyOf.get(id))) } }
    : end;
  if (chosen.length >= limit) return { ...compared, items, next: walked };
  const rest = await loadNewest(walked, limit - chosen.length);
  return { ...compared, items: [...items, ...rest.items], next: rest.next };
}

/** Largest id that fits into a cursor. Articles that are stored during the walk are newer than its end. */
const MAX_WALKED_ID = 36 ** 6 - 1;
const seenStory = (id: number | undefined): [number, number][] => (id === undefined ? [] : [[id, 0]]);

/** Orders items that were chosen for another reason, such as related articles. Reads one row per minute. */
export async function inDrawnOrder(
  c: AppContext,
  items: readonly FeedItem[],
): Promise<{ items: FeedItem[]; minuteOrder: ComparedOrder }> {
  const { db, now } = c.var;
  const { hour, minute } = orderAt(undefined, now);
  const { learned } = await loadAppeals(db, hour, now);
  const candidates = items.map(({ contentId, publishedAt, topics, source, contentType }) => ({
    id: contentId,
    publishedAt,
    topics: topics.map(({ id }) => id),
    source: source.domain,
    type: contentType,
  }));
  const byId = new Map(items.map((item) => [item.contentId, item]));
  const { order, minuteOrder } = await orderFor(c, { candidates, learned, minute, isRanked: true });
  const ordered = order.flatMap(({ id, pick }) => {
    const item = byId.get(id);
    return item ? [explained(c, item, pick)] : [];
  });
  return { items: ordered, minuteOrder };
}

const seedOf = async (c: AppContext, minute: number): Promise<string> =>
  macOf(await installationSecret(c.var.db), 'order', String(minute));

interface MinuteOf {
  candidates: readonly Candidate[];
  learned: Learned;
  minute: number;
  isOncePerStory?: boolean;
  /** Whether the specified order is that of the candidates, and not newest first. */
  isRanked?: boolean;
}

/** Returns the order of a minute, after the pins of editors. One minute in `COMPARED_MINUTES` keeps the specified order. */
async function orderFor(
  c: AppContext,
  { candidates, minute, isRanked = false, ...rest }: MinuteOf,
): Promise<{ order: PickedArticle[]; minuteOrder: ComparedOrder }> {
  const seed = await seedOf(c, minute);
  const now = toSeconds(minute * MINUTE_MS);
  const ids = candidates.map(({ id }) => id);
  const rules = rulesAt(await loadPins(c.var.db, ids, c.var.now), now);
  const isCompared = Number.parseInt(seed.slice(-6), 16) % COMPARED_MINUTES === 0;
  if (!isCompared) return { order: orderOfMinute({ candidates, rules, seed, now, ...rest }), minuteOrder: 'learned' };
  const ranked = isRanked ? candidates.map((candidate, i) => ({ ...candidate, publishedAt: -i })) : candidates;
  return { order: newestOfMinute({ candidates: ranked, rules, ...rest }), minuteOrder: 'specified' };
}

const explained = (c: AppContext, item: FeedItem, pick: PickReason | undefined): FeedItem =>
  pick && c.var.key.kind !== 'publishable' ? { ...item, pick } : item;

/** Returns the order that a cursor names, or that of the current minute if the cursor is too old or forged. */
function orderAt(drawn: DrawnOrder | undefined, now: Millis): DrawnOrder {
  const minute = Math.floor(now / MINUTE_MS);
  const hour = Math.floor(minute / MINUTES_PER_HOUR);
  if (!drawn) return { hour, minute, shown: [] };
  const age = now - drawn.minute * MINUTE_MS;
  const hours = Math.floor(drawn.minute / MINUTES_PER_HOUR) - drawn.hour;
  const isValid = age >= 0 && age < DAY_MS && hours >= 0 && hours <= SNAPSHOT_IN_FORCE_HOURS;
  return isValid ? drawn : { hour, minute, shown: drawn.shown };
}

/** Returns the point before which articles follow newest first: the oldest candidate, or the age of candidates. */
function endOf(candidates: readonly Candidate[], positions: readonly number[], oldest: Seconds): Cursor {
  const last = candidates.at(-1);
  if (positions.length < MAX_CANDIDATES || !last) return { publishedAt: oldest, id: 0 };
  return { publishedAt: last.publishedAt, id: last.id, position: positions[candidates.length - 1] ?? 0 };
}

const pointOf = ({ publishedAt, id, position }: Cursor): Cursor => ({
  publishedAt,
  id,
  ...(position === undefined ? {} : { position }),
});

function oncePerStory(
  order: readonly PickedArticle[],
  storyOf: ReadonlyMap<number, number | undefined>,
  shown: readonly number[],
) {
  const seen = new Set(shown.map((id) => storyOf.get(id)));
  return order.filter(({ id }) => {
    const story = storyOf.get(id);
    const isNew = story === undefined || !seen.has(story);
    seen.add(story);
    return isNew;
  });
}

async function withStories(c: AppContext, items: FeedItem[], stories: boolean): Promise<FeedItem[]> {
  if (!stories) return items;
  const known = await loadStoriesOf(
    c.var.db,
    items.map(({ contentId }) => contentId),
  );
  return items.map((item) => {
    const story = known.find(({ copies }) => String(item.contentId) in copies);
    return story ? { ...item, story: shownStory(story, toSeconds(c.var.now)) } : item;
  });
}
