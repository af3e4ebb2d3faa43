import { byKind, type ClassKind, MEASURES } from '../../db/click-columns.ts';
import type { Visit } from '../../engagement/cells.ts';
import { COLUMN_COUNT, FIRST, fullCount } from '../../engagement/columns.ts';
import { type TrafficBaseline, weigh } from '../../engagement/discounting.ts';
import { type HourRange, isWithin, windowsAt } from '../../engagement/hours.ts';
import { add, type Hourly, type Score, scoreOf, type WindowName } from '../../engagement/score.ts';
import { Sums } from '../../engagement/sums.ts';
import { isTurnOver, nextTurn } from '../../lib/thread/turns.ts';
import { AUDIENCES, type Audience } from '../dimensions.ts';
import type { ArticleFacts } from '../facts.ts';
import { audienceTopics, shareOf } from '../math/figures/audience-index.ts';
import { MIN_CONTENT_ITEMS, orderGrowth } from '../math/figures/growth-order.ts';
import { nineDigits, RISING_FLOOR, SiteClock } from '../math/rising.ts';
import { top } from '../math/top.ts';
import { bucketsBeyond, headRoom, type Standout } from './concentrated-buckets.ts';

const LIST_LENGTH = 10;

const hourCounters = new Int32Array(COLUMN_COUNT);

/** Discounted clicks, for operators. Responses name only the kind of class in which clicks were concentrated. */

export interface Discounted {
  clicks: number;
  discounted: number;
}

/** Discounted clicks of an article in one hour. Only the clicks of that hour determine the discount. */
export interface HourDiscounts extends Discounted {
  hour: number;
  /** Kind of class in which clicks were concentrated. `null` if no clicks were discounted. */
  concentratedIn: ClassKind | null;
}

/** Discounted clicks of an article over all hours. Some of them may exceed no limit within a single hour. */
export interface ArticleDiscounts extends Discounted {
  contentId: number;
  concentratedIn: ClassKind;
  hours: HourDiscounts[];
}

const LIST_KEYS = {
  articles: ({ id }) => [id],
  topics: ({ topics }) => topics,
  sources: ({ domain }) => [domain],
  countries: ({ countries }) => countries,
  companies: ({ companies }) => companies,
  authors: ({ authors }) => authors,
  sections: ({ section }) => (section === null ? [] : [section]),
} as const satisfies Record<string, (facts: ArticleFacts) => readonly (number | string)[]>;
const SET_NAMES = Object.keys(LIST_KEYS) as readonly (keyof typeof LIST_KEYS)[];
const GROUP_NAMES = SET_NAMES.filter((name) => name !== 'articles');
export const LIST_NAMES = [...SET_NAMES, 'growth', 'rising', 'audiences'] as const;

/** Rank with and without discounting. `null` if not in the top ten. In audience lists, `ref` is audience and topic. */
export interface DiscountedMove {
  ref: number | string;
  place: number | null;
  without: number | null;
}

export interface SiteDiscounts extends Discounted {
  /** All hours of the site, oldest first, with discounted clicks by kind of class. */
  hours: ({ hour: number; clicks: number } & Record<ClassKind, number>)[];
  articles: ArticleDiscounts[];
  standouts: Standout[];
  lists: Record<(typeof LIST_NAMES)[number], DiscountedMove[]>;
}

export interface Clicked {
  facts: ArticleFacts;
  visit: (visit: Visit) => void;
}

