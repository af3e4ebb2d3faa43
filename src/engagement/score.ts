import { type ClassKind, KIND_NAMES, KINDS, MEASURES, ORIGINS, READER_CLASSES } from '../db/click-columns.ts';
import type { Counts, Visit } from './cells.ts';
import { isVoter } from './class-shares.ts';
import { FIRST, fullCount, WIDTH } from './columns.ts';
import { isWithin, type Windows } from './hours.ts';
import { audiencePart, CLASSES, FLAT, keptParts, type Shares, weightBy, weightOf } from './weight.ts';

/** An article's engagement in every window, from its cells and the site's shares: pure. */

export const WINDOW_NAMES = ['day', 'week', 'dayBefore', 'weekBefore', 'growth', 'growthBefore'] as const;
export type WindowName = (typeof WINDOW_NAMES)[number];

/** Clicks of a window that count, by audience in the order of `MEASURES`; the first are everyone's. */
export interface WindowScore {
  /** Unsigned ones. */
  weighed: readonly number[];
  /** Signed ones and those of trusted networks. */
  certain: readonly number[];
  /** What sets of articles are weighed by, as `Sums` counts it: pairs of place and count. */
  counts: readonly number[];
}

/** The score of an article without clicks in a window. */
export const NOBODY: WindowScore = { weighed: MEASURES.map(() => 0), certain: MEASURES.map(() => 0), counts: [] };

/** The clicked hours of `7d` of an article, for rising content. */
export interface Hourly {
  hours: readonly number[];
  /** What the hour adds to the article's momentum. */
  weights: readonly number[];
  /** What it moves the site's clock by: of unsigned clicks only those of articles that are read as voters are. */
  ticks: readonly number[];
}

export interface Score extends Record<WindowName, WindowScore> {
  /** Null if not asked for. */
  hourly: Hourly | null;
}

/** What a score needs besides the cells. */
export interface Scale {
  windows: Windows;
  /** Null: weights are off. */
  shares: Shares | null;
  /** The site needs hours, for rising content. */
  wants: 'sets' | 'hourly';
}

/** Sums of the article that is being scored, window by window; reused because there are many articles. */
const sums = new Int32Array(WIDTH * WINDOW_NAMES.length);
const used: boolean[] = WINDOW_NAMES.map(() => false);

/** Scores an article; `cells` calls its argument with each of its cells. */
export function scoreOf(cells: (visit: Visit) => void, { windows, shares, wants }: Scale): Score {
  sums.fill(0);
  used.fill(false);
  const clicked: Clicked = { hours: [], unsigned: [], certain: [] };
  cells((hour, counts, length) => {
    for (const [i, name] of WINDOW_NAMES.entries()) {
      if (!isWithin(windows[name], hour)) continue;
      used[i] = true;
      add(sums, i * WIDTH, counts, length);
    }
    if (wants === 'hourly' && isWithin(windows.week, hour)) note(clicked, hour, counts, length);
  });
  const score = (name: WindowName) => windowScore(WINDOW_NAMES.indexOf(name), shares);
  const [week, weekBefore] = [score('week'), score('weekBefore')];
  return {
    day: score('day'),
    week,
    dayBefore: score('dayBefore'),
    weekBefore,
    // Windows of growth are an hour shorter: of most articles they hold the same.
    growth: areSame('week', 'growth') ? week : score('growth'),
    growthBefore: areSame('weekBefore', 'growthBefore') ? weekBefore : score('growthBefore'),
    hourly: wants === 'hourly' ? hourlyOf(cells, clicked, { windows, shares, weight: week.weighed[0] ?? 0 }) : null,
  };
}

/** Whether two windows, the second within the first, hold the same clicks. */
function areSame(outer: WindowName, inner: WindowName): boolean {
  const [a, b] = [WINDOW_NAMES.indexOf(outer) * WIDTH, WINDOW_NAMES.indexOf(inner) * WIDTH];
  for (const origin of ORIGINS) if (sums[a + FIRST[origin]] !== sums[b + FIRST[origin]]) return false;
  return true;
}

/** Adds a cell to a row of columns. */
export function add(columns: Int32Array, offset: number, counts: ArrayLike<number>, length = counts.length): void {
  for (let i = 0; i < length; i += 2) {
    const column = offset + (counts[i] ?? 0);
    columns[column] = (columns[column] ?? 0) + (counts[i + 1] ?? 0);
  }
}

/** A cell as a full row of columns. */
export function toColumns(counts: Counts): Int32Array {
  const columns = new Int32Array(WIDTH);
  add(columns, 0, counts);
  return columns;
}

