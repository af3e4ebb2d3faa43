import { CLICK_TRUSTS, KIND_NAMES, KINDS, MEASURES, READER_CLASSES } from '../db/click-columns.ts';
import { contributesToBaseline } from './baseline.ts';
import type { CellCounts, Visit } from './cells.ts';
import { COLUMN_COUNT, FIRST, fullCount } from './columns.ts';
import {
  audiencePart,
  CLASSES,
  classLimit,
  limitToBaseline,
  type TrafficBaseline,
  UNIFORM_BASELINE,
  weigh,
  weightOf,
} from './discounting.ts';
import { type HourRange, isWithin, type Windows } from './hours.ts';

/** Computes an article's engagement in every time window, from its hourly counts and the site's baseline. */

export const WINDOW_NAMES = ['day', 'week', 'dayBefore', 'weekBefore', 'growth', 'growthBefore'] as const;
export type WindowName = (typeof WINDOW_NAMES)[number];

/** Clicks in a window after discounting, by audience as in `MEASURES`. The first number is that of all readers. */
export interface WindowScore {
  weighed: readonly number[];
  certain: readonly number[];
  counts: readonly number[];
}

export const ZERO_SCORE: WindowScore = { weighed: MEASURES.map(() => 0), certain: MEASURES.map(() => 0), counts: [] };

/** Hours of the last seven days in which an article was clicked, for rising content. */
export interface Hourly {
  hours: readonly number[];
  /** Contribution of each hour to the article's momentum. */
  weights: readonly number[];
  /** Clicks of each hour that advance the site's clock. Unsigned clicks count only on articles of the baseline. */
  ticks: readonly number[];
}

export interface Score extends Record<WindowName, WindowScore> {
  hourly: Hourly | null;
}

export interface Scale {
  windows: Windows;
  baseline: TrafficBaseline | null;
  /** Level of detail. `hourly` adds hours for rising content. `curve` adds hours in which every click counts. */
  wants: 'sets' | 'hourly' | 'curve';
}

/** Click sums by window, in a reused buffer. At first, a growth window excludes the hours of the shorter window. */
const sums = new Int32Array(COLUMN_COUNT * WINDOW_NAMES.length);
const WINDOW_OFFSETS = Object.fromEntries(WINDOW_NAMES.map((name, i) => [name, i * COLUMN_COUNT])) as Record<
  WindowName,
  number
>;

/** Computes the score of an article. `cells` calls its argument with the counts of each hour. */
export function scoreOf(cells: (visit: Visit) => void, { windows, baseline, wants }: Scale): Score {
  const { day, week, dayBefore, weekBefore, growth, growthBefore } = windows;
  sums.fill(0);
  const clicked: Clicked = { hours: [], unsigned: [], certain: [], ends: [] };
  cells((hour, counts, length) => {
    if (isWithin(day, hour)) add(sums, WINDOW_OFFSETS.day, counts, length);
    if (isWithin(dayBefore, hour)) add(sums, WINDOW_OFFSETS.dayBefore, counts, length);
    if (isWithin(week, hour)) {
      add(sums, WINDOW_OFFSETS.week, counts, length);
      if (!isWithin(growth, hour)) add(sums, WINDOW_OFFSETS.growth, counts, length);
      if (wants !== 'sets') note(clicked, hour, counts, length);
    }
    if (isWithin(weekBefore, hour)) {
      add(sums, WINDOW_OFFSETS.weekBefore, counts, length);
      if (!isWithin(growthBefore, hour)) add(sums, WINDOW_OFFSETS.growthBefore, counts, length);
    }
  });
  const scored = (name: WindowName) =>
    windowScore(WINDOW_OFFSETS[name], baseline, (visit) => inWindow(cells, windows[name], visit));
  const within = (name: WindowName, outer: WindowName, score: WindowScore) => {
    if (isEmpty(WINDOW_OFFSETS[name])) return score;
    for (let i = 0; i < COLUMN_COUNT; i++)
      sums[WINDOW_OFFSETS[name] + i] = (sums[WINDOW_OFFSETS[outer] + i] ?? 0) - (sums[WINDOW_OFFSETS[name] + i] ?? 0);
    return scored(name);
  };
  const scores = { week: scored('week'), weekBefore: scored('weekBefore') };
  return {
    ...scores,
    day: scored('day'),
    dayBefore: scored('dayBefore'),
    growth: within('growth', 'week', scores.week),
    growthBefore: within('growthBefore', 'weekBefore', scores.weekBefore),
    hourly: wants === 'sets' ? null : hourlyOf(clicked, { baseline, wants }, scores.week.weighed[0] ?? 0),
  };
}

