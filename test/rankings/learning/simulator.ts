import { positionBucketOf } from '../../../src/db/view-columns.ts';
import { type Learned, learnAppeals, MAX_AGE_HOURS, PERIOD_ENDS } from '../../../src/rankings/learning/appeal.ts';
import { type Candidate, newestFirst, orderOfMinute } from '../../../src/rankings/learning/minute-order.ts';
import { fitPositionBias } from '../../../src/rankings/math/figures/position-bias.ts';
import { randomFrom } from '../math/placement-world.ts';
import HOURS_OF_WEEK from './hours-of-week.json' with { type: 'json' };

/**
 * Simulates a site and its readers. Appeals, their decline and the effect of positions are known only here. Articles and
 * readers arrive as in a real log, by hour of the week.
 */

const WEEK_HOURS = 168;
const MINUTES = 60;

export interface WorldArticle extends Candidate {
  appeal: number;
  /** Time in which interest halves, in hours. */
  halfLife: number;
  /** Hour from which nobody is interested any more. */
  deadFrom: number;
  seen: number;
  seenEarly: number;
  clicked: number;
  byHour: Map<number, { views: number[]; clicks: number[] }>;
}

export interface Site {
  seed: number;
  days: number;
  /** Days before the first counted click. */
  warmUpDays?: number;
  /** Minutes for which a drawn order is used. */
  orderMinutes?: number;
  readersPerDay: number;
  articlesPerDay: number;
  positions?: number;
  /** Standard deviation of the logarithm of appeals within a group. */
  spread?: number;
  /** Usual half-life of interest, in hours. */
  halfLife?: number;
  /** Click rates by position, from 1, and the part of readers who see it. */
  rate?: (position: number) => number;
  reach?: (position: number) => number;
  /** Called after each hour, such as to let an article die. */
  afterHour?: (hour: number, articles: WorldArticle[], order: readonly number[]) => void;
  /** Called in each minute with readers, with the chance of a click at each position of the order and of newest first. */
  atMinute?: (minute: number, readers: number, chances: { learned: number[]; specified: number[] }) => void;
}

/** Returns the order of a list's first positions. */
export type Policy = (state: {
  candidates: WorldArticle[];
  now: number;
  minute: number;
  learned: () => Learned;
  interestOf: (article: WorldArticle) => number;
}) => readonly number[];

export interface Outcome {
  /** Expected clicks, without the chance of single readers. */
  clicks: number;
  articles: WorldArticle[];
}

export const newest: Policy = ({ candidates }) => candidates.map(({ id }) => id);
export const mostClicked: Policy = ({ candidates, now }) => {
  const from = Math.floor(now / 3600) - 24;
  const clicksOf = ({ byHour }: WorldArticle) =>
    [...byHour].reduce((sum, [hour, { clicks }]) => (hour >= from ? sum + clicks.reduce((a, b) => a + b, 0) : sum), 0);
  return candidates
    .map((candidate) => ({ candidate, clicks: clicksOf(candidate) }))
    .sort((a, b) => b.clicks - a.clicks || newestFirst(a.candidate, b.candidate))
    .map(({ candidate }) => candidate.id);
};
export const oracle: Policy = ({ candidates, interestOf }) =>
  candidates
    .map((candidate) => ({ id: candidate.id, interest: interestOf(candidate) }))
    .sort((a, b) => b.interest - a.interest)
    .map(({ id }) => id);
export const engaging: Policy = ({ candidates, learned, now, minute }) =>
  orderOfMinute({ candidates, learned: learned(), rules: new Map(), seed: seedOf(minute), now }).map(({ id }) => id);

const seedOf = (minute: number): string =>
  Array.from({ length: 4 }, (_, i) =>
    (Math.imul(minute + 1, 0x9e3779b1 + 2 * i * 0x85ebca6b) >>> 0).toString(16).padStart(8, '0'),
  ).join('');

/** How often each policy computes an order, in minutes. Orders without draws change slowly. */
const EVERY: ReadonlyMap<Policy, number> = new Map([
  [newest, 1],
  [mostClicked, 60],
  [oracle, 10],
]);

const MAX_CANDIDATES = 200;