/** Finds discounted clicks over `range` and per hour. Growth lists omit topics with fewer than `minGrowth` clicks. */
export async function discountsIn(
  articles: Iterable<Clicked>,
  {
    range,
    baseline,
    limit,
    minGrowth,
  }: { range: HourRange; baseline: TrafficBaseline | null; limit: number; minGrowth: number },
): Promise<SiteDiscounts> {
  const hour = range.to - 1;
  const windows = { ...windowsAt(hour), day: range };
  const none = (_: unknown, i: number) => ({ hour: range.from + i, clicks: 0, ...byKind(() => 0) });
  const site = { clicks: 0, discounted: 0, hours: Array.from({ length: range.to - range.from }, none) };
  const losers: (ArticleDiscounts & { facts: ArticleFacts; buckets: string[] })[] = [];
  const sets = Object.fromEntries(SET_NAMES.map((name) => [name, new Map()])) as SetMaps;
  const rooms = Object.fromEntries(SET_NAMES.map((name) => [name, new Map()])) as RoomMaps;
  const [whole, growth, rising] = [new EngagementVariants(), new Map<number, Growth>(), [] as RisingArticle[]];
  const sums = new Int32Array(COLUMN_COUNT);
  for (const article of articles) {
    if (isTurnOver()) await nextTurn();
    const { facts, visit } = article;
    const hours: HourDiscounts[] = [];
    sums.fill(0);
    visit((hour, counts, length) => {
      if (!isWithin(range, hour)) return;
      hourCounters.fill(0);
      add(hourCounters, 0, counts, length);
      add(sums, 0, counts, length);
      hours.push({ hour, ...weighed(hourCounters, baseline) });
    });
    for (const { hour, clicks, discounted, concentratedIn } of hours) {
      const own = site.hours[hour - range.from];
      if (!own) continue;
      own.clicks += clicks;
      if (concentratedIn) own[concentratedIn] += discounted;
    }
    const { clicks, discounted, concentratedIn } = weighed(sums, baseline);
    site.clicks += clicks;
    site.discounted += discounted;
    if (concentratedIn) {
      const weight = clicks - discounted;
      const buckets = bucketsBeyond(sums, weight, baseline);
      losers.push({ contentId: facts.id, clicks, discounted, concentratedIn, hours, facts, buckets });
      const room = headRoom(sums, { weight, discounted, concentratedIn }, baseline);
      for (const name of SET_NAMES)
        for (const ref of LIST_KEYS[name](facts)) rooms[name].set(ref, (rooms[name].get(ref) ?? 0) + room);
    }
    const score = {
      now: scoreOf(visit, { windows, baseline, wants: 'hourly' }),
      without: scoreOf(visit, { windows, baseline: null, wants: 'sets' }),
    };
    whole.add(score, 'day');
    sets.articles.set(facts.id, articleVariants(score));
    for (const name of GROUP_NAMES)
      for (const ref of LIST_KEYS[name](facts))
        getOrCreate(sets[name], ref, () => new EngagementVariants()).add(score, 'day');
    for (const topic of facts.topics) {
      const own = getOrCreate(growth, topic, () => ({
        growth: new EngagementVariants(),
        growthBefore: new EngagementVariants(),
      }));
      own.growth.add(score, 'growth');
      own.growthBefore.add(score, 'growthBefore');
    }
    if (score.now.hourly) rising.push(toRisingArticle(article, score.now.hourly));
  }
  const lists = Object.fromEntries(
    SET_NAMES.map((name) => [name, movedBy(sets[name], baseline)]),
  ) as SiteDiscounts['lists'];
  lists.growth = moved((of) => {
    const rows = Array.from(growth, ([topicId, own]) => ({
      topicId,
      current: own.growth.engagement(of, baseline),
      previous: own.growthBefore.engagement(of, baseline),
      currentItems: own.growth.items[of],
      previousItems: own.growthBefore.items[of],
    }));
    const question = {
      direction: 'up',
      minEngagement: minGrowth,
      minItems: MIN_CONTENT_ITEMS,
      limit: LIST_LENGTH,
    } as const;
    return orderGrowth(rows, question).map(({ topicId }) => topicId);
  });
  lists.rising = movedRising(rising, hour);
  lists.audiences = Object.values(AUDIENCES).flatMap((all) =>
    all.flatMap((audience) => movedOf(audience, all, { whole, topics: sets.topics, baseline })),
  );
  losers.sort((a, b) => b.discounted - a.discounted || a.contentId - b.contentId);
  const entered = SET_NAMES.map((name) => [name, enteredBy(sets[name], rooms[name], baseline)] as const);
  const listed = losers.slice(0, limit);
  return {
    ...site,
    articles: listed.map(({ facts: _, buckets: __, ...article }) => article),
    standouts: listed.map(({ contentId, facts, buckets }) => ({
      contentId,
      buckets,
      changesRanking: entered.some(([name, refs]) => LIST_KEYS[name](facts).some((ref) => refs.has(ref))),
    })),
    lists,
  };
}

/** Variants of a list, computed with discounting (`now`) and without it (`without`). */
type Variant = 'now' | 'without';
interface Variants {
  engagement(of: Variant, baseline: TrafficBaseline | null): number;
}
type SetMaps = Record<'articles', Map<number | string, Variants>> &
  Record<Exclude<keyof typeof LIST_KEYS, 'articles'>, Map<number | string, EngagementVariants>>;
/** Number of clicks above the usual share, from buckets in which clicks are concentrated, by list. */
type RoomMaps = Record<keyof typeof LIST_KEYS, Map<number | string, number>>;
type Growth = Record<'growth' | 'growthBefore', EngagementVariants>;

/** The scores of a single article are already discounted, so that it needs no sums, which take much memory. */
function articleVariants(score: Record<Variant, Score>): Variants {
  const [now, without] = [engagementOf(score.now), engagementOf(score.without)];
  return { engagement: (of) => (of === 'now' ? now : without) };
}

const engagementOf = ({ day: { weighed, certain } }: Score) => (weighed[0] ?? 0) + (certain[0] ?? 0);

class EngagementVariants implements Variants {
  readonly #sums = { now: new Sums(), without: new Sums() };

