import { KINDS } from '../../../src/db/click-columns.ts';
import { createRandom } from '../../../src/demo/random.ts';
import { estimateGrowth, growthConfidence, STUDENT_T } from '../../../src/rankings/math/figures/confidence.ts';
import { classed, type LogClick } from './click-log.ts';

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