function windowScore(window: number, shares: Shares | null): WindowScore {
  if (!used[window]) return NOBODY;
  const at = window * WIDTH;
  const total = sums[at + FIRST.unsigned] ?? 0;
  const weight = weightOf(total, sums, shares, at + FIRST.network);
  const counts: number[] = [];
  for (let b = 0; b < CLASSES + READER_CLASSES; b++) {
    const count = sums[at + (b < CLASSES ? FIRST.network + b : FIRST.reader + b - CLASSES)] ?? 0;
    if (count > 0) counts.push(b, count);
  }
  return {
    weighed: MEASURES.map((_, i) =>
      i === 0 ? weight : audiencePart(sums[at + FIRST.unsigned + i] ?? 0, total, weight, shares?.audiences?.[i]),
    ),
    certain: MEASURES.map((_, i) => fullCount(sums, i, at)),
    counts,
  };
}

const WEEK = WINDOW_NAMES.indexOf('week') * WIDTH;
/** An hour's engagement is a multiple of this part of a click, so that sums do not depend on their order. */
const PART = 1 / 1024;

/** The clicked hours of `7d`: their unsigned clicks, and all others. */
type Clicked = Record<'hours' | 'unsigned' | 'certain', number[]>;

function note({ hours, unsigned, certain }: Clicked, hour: number, counts: ArrayLike<number>, length: number): void {
  let [own, sure] = [0, 0];
  for (let i = 0; i < length; i += 2) {
    if (counts[i] === FIRST.unsigned) own = counts[i + 1] ?? 0;
    if (counts[i] === FIRST.signed || counts[i] === FIRST.trusted) sure += counts[i + 1] ?? 0;
  }
  hours.push(hour);
  unsigned.push(own);
  certain.push(sure);
}

/** The hours of `7d`; `sums` holds those of all windows. */
function hourlyOf(
  cells: (visit: Visit) => void,
  { hours, unsigned, certain }: Clicked,
  { windows, shares, weight }: { windows: Windows; shares: Shares | null; weight: number },
): Hourly {
  const total = sums[WEEK + FIRST.unsigned] ?? 0;
  const at = WEEK + FIRST.network;
  const kept = weight < total && shares !== null ? keptHours(cells, windows, { shares, total, weight }) : unsigned;
  const rest = restHours(cells, windows);
  let [all, listed] = [0, 0];
  const weights = Array.from(hours, () => 0);
  // From the newest hour on, so that whatever the clock says, no class has a part in the momentum.
  for (let i = hours.length - 1; i >= 0; i--) {
    all += kept[i] ?? 0;
    const upTo = Math.min(all, rest[i] ?? 0);
    weights[i] = (certain[i] ?? 0) + upTo - listed;
    listed = upTo;
  }
  const votes = isVoter(weight, sums, shares ?? FLAT, at);
  return { hours, weights, ticks: hours.map((_, i) => (certain[i] ?? 0) + (votes ? (kept[i] ?? 0) : 0)) };
}

/** For each hour: the unsigned clicks from then on without those of the class, of network or of prefix, that has most of them. */
function restHours(cells: (visit: Visit) => void, { week }: Windows): number[] {
  left.set(sums.subarray(WEEK + FIRST.network, WEEK + FIRST.network + left.length));
  let total = sums[WEEK + FIRST.unsigned] ?? 0;
  const rest: number[] = [];
  cells((hour, counts, length) => {
    if (!isWithin(week, hour)) return;
    rest.push(total - left.reduce(largest));
    for (let i = 0; i < length; i += 2) {
      const [column = 0, clicks = 0] = [counts[i], counts[i + 1]];
      if (column === FIRST.unsigned) total -= clicks;
      const place = column - FIRST.network;
      if (place >= 0 && place < left.length) left[place] = (left[place] ?? 0) - clicks;
    }
  });
  return rest;
}

const largest = (a: number, b: number) => Math.max(a, b);
const left = new Int32Array(KINDS.network + KINDS.prefix);

/** What the hours keep of their unsigned clicks, each class as much as it keeps of its own; together the weight. */
function keptHours(
  cells: (visit: Visit) => void,
  { week }: Windows,
  { shares, total, weight }: { shares: Shares; total: number; weight: number },
): number[] {
  const { from, parts } = keptIn(shares, total, weight);
  const kept: number[] = [];
  cells((hour, counts, length) => {
    if (!isWithin(week, hour)) return;
    let own = 0;
    for (let i = 0; i < length; i += 2) own += (counts[i + 1] ?? 0) * (parts[(counts[i] ?? 0) - from] ?? 0);
    kept.push(own);
  });
  const scale = Math.min(1, weight / kept.reduce((a, b) => a + b, 0));
  return kept.map((own) => Math.round((own * scale) / PART) * PART);
}

/** What each class keeps of its clicks by the kind that decides the weight, from which column on. */
function keptIn(shares: Shares, total: number, weight: number): { from: number; parts: Float64Array } {
  let from = FIRST.network;
  const decides = (kind: ClassKind) => weightBy(kind, total, sums, shares, WEEK + FIRST.network) === weight;
  const kind = KIND_NAMES.find(decides) ?? 'network';
  for (const before of KIND_NAMES.slice(0, KIND_NAMES.indexOf(kind))) from += KINDS[before];
  return { from, parts: keptParts(kind, total, sums, shares, WEEK + FIRST.network) };
}
