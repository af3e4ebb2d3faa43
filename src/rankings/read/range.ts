import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import { authorId } from '../../content/authors.ts';
import { COUNTRY_NAMES } from '../../content/geography.ts';
import type { TopicCategory } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { companies, rangeDays, sources } from '../../db/schema.ts';
import type { DaySums } from '../../db/values.ts';
import { DAY, type Seconds } from '../../lib/time.ts';
import { DIMENSIONS } from '../dimensions.ts';
import type { DayArticle } from '../facts.ts';
import { causeOf } from '../math/figures/cause.ts';
import { type ComparedGrowth, orderGrowth } from '../math/figures/growth-order.ts';
import { growthPercent } from '../math/figures/growth-percent.ts';
import { groupSlugOf } from '../math/groups.ts';
import { GROUPS, GROWTH_LIST } from '../math/ranking-rows.ts';
import { top, topItems } from '../math/top.ts';
import { MAX_PORTIONS } from '../object/days/day-portions.ts';
import { type OpenTopics, selectOpenTopics } from '../object/days/open-topics.ts';
import {
  type ArticleSums,
  type DayRange,
  type Key,
  type RangeQuery,
  RangeSums,
  rangeBefore,
  yearBefore,
} from './range-sums.ts';
import { type Growth, type GrowthQuestion, withCause } from './read-growth.ts';
import {
  type ContentItem,
  everyTopic,
  type InsightsTopic,
  loadEach,
  loadItems,
  type ReadGroup,
  TOPIC,
} from './read-rankings.ts';
import type { TrendingRow } from './trending.ts';

/** Ranks by engagement over a range of days. Articles count with their tags of each day. Reads one row per day. */

/** Maximum number of rows per read. Otherwise, a year of a large newsroom would fill the memory. */
const DAYS_PER_PAGE = 32;

export interface RangeQuestion {
  range: DayRange;
  riskManagement: boolean;
  limit: number;
  /** Current time. Articles that are published later are hidden. */
  now: Seconds;
  against?: Against | undefined;
}

/** Range to compare with: the range just before, or the same weekdays a year earlier. */
export const AGAINST = ['before', 'year'] as const;
type Against = (typeof AGAINST)[number];

export async function sumsOf(
  db: Db,
  { range, against, riskManagement }: Pick<RangeQuestion, 'range' | 'against' | 'riskManagement'>,
  keysOf: RangeQuery['keysOf'],
): Promise<RangeSums> {
  const found = new RangeSums({ riskManagement, keysOf });
  const before = against === 'year' ? yearBefore(range) : rangeBefore(range);
  for await (const { sums } of daysOf(db, before)) found.add('before', sums);
  for await (const { sums } of daysOf(db, range)) found.add('now', sums);
  return found;
}

/** Yields the stored sums of each day, in order of day. A busy day yields several parts. */
export async function* daysOf(db: Db, range: DayRange): AsyncGenerator<{ day: number; sums: DaySums }> {
  const { id } = rangeDays;
  const page = (first: number) =>
    db
      .select()
      .from(rangeDays)
      .where(and(gte(id, first), lt(id, MAX_PORTIONS * range.to)))
      .orderBy(id)
      .limit(DAYS_PER_PAGE);
  let { open, rows } = await db.transaction({
    open: selectOpenTopics(db, range),
    rows: page(MAX_PORTIONS * range.from),
  });
  for (;;) {
    for (const { id, sums } of rows) {
      const day = Math.floor(id / MAX_PORTIONS);
      const own = open.filter((row) => row.day === day);
      if (own.length > 0) open = open.filter((row) => row.day !== day);
      yield { day, sums: own.length > 0 ? { ...sums, topics: own.flatMap(({ topics }) => toSums(topics)) } : sums };
    }
    const last = rows.at(-1);
    if (!last || rows.length < DAYS_PER_PAGE) return;
    rows = await page(last.id + 1);
  }
}

const toSums = (topics: OpenTopics): DaySums['topics'] =>
  Object.entries(topics).map(([id, [all, rm]]) => [Number(id), all, rm]);

async function itemsById(db: Db, ids: readonly number[], now: Seconds): Promise<Map<number, ContentItem>> {
  const items = await loadItems(db, [...new Set(ids)], now);
  return new Map(items.map((item) => [item.contentId, item]));
}

