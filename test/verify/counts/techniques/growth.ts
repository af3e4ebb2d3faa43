import { growthPercent } from '../../../../src/rankings/math/figures/growth-percent.ts';
import { growthWindows, hoursOf } from '../answers.ts';
import type { Partner } from '../partner.ts';

/** The effect of the partner's own clicks on a topic's growth reveals the number of other clicks. */

const MAX_CLICKS = 20_000;
/** Guesses that may be off by more than this factor are not claimed. */
const USEFUL = 1.5;

/** Returns the range of true growth values that are rounded to the displayed percentage. */
export function bounds(shown: number, rules: Partner['rules']): [low: number, high: number] {
  const unit = rules === 'before' ? 0.1 : shown === 0 ? 0 : 10 ** (Math.floor(Math.log10(Math.abs(shown)) + 1e-9) - 1);
  return [shown - unit / 2, shown + unit / 2];
}

const shownOf = (partner: Partner, topic: number): number | null =>
  partner.growth().find((row) => row.topic === topic)?.growthPercent ?? null;

const articleOf = (partner: Partner, topic: number): number =>
  partner.topicsOf.findIndex((topics) => topics.length === 1 && topics[0] === topic);

const targets = (partner: Partner): number[] => partner.topics.filter((topic) => articleOf(partner, topic) >= 0);

/** Alternates between clicks and requests, one topic per hour. Only the true count fits every response. */
export function askWhileClicking(partner: Partner): void {
  for (const topic of targets(partner)) {
    const seen: [own: number, low: number, high: number][] = [];
    for (let own = 0; own <= 200; own++) {
      const shown = shownOf(partner, topic);
      // Growth that changes only at the full hour does not show the clicks of this hour.
      if (shown !== null) seen.push([partner.rules === 'before' ? own : 0, ...bounds(shown, partner.rules)]);
      partner.click(articleOf(partner, topic));
    }
    const { current, previous } = growthWindows(partner.hour, partner.rules);
    const fitting = seen.length > 0 ? pairsThatFit(seen) : [];
    const [first, last] = [fitting[0], fitting.at(-1)];
    const middle = fitting[Math.floor(fitting.length / 2)];
    if (first && last && middle && last.before <= first.before * USEFUL) {
      partner.claim(middle.before, { topic }, previous.from, previous.to);
      // The count includes the partner's last click, which came after the last response.
      if (partner.rules === 'before')
        partner.claim(middle.now + partner.spentThisHour, { topic }, current.from, current.to);
    }
    partner.next();
  }
}

/**
 * Pairs of a previous count and a current count (without the partner's clicks) that fit all displayed growth values.
 */
function pairsThatFit(seen: readonly [own: number, low: number, high: number][]): { before: number; now: number }[] {
  const pairs: { before: number; now: number }[] = [];
  for (let before = 1; before <= MAX_CLICKS; before++) {
    let [low, high] = [0, Number.POSITIVE_INFINITY];
    for (const [own, from, to] of seen) {
      low = Math.max(low, before * (1 + from / 100) - own);
      high = Math.min(high, before * (1 + to / 100) - own);
      if (low > high + 1e-9) break;
    }
    for (let now = Math.ceil(low - 1e-9); now <= high + 1e-9; now++) pairs.push({ before, now });
  }
  return pairs;
}

const HOURS = 24;

/** Clicks in every other hour, and reads the growth in each hour. The slope is the inverse of the previous count. */
export function askEveryHour(partner: Partner): void {
  for (const topic of targets(partner).slice(0, 7)) {
    const article = articleOf(partner, topic);
    const steps: { own: number; ratio: number }[] = [];
    let last: number | null = null;
    let own = 0;
    let guess = 400;
    for (let hour = 0; hour <= HOURS; hour++) {
      const shown = shownOf(partner, topic);
      const ratio = shown === null ? null : 1 + shown / 100;
      if (ratio !== null && last !== null) steps.push({ own, ratio: ratio - last });
      last = ratio;
      const slope = slopeOf(steps);
      if (slope > 0) guess = Math.min(MAX_CLICKS, 1 / slope);
      if (hour === HOURS) break;
      own = hour % 2 === 0 ? partner.click(article, Math.max(1, Math.round(guess / 15))) : 0;
      partner.next();
    }
    const { current, previous } = growthWindows(partner.hour, partner.rules);
    if (slopeOf(steps) <= 0 || last === null) continue;
    partner.claim(guess, { topic }, previous.from, previous.to);
    partner.claim(guess * last, { topic }, current.from, current.to);
  }
}

/**
 * Least-squares slope of the ratio over the partner's clicks. Numbers of readers vary as much in hours without them.
 */
function slopeOf(steps: readonly { own: number; ratio: number }[]): number {
  const mean = (of: (step: { own: number; ratio: number }) => number) =>
    steps.reduce((total, step) => total + of(step), 0) / steps.length;
  const [own, ratio] = [mean((step) => step.own), mean((step) => step.ratio)];
  const variance = mean((step) => (step.own - own) ** 2);
  return steps.length > 1 && variance > 0 ? mean((step) => (step.own - own) * (step.ratio - ratio)) / variance : 0;
}