function inWindow(cells: (visit: Visit) => void, range: HourRange, visit: Visit): void {
  cells((hour, counts, length) => {
    if (isWithin(range, hour)) visit(hour, counts, length);
  });
}

const isEmpty = (at: number): boolean => CLICK_TRUSTS.every((origin) => sums[at + FIRST[origin]] === 0);

export function add(columns: Int32Array, offset: number, counts: ArrayLike<number>, length = counts.length): void {
  for (let i = 0; i < length; i += 2) {
    const column = offset + (counts[i] ?? 0);
    columns[column] = (columns[column] ?? 0) + (counts[i + 1] ?? 0);
  }
}

export function toColumns(counts: CellCounts): Int32Array {
  const columns = new Int32Array(COLUMN_COUNT);
  add(columns, 0, counts);
  return columns;
}

function windowScore(at: number, baseline: TrafficBaseline | null, cells: Cells): WindowScore {
  if (isEmpty(at)) return ZERO_SCORE;
  const total = sums[at + FIRST.unsigned] ?? 0;
  const weight = weightOf(total, sums, baseline, at + FIRST.network);
  const counts: number[] = [];
  for (let b = 0; b < CLASSES + READER_CLASSES; b++) {
    const count = sums[at + (b < CLASSES ? FIRST.network + b : FIRST.reader + b - CLASSES)] ?? 0;
    if (count > 0) counts.push(b, count);
  }
  return {
    weighed: audienceParts(sums, at, { weight, baseline, cells }),
    certain: MEASURES.map((_, i) => fullCount(sums, i, at)),
    counts,
  };
}

/** Number of clicks with the site's usual audience that are added to an article's trusted hours as a prior. */
const PRIOR_CLICKS = 5;
const MAX_TRUSTED_DEVIATIONS = 2;

type Cells = (visit: Visit) => void;

/** Bucket that has more clicks than its usual share on the site explains. */
interface ConcentratedBucket {
  counter: number;
  share: number;
}

/** Returns clicks by audience. Omits hours in which one bucket, and so perhaps one sender, has too many clicks. */
function audienceParts(
  sums: ArrayLike<number>,
  at: number,
  { weight, baseline, cells }: { weight: number; baseline: TrafficBaseline | null; cells: Cells },
): number[] {
  const first = at + FIRST.unsigned;
  const total = sums[first] ?? 0;
  const concentrated = baseline ? concentratedBuckets(sums, at, weight, baseline) : [];
  const trusted = concentrated.length > 0 ? trustedHours(cells, concentrated) : null;
  return MEASURES.map((_, i) => {
    const own = sums[first + i] ?? 0;
    if (i === 0 || own === 0) return i === 0 ? weight : 0;
    const usual = baseline?.audiences?.[i];
    if (!trusted) return audiencePart(own, total, weight, usual);
    const rate =
      ((trusted[FIRST.unsigned + i] ?? 0) + PRIOR_CLICKS * (usual ?? own / total)) / (clicksOf(trusted) + PRIOR_CLICKS);
    return Math.min(own, Math.round(rate * weight));
  });
}

const clicksOf = (counts: ArrayLike<number>): number => counts[FIRST.unsigned] ?? 0;

function concentratedBuckets(
  sums: ArrayLike<number>,
  at: number,
  weight: number,
  baseline: TrafficBaseline,
): ConcentratedBucket[] {
  const found: ConcentratedBucket[] = [];
  for (const kind of KIND_NAMES)
    for (let b = 0; b < KINDS[kind]; b++) {
      const counter = FIRST[kind] + b;
      const share = baseline[kind][b] ?? 0;
      const clicks = sums[at + counter] ?? 0;
      if (clicks > 0 && clicks > classLimit(kind, share, weight)) found.push({ counter, share });
    }
  return found;
}

function trustedHours(cells: Cells, concentrated: readonly ConcentratedBucket[]): Int32Array {
  let hours: { hour: number; counts: Int32Array }[] = [];
  const together = new Int32Array(COLUMN_COUNT);
  cells((hour, pairs, length) => {
    const counts = new Int32Array(COLUMN_COUNT);
    for (let i = 0; i < length; i += 2) counts[pairs[i] ?? 0] = pairs[i + 1] ?? 0;
    if (clicksOf(counts) > 0) hours.push({ hour, counts });
    for (let i = 0; i < COLUMN_COUNT; i++) together[i] = (together[i] ?? 0) + (counts[i] ?? 0);
  });
  for (const { counter, share } of concentrated) {
    const part = ({ counts }: { counts: Int32Array }) => (counts[counter] ?? 0) / clicksOf(counts);
    const left = [];
    for (const each of hours.sort((a, b) => part(b) - part(a) || b.hour - a.hour)) {
      const usual = share * clicksOf(together);
      if ((together[counter] ?? 0) <= usual + MAX_TRUSTED_DEVIATIONS * Math.sqrt(usual)) left.push(each);
      else for (let i = 0; i < COLUMN_COUNT; i++) together[i] = (together[i] ?? 0) - (each.counts[i] ?? 0);
    }
    hours = left;
  }
  return together;
}