async function listsOf(db: Db, sums: RangeSums, keys: readonly Key[], { limit, now }: RangeQuestion) {
  const lists = keys.map((key) => ({ ids: sums.articles.now.ranking(key), before: sums.ranksBefore(key) }));
  const known = new Map<number, ContentItem>();
  for (let next = lists, at = 0; next.length > 0; at += limit) {
    const wanted = next.flatMap(({ ids }) => ids.slice(at, at + limit));
    for (const [id, item] of await itemsById(db, wanted, now)) known.set(id, item);
    const there = (ids: readonly number[]) => ids.slice(0, at + limit).filter((id) => known.has(id)).length;
    next = next.filter(({ ids }) => ids.length > at + limit && there(ids) < limit);
  }
  return lists.map(({ ids, before }) =>
    ids
      .flatMap((id) => known.get(id) ?? [])
      .slice(0, limit)
      .map((item) => ({ ...item, previousRank: before.get(item.contentId) ?? null })),
  );
}

export async function loadRangeItems(db: Db, question: RangeQuestion & { author?: string | undefined }) {
  const { author } = question;
  const isBy = ({ authors, domain }: DayArticle) => authors.some((name) => authorId(name, domain) === author);
  const keysOf: RangeQuery['keysOf'] = (article) => (author === undefined || isBy(article) ? [''] : []);
  const sums = await sumsOf(db, question, keysOf);
  const [items = []] = await listsOf(db, sums, [''], question);
  return items;
}

/** Returns the articles of a topic, by engagement on the days on which they had the topic. */
export async function loadRangeTopicItems(db: Db, topicId: number, question: RangeQuestion): Promise<ContentItem[]> {
  const keysOf = ({ topics }: DayArticle) => (topics.includes(topicId) ? [topicId] : []);
  const sums = await sumsOf(db, question, keysOf);
  const [items = []] = await listsOf(db, sums, [topicId], question);
  return items.map(({ previousRank: _, ...item }) => item);
}

export async function loadRangeGroups(db: Db, breakdown: string, question: RangeQuestion) {
  const { keysOf = () => [], slugs } = DIMENSIONS[breakdown] ?? {};
  const sums = await sumsOf(db, question, keysOf);
  const keys = topKeys(sums.articles.now, slugs);
  const names = await namesOf(db, breakdown, keys);
  return groupsOf(db, sums, keys, question, (key) => ({
    slug: groupSlugOf(key),
    name: names.get(String(key)) ?? null,
  }));
}

export async function loadRangeTopicGroups(db: Db, category: TopicCategory, question: RangeQuestion) {
  const sums = await sumsOf(db, question, ({ topics }) => topics);
  const topics = (await everyTopic<InsightsTopic>(db, TOPIC)).filter((topic) => topic.category === category);
  const engagement = ({ topicId }: InsightsTopic) => sums.topics.now.get(topicId) ?? 0;
  const keys = top(topics, engagement, ({ topicId }) => topicId, topics.length);
  const byId = new Map(topics.map((topic) => [topic.topicId as Key, topic]));
  return groupsOf(db, sums, keys, question, (key) => ({
    slug: byId.get(key)?.slug ?? '',
    name: byId.get(key)?.name ?? null,
  }));
}

async function groupsOf(
  db: Db,
  sums: RangeSums,
  keys: readonly Key[],
  question: RangeQuestion,
  labelOf: (key: Key) => Pick<ReadGroup, 'slug' | 'name'>,
): Promise<ReadGroup[]> {
  const lists = await listsOf(db, sums, keys, question);
  return keys.map((key, i) => ({ ...labelOf(key), items: lists[i] ?? [] })).filter(({ items }) => items.length > 0);
}

function topKeys(sums: ArticleSums, slugs: readonly string[] | undefined): Key[] {
  const keys = slugs ?? sums.keys();
  if (!slugs)
    return top(
      keys,
      (key) => sums.total(key),
      (key) => key,
      GROUPS,
    );
  return top(
    slugs.keys(),
    (place) => sums.total(slugs[place] ?? ''),
    (place) => place,
    GROUPS,
  ).flatMap((place) => slugs[place] ?? []);
}

export async function namesOf(db: Db, breakdown: string, keys: readonly Key[]): Promise<ReadonlyMap<string, string>> {
  if (breakdown === 'country') return COUNTRY_NAMES;
  if (breakdown !== 'company' && breakdown !== 'source') return new Map();
  const [key, name] = breakdown === 'company' ? [companies.id, companies.name] : [sources.domain, sources.name];
  const table = breakdown === 'company' ? companies : sources;
  const named = (one: SQL) => sql`SELECT json_array(${key}, ${name}) FROM ${table} WHERE ${key} = ${one}`;
  const rows = await loadEach<[key: Key, name: string]>(db, keys, named);
  return new Map(rows.map(([one, name]) => [String(one), name]));
}