const T = 1.753;

type Subject = { topic: number } | { article: number };

interface Shown {
  of: Subject;
  growthPercent: number | null;
  interval: [low: number, high: number] | null;
}

/** Reads the growth of all topics for a week, without clicking. The lower the counts are, the wider the interval is. */
export function readIntervals(partner: Partner): void {
  followIntervals(partner, () => partner.growth().map(({ topic, ...shown }) => ({ of: { topic }, ...shown })));
}

export function readContentIntervals(partner: Partner): void {
  const articles = partner.popular('7d');
  followIntervals(partner, () =>
    articles.flatMap((article) => {
      const shown = partner.contentGrowth(article);
      return shown ? [{ of: { article }, ...shown }] : [];
    }),
  );
}

interface Estimate {
  of: Subject;
  growthPercent: number;
  previous: number;
}

function estimates(partner: Partner, ask: () => Shown[]): Estimate[] {
  const widths = new Map<string, number[]>();
  for (let hour = 0; hour < 168; hour++) {
    for (const { of, interval } of ask()) {
      if (!interval) continue;
      const [low, high] = interval.map((bound) => Math.log1p(bound / 100)) as [number, number];
      const name = JSON.stringify(of);
      widths.set(name, [...(widths.get(name) ?? []), ((high - low) / (2 * T)) ** 2]);
    }
    partner.next();
  }
  return ask().flatMap(({ of, growthPercent }) => {
    const variance = median(widths.get(JSON.stringify(of)) ?? []);
    if (growthPercent === null || growthPercent <= -100 || !(variance > 0)) return [];
    return [{ of, growthPercent, previous: (1 + 100 / (100 + growthPercent)) / variance }];
  });
}

function followIntervals(partner: Partner, ask: () => Shown[]): void {
  const found = estimates(partner, ask);
  const { current, previous } = growthWindows(partner.hour, partner.rules);
  for (const { of, growthPercent, previous: before } of found) {
    partner.claim(before, of, previous.from, previous.to);
    partner.claim(before * (1 + growthPercent / 100), of, current.from, current.to);
  }
}

/** Typical error of an estimate from interval widths, as the standard deviation of its logarithm. */
const WRONG_BY = 0.27;
const SURE = 0.7;

/** Growth of 8.3 percent can mean 13 after 12 or 26 after 24. The width of the interval shows which. */
export function readRatios(partner: Partner): void {
  const articles = partner.popular('7d');
  const ask = () => [
    ...partner.growth().map(({ topic, ...shown }) => ({ of: { topic }, ...shown })),
    ...articles.flatMap((article) => {
      const shown = partner.contentGrowth(article);
      return shown ? [{ of: { article }, ...shown }] : [];
    }),
  ];
  const found = estimates(partner, ask);
  const { current, previous } = growthWindows(partner.hour, partner.rules);
  for (const { of, growthPercent: shown, previous: about } of found) {
    const pairs: { before: number; now: number; weight: number }[] = [];
    let all = 0;
    for (let before = 1; before <= 4 * about; before++) {
      const low = Math.max(0, Math.floor(before * (1 + shown / 100)) - 2);
      for (let now = low; now <= low + 4; now++) {
        if (growthPercent(now, before) !== shown) continue;
        const weight = Math.exp(-((Math.log(before / about) / WRONG_BY) ** 2) / 2);
        pairs.push({ before, now, weight });
        all += weight;
      }
    }
    const best = pairs.toSorted((a, b) => b.weight - a.weight)[0];
    if (!best || best.weight / all < SURE) continue;
    partner.claim(best.before, of, previous.from, previous.to);
    partner.claim(best.now, of, current.from, current.to);
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Extends a range day by day until a topic is listed, and claims the smallest counts that fit. */
export function readGrowthOfRanges(partner: Partner): void {
  const last = Math.floor(partner.hour / DAY) - 1;
  const listed = new Set<number>();
  for (let from = last; from > last - DAYS; from--) {
    const { from: begin, to: end } = hoursOf([from, last]);
    const rows = partner.growthOf([from, last]);
    for (const { topic, growthPercent: shown } of rows) {
      const isNew = !listed.has(topic) && listed.size > 0;
      const fits = (count: number) => shown !== null && upTo(FEW).find((past) => growthPercent(count, past) === shown);
      const count = isNew ? upTo(FEW).find((one) => one >= THRESHOLD && fits(one)) : undefined;
      if (count === undefined) continue;
      partner.claim(count, { topic }, begin, end);
      partner.claim(fits(count) || 0, { topic }, begin - (end - begin), begin);
    }
    for (const { topic } of rows) listed.add(topic);
  }
}
const DAY = 24;
const DAYS = 15;
const THRESHOLD = 10;
const FEW = 60;
const upTo = (most: number) => Array.from({ length: most }, (_, i) => i + 1);