/** Precision of an hour's engagement, in clicks. Sums of binary fractions do not depend on the order of addition. */
const HOURLY_PRECISION = 1 / 1024;
const WEEK_WINDOW_HOURS = 169;

type Clicked = Record<'hours' | 'unsigned' | 'certain' | 'ends', number[]>;
const pairs = new Int32Array(2 * COLUMN_COUNT * WEEK_WINDOW_HOURS);

function note({ hours, unsigned, certain, ends }: Clicked, hour: number, counts: ArrayLike<number>, length: number) {
  let end = ends.at(-1) ?? 0;
  let [own, sure] = [0, 0];
  for (let i = 0; i < length; i += 2) {
    const [counter = 0, count = 0] = [counts[i], counts[i + 1]];
    if (counter === FIRST.unsigned) own = count;
    if (counter === FIRST.signed || counter === FIRST.trusted) sure += count;
    pairs[end++] = counter;
    pairs[end++] = count;
  }
  hours.push(hour);
  unsigned.push(own);
  certain.push(sure);
  ends.push(end);
}

const byClass = new Int32Array(KINDS.network + KINDS.prefix);

/** Computes the hourly engagement of the week. `sums` must already contain the article's windows. */
function hourlyOf(
  { hours, unsigned, certain, ends }: Clicked,
  { baseline, wants }: Pick<Scale, 'baseline' | 'wants'>,
  weight: number,
): Hourly {
  const total = sums[WINDOW_OFFSETS.week + FIRST.unsigned] ?? 0;
  const countedPerHour =
    weight < total && baseline !== null ? countedHours(ends, { baseline, total, weight }) : unsigned;
  byClass.fill(0);
  let [since, most, all, listed] = [0, 0, 0, 0];
  const weights = Array.from(hours, () => 0);
  // The loop runs from the newest hour to the oldest, so that momentum does not benefit from a single bucket.
  for (let i = hours.length - 1; i >= 0; i--) {
    since += unsigned[i] ?? 0;
    const end = ends[i] ?? 0;
    for (let at = ends[i - 1] ?? 0; at < end; at += 2) {
      const place = (pairs[at] ?? 0) - FIRST.network;
      if (place < 0 || place >= byClass.length) continue;
      const clicks = (byClass[place] ?? 0) + (pairs[at + 1] ?? 0);
      byClass[place] = clicks;
      if (clicks > most) most = clicks;
    }
    all += countedPerHour[i] ?? 0;
    const upTo = Math.min(all, since - most);
    weights[i] = (certain[i] ?? 0) + upTo - listed;
    listed = upTo;
  }
  const samples =
    wants === 'curve' ||
    contributesToBaseline(weight, sums, baseline ?? UNIFORM_BASELINE, WINDOW_OFFSETS.week + FIRST.network);
  return { hours, weights, ticks: samples ? countedPerHour.map((own, i) => own + (certain[i] ?? 0)) : certain };
}

/** Distributes `weight` over the hours, and reduces each bucket of the kind of class that limited the weight. */
function countedHours(
  ends: readonly number[],
  { baseline, total, weight }: { baseline: TrafficBaseline; total: number; weight: number },
): number[] {
  const at = WINDOW_OFFSETS.week + FIRST.network;
  const kind = weigh(total, sums, baseline, at).concentratedIn ?? 'network';
  const parts = limitToBaseline(kind, weight, sums, baseline, at).map(
    (own, b) => own / (sums[WINDOW_OFFSETS.week + FIRST[kind] + b] ?? 0),
  );
  const countedPerHour = ends.map((end, i) => {
    let own = 0;
    for (let at = ends[i - 1] ?? 0; at < end; at += 2)
      own += (pairs[at + 1] ?? 0) * (parts[(pairs[at] ?? 0) - FIRST[kind]] ?? 0);
    return own;
  });
  const scale = Math.min(1, weight / countedPerHour.reduce((a, b) => a + b, 0));
  return countedPerHour.map((own) => Math.round((own * scale) / HOURLY_PRECISION) * HOURLY_PRECISION);
}
