import { CONTINENTS } from '../../../src/db/audiences.ts';
import { firstHour, windowsAt } from '../../../src/engagement/hours.ts';
import { type ReadThroughRate, readThroughRateOf } from '../../../src/engagement/reads.ts';
import { quickHash } from '../../../src/lib/hash/quick-hash.ts';
import { audienceIndex } from '../../../src/rankings/math/figures/audience-index.ts';
import { growthConfidence } from '../../../src/rankings/math/figures/growth-interval.ts';
import { orderGrowth } from '../../../src/rankings/math/figures/growth-order.ts';
import { growthPercent } from '../../../src/rankings/math/figures/growth-percent.ts';
import { historyIndex } from '../../../src/rankings/math/figures/history-index.ts';
import { hourIndex } from '../../../src/rankings/math/figures/hour-index.ts';
import type { Period } from '../../../src/rankings/math/ranking-rows.ts';
import { nineDigits, RISING_FLOOR, risingClock } from '../../../src/rankings/math/rising.ts';
import { top } from '../../../src/rankings/math/top.ts';
import { MIN_GROWTH_DAYS } from '../../../src/routes/api/insights/growth.ts';
import { type Clicks, COMPANIES, sum } from './clicks.ts';

/** Computes the service's responses from clicks. Articles and topics are indexes, in the order of their ids. */

/** `before` selects the rules of earlier versions: growth includes the current hour, and row counts are exact. */
export type Rules = 'before' | 'now';

export interface Growth {
  topic: number;
  growthPercent: number | null;
  interval: [low: number, high: number] | null;
}

const LIST = 50;
const GROWTH_THRESHOLD = 10;
const DAY = 24;

/** Range of hours, of which `to` is exclusive. */
export type Hours = { from: number; to: number };
const range = (hour: number, period: Period): Hours => windowsAt(hour)[period === '24h' ? 'day' : 'week'];
export const hoursOf = ([from, to]: Days): Hours => ({ from: from * DAY, to: (to + 1) * DAY });
export type Days = readonly [from: number, to: number];
const ids = (list: readonly unknown[]): number[] => list.map((_, i) => i);

export const popular = (clicks: Clicks, hour: number, period: Period, topic: number | null = null): number[] =>
  popularOver(clicks, range(hour, period), topic);

export const popularOver = (clicks: Clicks, hours: Hours, topic: number | null): number[] =>
  listOf(clicks, orderOver(clicks, hours), topic);

const listOf = ({ layout }: Clicks, order: readonly number[], topic: number | null): number[] =>
  (topic === null ? order : order.filter((article) => layout.topicsOf[article]?.includes(topic))).slice(0, LIST);

function orderOver(clicks: Clicks, { from, to }: Hours): number[] {
  const counts = clicks.article.map((series) => sum(series, from, to));
  return top(
    ids(counts),
    (article) => counts[article] ?? 0,
    (article) => article,
    counts.length,
  );
}

export function everyPopular(clicks: Clicks, hour: number, period: Period): number[][] {
  const order = orderOver(clicks, range(hour, period));
  return [null, ...ids(clicks.topic)].map((topic) => listOf(clicks, order, topic));
}

export function trending(clicks: Clicks, hour: number, period: Period): number[] {
  const { from, to } = range(hour, period);
  return top(
    ids(clicks.topic),
    (topic) => sum(clicks.topic[topic], from, to),
    (topic) => topic,
    LIST,
  );
}

/** Windows of growth in complete hours. Under the rules `before`, they include the current hour. */
export function growthWindows(hour: number, rules: Rules) {
  const { growth, growthBefore } = windowsAt(rules === 'before' ? hour + 1 : hour);
  return { current: growth, previous: growthBefore };
}

export const growth = (clicks: Clicks, hour: number, rules: Rules, minItems = 1): Growth[] =>
  growthOver(clicks, growthWindows(hour, rules), rules, minItems);

/** Growth of a range of days compared with as many days before it. Empty if the range is too short. */
export const growthOfDays = (clicks: Clicks, [from, to]: Days): Growth[] =>
  to - from + 1 < MIN_GROWTH_DAYS
    ? []
    : growthOver(
        clicks,
        { current: hoursOf([from, to]), previous: hoursOf([from - (to - from + 1), from - 1]) },
        'now',
        1,
      ).map((row) => ({ ...row, interval: null }));

function growthOver(
  clicks: Clicks,
  windows: { current: Hours; previous: Hours },
  rules: Rules,
  minItems: number,
): Growth[] {
  const count = (topic: number, { from, to }: { from: number; to: number }) => sum(clicks.topic[topic], from, to);
  const items = (topic: number, { from, to }: { from: number; to: number }) =>
    clicks.layout.topicsOf.filter((topics, i) => topics.includes(topic) && sum(clicks.article[i], from, to) > 0).length;
  const rows = clicks.topic.map((_, topic) => ({
    topicId: topic,
    current: count(topic, windows.current),
    previous: count(topic, windows.previous),
    currentItems: minItems > 1 ? items(topic, windows.current) : minItems,
    previousItems: 0,
  }));
  const question = { direction: null, minEngagement: GROWTH_THRESHOLD, minItems, limit: LIST };
  return orderGrowth(rows, question).map(({ topicId: topic, current, previous }) => {
    if (rules === 'before') return { topic, growthPercent: oneDecimal(current, previous), interval: null };
    const classes = ({ from, to }: { from: number; to: number }) => clicks.classes(topic, from, to);
    const { interval } = growthConfidence(classes(windows.current), classes(windows.previous));
    return { topic, growthPercent: growthPercent(current, previous), interval };
  });
}

