import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { KIND_NAMES, KINDS } from '../../../src/db/click-columns.ts';
import { createRandom } from '../../../src/demo/random.ts';
import { computeBaseline, FEW_SAMPLES } from '../../../src/engagement/baseline.ts';
import { NO_CELLS } from '../../../src/engagement/cells.ts';
import { FIRST } from '../../../src/engagement/columns.ts';
import { CLASSES, type TrafficBaseline, UNIFORM_BASELINE, weightOf } from '../../../src/engagement/discounting.ts';
import { estimateGrowth, growthConfidence, STUDENT_T } from '../../../src/rankings/math/figures/growth-interval.ts';
import type { Engagement } from '../../../src/rankings/math/scores.ts';
import { RankingWindow } from '../../../src/rankings/object/window.ts';
import { risingOf } from '../../rankings/math/rank-site.ts';
import { type Cell, classed, type LogClick } from './click-log.ts';

/** Where the classes of each kind begin in a row of counts, after all clicks. */
const FROM = { network: 1, prefix: 33, browser: 65 };
const ROW = 1 + CLASSES;
const TWO_WEEKS = 336;

/** Counts of every article over the hours of a moving window. */
export class Rolling {
  readonly #byHour: ReadonlyMap<number, readonly Cell[]>;
  readonly #rows = new Map<number, Float64Array>();
  #from = 0;
  #to = 0;

  constructor(byHour: ReadonlyMap<number, readonly Cell[]>) {
    this.#byHour = byHour;
  }