export async function loadRangeTopics<R extends TrendingRow>(
  db: Db,
  topics: readonly R[],
  question: Pick<RangeQuestion, 'range' | 'against' | 'riskManagement'>,
): Promise<R[]> {
  const { now, before } = (await sumsOf(db, question, () => [])).topics;
  return topics.map((topic) => ({
    ...topic,
    engagement: now.get(topic.topicId) ?? 0,
    before: before.get(topic.topicId) ?? 0,
  }));
}

/** Returns the growth of topics over a range. Confidence is always low, because past days store no reader classes. */
export async function loadRangeGrowth(db: Db, question: RangeGrowthQuestion): Promise<Growth> {
  const sums = await sumsOf(db, question, ({ topics }) => topics);
  return growthOf(db, { sums, topics: await everyTopic<InsightsTopic>(db, TOPIC) }, question);
}

type RangeGrowthQuestion = GrowthQuestion & Pick<RangeQuestion, 'range' | 'against' | 'now'>;

/** Returns the changes between two ranges: growing and falling topics, their most read articles and related topics. */
export async function loadRangeChanges(db: Db, question: Omit<RangeGrowthQuestion, 'direction'>) {
  const keysOf = ({ topics }: DayArticle) => ['', ...topics];
  const sums = await sumsOf(db, question, keysOf);
  const topics = await everyTopic<InsightsTopic>(db, TOPIC);
  const grown = (direction: 'up' | 'down') => growthOf(db, { sums, topics }, { ...question, direction });
  const [items = []] = await listsOf(db, sums, [''], question);
  const { now } = sums.articles;
  return {
    up: await grown('up'),
    down: await grown('down'),
    items,
    readWith(topicId: number, limit: number): InsightsTopic[] {
      const own = now.of(topicId);
      const shared = ({ topicId: other }: InsightsTopic) =>
        [...now.of(other)].reduce((sum, [id, engagement]) => sum + Math.min(engagement, own.get(id) ?? 0), 0);
      const others = topics.filter((topic) => topic.topicId !== topicId);
      return topItems(others, shared, (topic) => topic.topicId, limit);
    },
  };
}

async function growthOf(
  db: Db,
  { sums, topics }: { sums: RangeSums; topics: readonly InsightsTopic[] },
  { range, now, ...question }: RangeGrowthQuestion,
): Promise<Growth> {
  const { now: current, before } = sums.articles;
  const ordered = orderGrowth(
    topics.map((topic) => ({
      ...topic,
      current: sums.topics.now.get(topic.topicId) ?? 0,
      previous: sums.topics.before.get(topic.topicId) ?? 0,
      currentItems: current.of(topic.topicId).size,
      previousItems: before.of(topic.topicId).size,
    })),
    question,
  );
  const isDown = question.direction === 'down';
  const driven = ordered.map((topic) => {
    const { gains, losses, ...drivers } = driversOf(sums, topic);
    return { topic, ...drivers, listed: isDown ? losses : gains };
  });
  const named = driven.flatMap(({ cause, listed }) => [...(cause?.articles ?? []), ...listed]);
  const items = await itemsById(db, named, now);
  const shown = (ids: readonly number[]) => ids.flatMap((id) => items.get(id) ?? []);
  return {
    asOf: ordered.length > 0 ? range.to * DAY : null,
    topics: driven.map(({ topic, listed, sources, cause }) => {
      const { topicId, name, slug, category, current, previous } = topic;
      return withCause({
        topicId,
        name,
        slug,
        category,
        interval: null,
        confidence: 'low',
        cause,
        carried: shown(cause?.articles ?? []),
        topContent: shown(listed),
        topSources: sources,
        growthPercent: growthPercent(current, previous),
      });
    }),
  };
}

function driversOf({ articles, sources }: RangeSums, topic: ComparedGrowth) {
  const { topicId } = topic;
  const [current, before] = [articles.now.of(topicId), articles.before.of(topicId)];
  const changes = [...new Set([...current.keys(), ...before.keys()])].map((id) => ({
    id,
    source: sources.get(id) ?? '',
    current: current.get(id) ?? 0,
    previous: before.get(id) ?? 0,
  }));
  const first = (sign: 1 | -1) =>
    top(
      changes,
      ({ current, previous }) => sign * (current - previous),
      ({ id }) => id,
      GROWTH_LIST,
    );
  const bySource = new Map<string, number>();
  for (const { source, current } of changes) bySource.set(source, (bySource.get(source) ?? 0) + current);
  return {
    gains: first(1),
    losses: first(-1),
    sources: top(
      bySource,
      ([, sum]) => sum,
      ([name]) => name,
      GROWTH_LIST,
    ),
    cause: causeOf(changes, topic.current < topic.previous),
  };
}
