import { KINDS } from '../../../db/click-columns.ts';
import { FIRST_CLASS, POSITION_BUCKETS, SURE } from '../../../db/view-columns.ts';
import { limitToBaseline, type TrafficBaseline, upper, weigh, weightOf } from '../../../engagement/discounting.ts';
import { sum } from './position-bias.ts';

/** Discounts impressions and clicks in lists, for single articles and for groups of articles. */

export type ShownCounters = ArrayLike<number>;

export type NetworkMarks = readonly ArrayLike<number>[];

/** Limit of a network bucket at one position. It is strict, as readers vary little there. (docs/decisions.md#C58) */
const MARK_LIMIT = { floor: 3, deviations: 3 };

const TOLERANCE_READERS = 1e-6;

function readersOf(counters: ShownCounters, baseline: TrafficBaseline | null) {
  let all = 0;
  for (let mark = 0; mark < POSITION_BUCKETS; mark++) all += counters[mark] ?? 0;
  const sure = counters[SURE] ?? 0;
  return { all, sure, weight: weightOf(all - sure, counters, baseline, FIRST_CLASS) };
}

/** Returns the number of an article's readers after discounting. If `baseline` is `null`, discounting is off. */
export function discountedReaders(counters: ShownCounters, baseline: TrafficBaseline | null): number {
  const { weight, sure } = readersOf(counters, baseline);
  return weight + sure;
}

/** Returns discounted readers by position bucket. Removes only readers of network buckets above their limits. */
export function discountedByMark(
  group: readonly ShownCounters[],
  baseline: TrafficBaseline | null,
  cells: readonly NetworkMarks[] = [],
): number[][] {
  const readers = group.map((counters) => ({ counters, ...readersOf(counters, baseline) }));
  const rates = baseline ? ratesAtMarks(cells, baseline) : [];
  const left = group.map((counters, i) =>
    Array.from({ length: POSITION_BUCKETS }, (_, mark) => {
      const beyond = cells[i]?.map((marks, bucket) => (marks[mark] ?? 0) * (1 - (rates[mark]?.[bucket] ?? 1))) ?? [];
      return Math.max(0, (counters[mark] ?? 0) - sum(beyond));
    }),
  );
  const counting = readers.map((article, i) => ({
    ...article,
    weight: Math.min(article.weight, Math.max(0, sum(left[i] ?? []) - article.sure)),
  }));
  const parts = partsThatCount(counting, baseline);
  return left.map((marks, i) => {
    const part = ((parts[i] ?? 0) + (readers[i]?.sure ?? 0)) / (sum(marks) || 1);
    return marks.map((count) => count * part);
  });
}

function ratesAtMarks(cells: readonly NetworkMarks[], baseline: TrafficBaseline): number[][] {
  const bounds = baseline.network.map((share) => upper(share, baseline.samples, KINDS.network));
  return Array.from({ length: POSITION_BUCKETS }, (_, mark) => {
    const counts = bounds.map((_, bucket) => sum(cells.map((own) => own[bucket]?.[mark] ?? 0)));
    for (let weight = sum(counts); ; ) {
      const left = counts.map((count, bucket) => Math.min(count, markLimit(bounds[bucket] ?? 0, weight)));
      if (sum(left) > weight - TOLERANCE_READERS) return left.map((count, bucket) => count / (counts[bucket] || 1));
      weight = sum(left);
    }
  });
}

function markLimit(bound: number, weight: number): number {
  const usual = weight * bound;
  return Math.max(MARK_LIMIT.floor, usual + MARK_LIMIT.deviations * Math.sqrt(usual * (1 - bound)));
}

type Readers = ReturnType<typeof readersOf> & { counters: ShownCounters };

function partsThatCount(group: readonly Readers[], baseline: TrafficBaseline | null): number[] {
  const alone = group.map(({ weight }) => weight);
  const sums = summed(group.map(({ counters }) => counters));
  const unsigned = sum(group.map(({ all, sure }) => all - sure));
  const { weight, concentratedIn } = weigh(unsigned, sums, baseline, FIRST_CLASS);
  if (!concentratedIn || sum(alone) <= weight) return alone;
  const byBucket = group.map((article) => {
    const counts = limitToBaseline(concentratedIn, article.weight, article.counters, baseline, FIRST_CLASS);
    const scale = article.weight / (sum(counts) || 1);
    return counts.map((count) => count * scale);
  });
  const limits = limitToBaseline(concentratedIn, weight, sums, baseline, FIRST_CLASS);
  const found = Array.from(limits, (_, b) => sum(byBucket.map((counts) => counts[b] ?? 0)));
  const left = found.map((count, b) => Math.min(count, limits[b] ?? 0));
  // Several buckets together may have a lower limit than the sum of their separate limits.
  const isBeyond = found.map((count, b) => count > (limits[b] ?? 0));
  const ofBeyond = sum(left.filter((_, b) => isBeyond[b]));
  const further = ofBeyond > 0 ? Math.max(0, 1 - Math.max(0, sum(left) - weight) / ofBeyond) : 1;
  const rates = found.map((count, b) => (isBeyond[b] ? (further * (left[b] ?? 0)) / count : 1));
  const reduced = byBucket.map((counts) => sum(counts.map((count, b) => count * (rates[b] ?? 1))));
  const rest = Math.min(1, weight / (sum(reduced) || 1));
  return reduced.map((count) => count * rest);
}

function summed(group: readonly ShownCounters[]): Float64Array {
  const sums = new Float64Array(SURE + 1);
  for (const counters of group) for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (counters[i] ?? 0);
  return sums;
}