  /** Moves the window to the hours from `from` up to, but without, `to`; never backwards. */
  moveTo(from: number, to: number): this {
    if (this.#to <= from) {
      this.#rows.clear();
      this.#from = from;
      this.#to = from;
    }
    for (; this.#to < to; this.#to++) this.#add(this.#to, 1);
    for (; this.#from < from; this.#from++) this.#add(this.#from, -1);
    return this;
  }

  /** Articles with clicks in the window, by ascending id: all their clicks, then those by class. */
  *articles(): Iterable<[contentId: number, row: Float64Array]> {
    for (const contentId of [...this.#rows.keys()].sort((a, b) => a - b)) {
      const row = this.#rows.get(contentId);
      if (row && (row[0] ?? 0) > 0) yield [contentId, row];
    }
  }

  /** Weights by article. */
  weights(shares: TrafficBaseline | null): Map<number, number> {
    const weights = new Map<number, number>();
    for (const [contentId, row] of this.articles()) weights.set(contentId, weightOf(row[0] ?? 0, row, shares, 1));
    return weights;
  }

  /** The weight of articles as a set. */
  setWeight(isOf: (contentId: number) => boolean, shares: TrafficBaseline | null): number {
    const sum = new Float64Array(ROW);
    let single = 0;
    for (const [contentId, row] of this.articles()) {
      if (!isOf(contentId)) continue;
      single += weightOf(row[0] ?? 0, row, shares, 1);
      for (let i = 0; i < ROW; i++) sum[i] = (sum[i] ?? 0) + (row[i] ?? 0);
    }
    return Math.min(single, weightOf(sum[0] ?? 0, sum, shares, 1));
  }

  #add(hour: number, sign: 1 | -1): void {
    for (const cell of this.#byHour.get(hour) ?? []) {
      const row = this.#rows.get(cell.contentId) ?? new Float64Array(ROW);
      this.#rows.set(cell.contentId, row);
      row[0] = (row[0] ?? 0) + sign * cell.clicks;
      for (const kind of KIND_NAMES) {
        const i = FROM[kind] + cell[kind];
        row[i] = (row[i] ?? 0) + sign * cell.clicks;
      }
    }
  }
}

/** Cells by hour. */
export function byHour(cells: readonly Cell[]): Map<number, Cell[]> {
  const hours = new Map<number, Cell[]>();
  for (const cell of cells) {
    const list = hours.get(cell.hour);
    if (list) list.push(cell);
    else hours.set(cell.hour, [cell]);
  }
  return hours;
}

/** Shares in force at each full hour. */
export type History = Map<number, TrafficBaseline>;

/** The shares of each full hour from `first` to `last`, as objects make them; `before`: those of the hours before `first`. */
export function sharesOver(
  hours: ReadonlyMap<number, readonly Cell[]>,
  { first, last, begin = first, before = new Map() }: { first: number; last: number; begin?: number; before?: History },
): History {
  const window = new Rolling(hours);
  const made: History = new Map(before);
  for (let hour = first; hour <= last; hour++) {
    const inForce = made.get(hour - 1) ?? UNIFORM_BASELINE;
    const isDue = hour % 24 === 0 || hour < begin + TWO_WEEKS || inForce.samples < FEW_SAMPLES;
    made.set(hour, inForce);
    if (!isDue) continue;
    window.moveTo(hour - TWO_WEEKS, hour);
    const voters = Array.from(window.articles(), ([, row]) => ({ parts: row, classes: row, offset: 1 }));
    const { shares } = computeBaseline(voters, inForce, made.get(hour - TWO_WEEKS) ?? null);
    made.set(hour, shares ?? inForce);
  }
  return made;
}

/** The ids with the highest numbers, ties by ascending id. */
export const topIds = (scores: ReadonlyMap<number, number>, limit = 10): number[] =>
  [...scores]
    .filter(([, score]) => score > 0)
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)
    .slice(0, limit)
    .map(([id]) => id);

/** Whether growth that is called sure is there among other readers, too. */

const WEEK = 168;
/** Topics in all and of an article; clicks a topic needs in the current window of a half. */
const TOPICS = 30;
const TOPICS_EACH = 3;
const THRESHOLD = 10;

export interface HalvesReport {
  /** Growth of a topic in a half, asked once a day. */
  asked: number;
  /** Growing by the number alone, and how many of these do not grow in the other half. */
  growing: number;
  growingNot: number;
  /** Growing with high confidence, and how many of these do not grow in the other half. */
  sure: number;
  sureNot: number;
  /** Pairs of halves with intervals, and in how many the difference lies within the interval of 90 percent. */
  pairs: number;
  covered: number;
}

type Sums = Record<'current' | 'previous', Float64Array[][]>;

/** Splits the readers `times` times in halves and compares the growth of the last week, day by day. */
export function compareHalves(log: readonly LogClick[], times: number, seed: number): HalvesReport {
  const report = { asked: 0, growing: 0, growingNot: 0, sure: 0, sureNot: 0, pairs: 0, covered: 0 };
  const first = (log[0]?.hour ?? 0) + 2 * WEEK;
  const last = log.at(-1)?.hour ?? 0;
  for (let split = 0; split < times; split++) {
    const draw = drawing(log, seed, split);
    for (let hour = first; hour <= last; hour += 24) {
      const sums = sumsAt(log, hour, draw);
      for (let topic = 0; topic < TOPICS; topic++) judge(report, sums, topic);
    }
  }
  return report;
}

interface Drawing {
  half: (click: LogClick) => 0 | 1;
  topics: (click: LogClick) => readonly number[];
  /** Class of the reader's prefix. */
  reader: (click: LogClick) => number;
}

/** Halves, topics and classes of one split, drawn once for each reader, article and prefix. */
function drawing(log: readonly LogClick[], seed: number, split: number): Drawing {
  const random = createRandom(seed, `split ${split}`);
  const halves = new Map<number, 0 | 1>();
  const topics = new Map<number, number[]>();
  const cells = classed(log, `split ${split}`, 'split');
  const classes = new Map(log.map(({ reader }, i) => [reader, cells[i]?.prefix ?? 0]));
  const all = Array.from({ length: TOPICS }, (_, i) => i);
  for (const click of log) {
    if (!halves.has(click.reader)) halves.set(click.reader, random.chance(0.5) ? 1 : 0);
    if (!topics.has(click.contentId)) topics.set(click.contentId, random.shuffle(all).slice(0, TOPICS_EACH));
  }
  return {
    half: ({ reader }) => halves.get(reader) ?? 0,
    topics: ({ contentId }) => topics.get(contentId) ?? [],
    reader: ({ reader }) => classes.get(reader) ?? 0,
  };
}

/** Clicks by window, half, topic and reader class. */
function sumsAt(log: readonly LogClick[], hour: number, { half, topics, reader }: Drawing): Sums {
  const empty = () => [0, 1].map(() => Array.from({ length: TOPICS }, () => new Float64Array(KINDS.prefix)));
  const sums: Sums = { current: empty(), previous: empty() };
  for (let i = lowerBound(log, hour - 2 * WEEK); i < log.length; i++) {
    const click = log[i];
    if (!click || click.hour >= hour) break;
    const side = sums[click.hour >= hour - WEEK ? 'current' : 'previous'][half(click)];
    const k = reader(click);
    for (const topic of topics(click)) {
      const row = side?.[topic];
      if (row) row[k] = (row[k] ?? 0) + 1;
    }
  }
  return sums;
}

function judge(report: HalvesReport, { current, previous }: Sums, topic: number): void {
  const halves = [0, 1].map((half) => {
    const now = current[half]?.[topic] ?? new Float64Array(KINDS.prefix);
    const before = previous[half]?.[topic] ?? new Float64Array(KINDS.prefix);
    const [c, p] = [now, before].map((row) => row.reduce((a, b) => a + b, 0));
    const grows = (c ?? 0) > (p ?? 0);
    const sure = grows && growthConfidence(now, before).confidence === 'high';
    return { listed: (c ?? 0) >= THRESHOLD, grows, sure, estimate: estimateGrowth(now, before) };
  });
  const [a, b] = halves;
  if (!a || !b) return;
  for (const [own, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (!own.listed) continue;
    report.asked++;
    if (own.grows) report.growing++;
    if (own.grows && !other.grows) report.growingNot++;
    if (own.sure) report.sure++;
    if (own.sure && !other.grows) report.sureNot++;
  }
  if (!a.listed || !b.listed || !a.estimate || !b.estimate) return;
  report.pairs++;
  const margin = STUDENT_T * Math.sqrt(a.estimate.variance + b.estimate.variance);
  if (Math.abs(a.estimate.theta - b.estimate.theta) <= margin) report.covered++;
}

function lowerBound(log: readonly LogClick[], hour: number): number {
  let [low, high] = [0, log.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((log[middle]?.hour ?? 0) < hour) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pages of figures that the commands of this folder print and keep in docs/measured/. */

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const percent = (part: number, digits = 1): string => `${(100 * part).toFixed(digits)} %`;

/** Prints a page and writes it to a file. */
export function publish(file: string, blocks: readonly string[]): void {
  const page = `${blocks.join('\n\n')}\n`;
  console.log(page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page);
}

/** A site as its object keeps it, that takes clicks one after the other and can be asked for its rankings at any moment. */
export class LiveSite {
  readonly #window: RankingWindow;
  /** Counts of an article's hour so far. */
  readonly #counts = new Map<string, Map<number, number>>();
  #hour = 0;

  constructor(cells: readonly Cell[]) {
    const ids = new Set(cells.map(({ contentId }) => contentId));
    const what = { publishedAt: 0, topics: [], contentType: 'article', sourceType: null, source: '', domain: '' };
    const facts = Array.from(ids, (id) => ({ id, ...what, companies: [], countries: [], authors: [], section: null }));
    this.#window = new RankingWindow(NO_CELLS, facts, 'hourly');
  }

  /** Begins an hour: it is the running one from now on. */
  begin(hour: number, shares: TrafficBaseline): void {
    this.#hour = hour;
    this.#window.roll(hour, shares);
    if (hour % 24 === 0) this.#window.pack();
  }

  /** Takes clicks of the running hour. */
  take({ contentId, hour, clicks, ...classes }: Cell): void {
    const key = `${contentId} ${hour}`;
    const counts = this.#counts.get(key) ?? new Map<number, number>();
    this.#counts.set(key, counts);
    for (const place of [FIRST.unsigned, ...KIND_NAMES.map((kind) => FIRST[kind] + classes[kind])])
      counts.set(place, (counts.get(place) ?? 0) + clicks);
    this.#window.note({ contentId, hour, counts: [...counts].sort(([a], [b]) => a - b).flat() });
  }

  /** Every article that was clicked. */
  articles(): readonly Engagement[] {
    return this.#window.engagement(this.#hour * 3600);
  }

  /** Ids of those that rise. */
  rising(): number[] {
    return risingOf(this.articles(), this.#hour);
  }
}