export function contentGrowth(clicks: Clicks, hour: number, article: number): Omit<Growth, 'topic'> | null {
  const { growth, growthBefore } = windowsAt(hour);
  const series = clicks.article[article];
  const [current, previous] = [sum(series, growth.from, growth.to), sum(series, growthBefore.from, growthBefore.to)];
  if (Math.max(current, previous) < GROWTH_THRESHOLD) return null;
  const classes = ({ from, to }: { from: number; to: number }) => clicks.articleClasses(article, from, to);
  const { interval } = growthConfidence(classes(growth), classes(growthBefore));
  return { growthPercent: growthPercent(current, previous), interval };
}

export const readHours = (hour: number, rules: Rules): Hours => ({
  from: (Math.floor(hour / DAY) - 7) * DAY,
  to: rules === 'before' ? hour + 1 : hour,
});

/**
 * Read-through rate of an article. Under the earlier rules (`before`), it includes the current hour and uses fixed,
 * public steps.
 */
export function readThroughRateAt(
  { opened, half }: Clicks,
  hour: number,
  article: number,
  rules: Rules,
): ReadThroughRate | null {
  const { from, to } = readHours(hour, rules);
  const hidden = (name: string) => quickHash(`${name} ${article}`) / 2 ** 53;
  return readThroughRateOf(
    { opened: sum(opened[article], from, to), half: sum(half[article], from, to) },
    rules === 'before' ? {} : { steps: hidden('steps'), lower: hidden('lower') },
  );
}

/** Number of rows that an article's analytics report as read, without those that do not depend on clicks. */
export function contentRows(clicks: Clicks, hour: number, article: number, rules: Rules): number {
  const from = Math.max(0, firstHour(hour));
  return rules === 'now'
    ? 0
    : (clicks.article[article]?.slice(from, hour + 1).filter((count) => count > 0).length ?? 0);
}

const oneDecimal = (current: number, previous: number): number | null =>
  previous === 0 ? null : Math.round((1000 * (current - previous)) / previous) / 10;

export function rising(clicks: Clicks, hour: number, topic: number): number[] {
  const { from, to } = windowsAt(hour).week;
  const hours = Array.from({ length: to - from }, (_, i) => from + i);
  const site = hours.map((at) => clicks.article.reduce((total, series) => total + (series[at] ?? 0), 0));
  const own = ids(clicks.article).filter((article) => clicks.layout.topicsOf[article]?.includes(topic));
  const { factors } = risingClock(hour, site);
  const momentum = (id: number) =>
    sum(clicks.article[id], from, to) < RISING_FLOOR
      ? 0
      : nineDigits(factors.reduce((total, factor, i) => total + factor * (clicks.article[id]?.[from + i] ?? 0), 0));
  return top(own, momentum, (id) => id, LIST);
}

export function history(series: ArrayLike<number>, hour: number, days: number): (number | null)[] {
  const today = Math.floor(hour / DAY);
  const counts = Array.from(series);
  const of = (day: number) =>
    counts.slice(Math.max(0, day * DAY), Math.max(0, (day + 1) * DAY)).reduce((a, b) => a + b, 0);
  const first = counts.findIndex((count) => count > 0);
  const shown = Array.from({ length: days }, (_, i) => of(today - days + i));
  return historyIndex(shown, first < 0 ? null : Math.floor(first / DAY) - today + days);
}

export function hours(series: ArrayLike<number>, hour: number, length: number): (number | null)[] {
  const first = Array.from(series).findIndex((count) => count > 0);
  const { width, points } = hourIndex((at) => series[at] ?? 0, first < 0 ? null : first, { hour, length });
  return width === 1 ? points.map(({ index }) => index) : [];
}

export function audience(clicks: Clicks, hour: number, period: Period, topic: number): (number | null)[] {
  const { from, to } = range(hour, period);
  const own = clicks.companies(topic, from, to);
  const site = clicks.companies(null, from, to);
  const known = (sums: readonly number[]) => sums.reduce((a, b) => a + b, 0);
  return Array.from({ length: COMPANIES }, (_, i) =>
    audienceIndex({
      topic: { audience: own[i] ?? 0, known: known(own) },
      site: { audience: site[i] ?? 0, known: known(site) },
    }),
  );
}

export function regions(clicks: Clicks, hour: number, rules: Rules): number[][] {
  const { from, to } = windowsAt(hour).week;
  const [item, part] = rules === 'now' ? [5, 3] : [1, 1];
  const articles = clicks.article.map((series, article) => ({
    parts: clicks.continentsOf(article, from, to),
    engagement: sum(series, from, to),
  }));
  return CONTINENTS.map((_, continent) => {
    const score = (article: number) => {
      const { parts, engagement } = articles[article] ?? { parts: [], engagement: 0 };
      const own = parts[continent] ?? 0;
      return engagement >= item && own >= part ? own : 0;
    };
    return top(ids(articles), score, (article) => article, LIST);
  });
}