  readonly items = { now: 0, without: 0 };

  add(score: Record<Variant, Score>, window: WindowName): void {
    for (const way of ['now', 'without'] as const) {
      const { weighed, certain } = score[way][window];
      this.#sums[way].add(score[way][window]);
      if ((weighed[0] ?? 0) + (certain[0] ?? 0) > 0) this.items[way]++;
    }
  }

  engagement(of: Variant, baseline: TrafficBaseline | null, measure = 0): number {
    return this.#sums[of].engagement(of === 'now' ? baseline : null, measure);
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

interface RisingArticle {
  id: number;
  hourly: Hourly;
  clicks: number[];
}

function toRisingArticle({ facts, visit }: Clicked, hourly: Hourly): RisingArticle {
  const clicks: number[] = [];
  visit((hour, counts, length) => {
    if (!hourly.hours.includes(hour)) return;
    hourCounters.fill(0);
    add(hourCounters, 0, counts, length);
    clicks.push((hourCounters[FIRST.unsigned] ?? 0) + fullCount(hourCounters));
  });
  return { id: facts.id, hourly, clicks };
}

/** Returns rising articles whose rank depends on discounting. Momentum decays equally with and without discounting. */
function movedRising(articles: readonly RisingArticle[], hour: number): DiscountedMove[] {
  const clock = new SiteClock(hour);
  for (const { hours, ticks } of articles.map(({ hourly }) => hourly))
    for (const [i, at] of hours.entries()) clock.add(at, ticks[i] ?? 0);
  const { from, factors } = clock.now;
  const momentum = (own: readonly number[], hours: readonly number[]) =>
    nineDigits(own.reduce((sum, count, i) => sum + count * (factors[(hours[i] ?? 0) - from] ?? 0), 0));
  return moved((of) => {
    const risen = articles.map(({ id, clicks, hourly: { hours, weights } }) => {
      const own = of === 'now' ? weights : clicks;
      return { ref: id, worth: own.reduce((a, b) => a + b, 0) < RISING_FLOOR ? 0 : momentum(own, hours) };
    });
    return first(risen);
  });
}

function weighed(
  columns: Int32Array,
  baseline: TrafficBaseline | null,
): Discounted & { concentratedIn: ClassKind | null } {
  const clicks = columns[FIRST.unsigned] ?? 0;
  const { discounted, concentratedIn } = weigh(clicks, columns, baseline, FIRST.network);
  return { clicks, discounted, concentratedIn };
}

function movedOf(
  audience: Audience,
  all: readonly Audience[],
  {
    whole,
    topics,
    baseline,
  }: { whole: EngagementVariants; topics: SetMaps['topics']; baseline: TrafficBaseline | null },
): DiscountedMove[] {
  const found = moved((of) => {
    const sums = (set: EngagementVariants) => MEASURES.map((_, measure) => set.engagement(of, baseline, measure));
    const site = sums(whole);
    const rows = Array.from(topics, ([id, set]) => ({
      topicId: Number(id),
      ...shareOf(sums(set), site, audience, all),
    }));
    return audienceTopics(rows).map(({ topicId }) => topicId);
  });
  return found.map((place) => ({ ...place, ref: `${audience.slug}/${place.ref}` }));
}

const movedBy = (sets: Map<number | string, Variants>, baseline: TrafficBaseline | null): DiscountedMove[] =>
  moved((of) => first(Array.from(sets, ([ref, set]) => ({ ref, worth: set.engagement(of, baseline) }))));

/** Returns the items that are in the top ten only because of unusually many clicks from a few buckets. */
function enteredBy(
  sets: Map<number | string, Variants>,
  rooms: Map<number | string, number>,
  baseline: TrafficBaseline | null,
): Set<number | string> {
  const worths = Array.from(sets, ([ref, set]) => ({ ref, worth: set.engagement('now', baseline) }));
  const without = first(worths.map(({ ref, worth }) => ({ ref, worth: worth - (rooms.get(ref) ?? 0) })));
  return new Set(first(worths).filter((ref) => !without.includes(ref)));
}

const worthOf = ({ worth }: { worth: number }) => worth;
const refOf = ({ ref }: { ref: number | string }) => ref;
const first = (list: { ref: number | string; worth: number }[]) => top(list, worthOf, refOf, LIST_LENGTH);

function moved(list: (of: Variant) => readonly (number | string)[]): DiscountedMove[] {
  const [now, without] = [list('now'), list('without')];
  const placeIn = (refs: typeof now, ref: number | string) => refs.indexOf(ref) + 1 || null;
  return [...new Set([...without, ...now])]
    .map((ref) => ({ ref, place: placeIn(now, ref), without: placeIn(without, ref) }))
    .filter((moved) => moved.place !== moved.without);
}