export function simulate(site: Site, policy: Policy): Outcome {
  const {
    seed,
    days,
    readersPerDay,
    articlesPerDay,
    positions = 20,
    spread = 0.6,
    halfLife = 16,
    warmUpDays = 3,
    orderMinutes = 1,
  } = site;
  const rate = site.rate ?? ((position) => 0.06 / position ** 0.55);
  const reach = site.reach ?? ((position) => 0.92 ** (position - 1));
  const [arrivals, readers] = [randomFrom(seed), randomFrom(seed + 1)];
  const normal = () => Math.sqrt(-2 * Math.log(1 - arrivals())) * Math.cos(2 * Math.PI * arrivals());
  const effects = (count: number, deviation: number) =>
    Array.from({ length: count }, () => Math.exp(deviation * normal()));
  const [topics, sources, types] = [effects(20, 0.35), effects(12, 0.25), effects(3, 0.15)];
  const pick = (list: readonly unknown[]) => Math.floor(list.length * arrivals() ** 1.5);
  const weekly = (counts: number[], perDay: number, hour: number) => {
    const total = counts.reduce((a, b) => a + b, 0);
    return (7 * perDay * (0.9 * (counts[hour % WEEK_HOURS] ?? 0) + (0.1 * total) / WEEK_HOURS)) / total;
  };
  const articles: WorldArticle[] = [];
  const publish = (at: number) => {
    const [topic, second, source, type] = [pick(topics), pick(topics), pick(sources), pick(types)];
    articles.push({
      id: articles.length + 1,
      publishedAt: at,
      topics: [...new Set([topic, second])],
      source: `s${source}.example`,
      type: `type${type}`,
      appeal:
        Math.sqrt((topics[topic] ?? 1) * (topics[second] ?? 1)) *
        (sources[source] ?? 1) *
        (types[type] ?? 1) *
        Math.exp(spread * normal()),
      halfLife: halfLife * Math.exp(0.5 * normal()),
      deadFrom: Number.POSITIVE_INFINITY,
      seen: 0,
      seenEarly: 0,
      clicked: 0,
      byHour: new Map(),
    });
  };
  const interestAt = (article: WorldArticle, now: number) =>
    now >= article.deadFrom * 3600
      ? article.appeal / 50
      : article.appeal * 0.5 ** ((now - article.publishedAt) / 3600 / article.halfLife);
  let clicks = 0;
  let learned: { hour: number; value: Learned } | null = null;
  let curve: { day: number; rates: number[] } | null = null;
  const start = warmUpDays * 24;
  for (let hour = 0; hour < start + days * 24; hour++) {
    const expected = weekly(HOURS_OF_WEEK.articles, articlesPerDay, hour);
    const coming = Math.floor(expected) + (arrivals() < expected % 1 ? 1 : 0);
    const minutes = Array.from({ length: coming }, () => Math.floor(MINUTES * arrivals())).sort((a, b) => a - b);
    const perMinute = weekly(HOURS_OF_WEEK.views, readersPerDay, hour) / MINUTES;
    let order: readonly number[] = [];
    for (let minute = 0; minute < MINUTES; minute++) {
      const now = hour * 3600 + minute * 60;
      for (; minutes[0] === minute; minutes.shift()) publish(now);
      let arriving = Math.floor(perMinute) + (readers() < perMinute % 1 ? 1 : 0);
      if (arriving === 0) continue;
      if (
        order.length === 0 ||
        minute % (policy === engaging ? orderMinutes : (EVERY.get(policy) ?? 1)) === 0 ||
        policy === newest
      ) {
        const candidates = articles
          .slice(-MAX_CANDIDATES)
          .filter(({ publishedAt }) => publishedAt > now - MAX_AGE_HOURS * 3600)
          .reverse();
        order = policy({
          candidates,
          now,
          minute: hour * MINUTES + minute,
          learned: () => {
            if (learned?.hour === hour) return learned.value;
            const day = Math.floor(hour / 24);
            if (curve?.day !== day) curve = { day, rates: fittedRates(articles, hour) };
            learned = { hour, value: learnAppeals(observed(candidates, hour, curve.rates), hour * 3600) };
            return learned.value;
          },
          interestOf: (article) => interestAt(article, now),
        }).slice(0, positions);
      }
      if (site.atMinute && hour >= start) {
        const chancesOf = (ids: readonly number[]) =>
          ids.map((id, i) => {
            const article = articles[id - 1];
            return article ? reach(i + 1) * Math.min(0.9, rate(i + 1) * interestAt(article, now)) : 0;
          });
        const specified = articles.slice(-positions).reverse();
        site.atMinute(hour * MINUTES + minute, arriving, {
          learned: chancesOf(order),
          specified: chancesOf(specified.map(({ id }) => id)),
        });
      }
      for (; arriving > 0; arriving--) {
        const depth = readers();
        for (let position = 1; position <= order.length && depth < reach(position); position++) {
          const article = articles[(order[position - 1] ?? 0) - 1];
          if (!article) continue;
          const mark = positionBucketOf('list', position);
          const own = article.byHour.get(hour) ?? { views: [], clicks: [] };
          article.byHour.set(hour, own);
          own.views[mark] = (own.views[mark] ?? 0) + 1;
          article.seen++;
          if (now - article.publishedAt < 6 * 3600) article.seenEarly++;
          const chance = Math.min(0.9, rate(position) * interestAt(article, now));
          if (hour >= start) clicks += chance;
          if (readers() < chance) {
            own.clicks[mark] = (own.clicks[mark] ?? 0) + 1;
            article.clicked++;
          }
        }
      }
    }
    site.afterHour?.(hour, articles, order);
  }
  return { clicks, articles };
}

export function fittedRates(articles: readonly WorldArticle[], hour: number): number[] {
  const recent = articles.filter(({ publishedAt }) => publishedAt > (hour - 14 * 24) * 3600);
  return fitPositionBias(
    recent
      .map(({ byHour }) => ({
        views: added([...byHour.values()].map((own) => own.views)),
        clicks: added([...byHour.values()].map((own) => own.clicks)),
      }))
      .filter(({ views }) => views.reduce((a, b) => a + b, 0) >= 50),
  ).rates;
}

function added(rows: readonly number[][]): number[] {
  const sums = new Array<number>(36).fill(0);
  for (const row of rows)
    for (const [i, value] of Object.entries(row)) sums[Number(i)] = (sums[Number(i)] ?? 0) + value;
  return sums;
}

/** Returns the figures that the service stores, by period before `hour`. */
export const observed = (candidates: readonly WorldArticle[], hour: number, rates: readonly number[]) =>
  candidates.map(({ byHour, ...article }) => ({
    ...article,
    periods: PERIOD_ENDS.map((end, i) => {
      const from = hour - end;
      const to = hour - (PERIOD_ENDS[i - 1] ?? 0);
      let [clicks, usual] = [0, 0];
      for (let at = Math.max(from, 0); at < to; at++) {
        const own = byHour.get(at);
        if (!own) continue;
        for (const [mark, views] of Object.entries(own.views)) usual += views * (rates[Number(mark)] ?? 0);
        for (const count of Object.values(own.clicks)) clicks += count;
      }
      return { clicks, usual };
    }),
  }));
