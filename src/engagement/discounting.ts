import { byKind, type ClassKind, KIND_NAMES, KINDS } from '../db/click-columns.ts';
import type { TrafficBaseline } from '../db/schema.ts';

/** Determines how many unsigned clicks count (docs/explanation/discounting.md). */

export const CLASSES = KINDS.network + KINDS.prefix + KINDS.browser;

/**
 * Click limits per bucket: `floor` clicks, or the bucket's usual share plus `deviations` standard deviations if that is
 * more. Limits for browsers are loose, because senders choose their user agent and new versions appear weekly.
 */
const RULES = {
  network: { from: 0, count: KINDS.network, floor: 3, deviations: 5.25 },
  prefix: { from: KINDS.network, count: KINDS.prefix, floor: 3, deviations: 5.25 },
  browser: { from: KINDS.network + KINDS.prefix, count: KINDS.browser, floor: 20, deviations: 9 },
} as const satisfies Record<ClassKind, { from: number; count: number; floor: number; deviations: number }>;
/** 95th percentile of the normal distribution, for the upper bound of a share. */
const Z_95 = 1.645;
/** Growth of a bucket's allowed odds with the number of clicks. Popular articles may attract unusual readers. */
const ODDS_GROWTH = { most: 3, half: 5000 };
/** Tolerance for rounding errors in sums of fractions. Without it, a whole number could be rounded down. */
const EPSILON = 1e-9;

export type { TrafficBaseline };

export const UNIFORM_BASELINE: TrafficBaseline = {
  network: Array<number>(KINDS.network).fill(1 / KINDS.network),
  prefix: Array<number>(KINDS.prefix).fill(1 / KINDS.prefix),
  browser: Array<number>(KINDS.browser).fill(1 / KINDS.browser),
  samples: 0,
  audiences: null,
};

export interface DiscountedCount {
  weight: number;
  discounted: number;
  /** Kind of class whose limits reduced the clicks the most. `null` if every click counts. */
  concentratedIn: ClassKind | null;
}

/** Returns the upper bound of a bucket's share. `count` is the number of buckets of its kind. */
export const upper = (share: number, samples: number, count: number): number =>
  Math.min(1, share + Z_95 * Math.sqrt((share * (1 - share)) / (samples / 2 + count)));

/** Returns how many clicks of a bucket count at most, unrounded. `bound` is the upper bound of the bucket's share. */
export function classLimit(kind: ClassKind, bound: number, weight: number): number {
  const times = 1 + (ODDS_GROWTH.most * weight) / (weight + ODDS_GROWTH.half);
  const share = (bound * times) / (1 - bound + bound * times);
  const { floor, deviations } = RULES[kind];
  return Math.max(floor, weight * share + deviations * Math.sqrt(weight * share * (1 - share)));
}

interface DerivedBaseline {
  own: Record<ClassKind, Float64Array>;
  bounds: Record<ClassKind, Float64Array>;
  occupied: Record<ClassKind, number[]>;
}
const made = new WeakMap<TrafficBaseline, DerivedBaseline>();
/** Values derived from the baseline of the last call, cached because nearly all calls use the same baseline. */
let last: { baseline: TrafficBaseline; known: DerivedBaseline } | null = null;

function knownOf(baseline: TrafficBaseline): DerivedBaseline {
  if (last?.baseline === baseline) return last.known;
  const known = made.get(baseline) ?? {
    own: byKind((kind) => Float64Array.from(baseline[kind])),
    bounds: byKind((kind) => Float64Array.from(baseline[kind], (share) => upper(share, baseline.samples, KINDS[kind]))),
    occupied: byKind(() => []),
  };
  made.set(baseline, known);
  last = { baseline, known };
  return known;
}

/** Limits the clicks of each bucket in a kind of class to the bucket's usual share of `weight`, unrounded. */
export function limitToBaseline(
  kind: ClassKind,
  weight: number,
  classes: ArrayLike<number>,
  baseline: TrafficBaseline | null,
  offset = 0,
): Float64Array {
  const { from, count } = RULES[kind];
  const bounds = baseline && knownOf(baseline).bounds[kind];
  const counts = new Float64Array(count);
  for (let b = 0; b < count; b++) {
    const own = classes[offset + from + b] ?? 0;
    counts[b] = bounds && own > 0 ? Math.min(own, classLimit(kind, bounds[b] ?? 0, weight)) : own;
  }
  return counts;
}

/** Returns how many of the `total` unsigned clicks count. If `baseline` is `null`, discounting is off. */
export function weightOf(
  total: number,
  classes: ArrayLike<number>,
  baseline: TrafficBaseline | null,
  offset = 0,
): number {
  let weight = total;
  for (const kind of KIND_NAMES) weight = Math.min(weight, weightBy(kind, total, classes, baseline, offset));
  return weight;
}

/** Returns the number of clicks that count and the kind of class that limited them. */
export function weigh(
  total: number,
  classes: ArrayLike<number>,
  baseline: TrafficBaseline | null,
  offset = 0,
): DiscountedCount {
  let [weight, concentratedIn]: [number, ClassKind | null] = [total, null];
  for (const kind of KIND_NAMES) {
    const own = weightBy(kind, total, classes, baseline, offset);
    if (own < weight) [weight, concentratedIn] = [own, kind];
  }
  return { weight, discounted: total - weight, concentratedIn };
}

/** Returns an audience's part of the clicks that count, rounded up. Rounding down would cost audiences over 10%. */
export function audiencePart(own: number, total: number, weight: number, usual: number | undefined): number {
  if (weight >= total || own === 0) return own;
  const expected = Math.ceil((usual ?? own / total) * weight - EPSILON);
  return Math.min(own, Math.max(0, expected, own - (total - weight)));
}

export function countOccupied(kind: ClassKind, classes: ArrayLike<number>, offset = 0): number {
  const { from, count } = RULES[kind];
  let found = 0;
  for (let b = offset + from; b < offset + from + count; b++) if ((classes[b] ?? 0) > 0) found++;
  return found;
}

/** Returns the expected number of classes of a kind that contain at least one of this many clicks. */
export function usuallyOccupied(kind: ClassKind, clicks: number, baseline: TrafficBaseline): number {
  const found = knownOf(baseline).occupied[kind];
  found[clicks] ??= baseline[kind].reduce((sum, share) => sum + 1 - (1 - share) ** clicks, 0);
  return found[clicks];
}

/** Buffers of `weightBy`: classes with clicks, in descending order of `ratios` (clicks divided by usual share). */
const order = new Uint8Array(KINDS.network);
const ratios = new Float64Array(KINDS.network);
const inUnion = new Float64Array(KINDS.network);
const together = new Float64Array(KINDS.network);
const unions = new Float64Array(KINDS.network);

export function weightBy(
  kind: ClassKind,
  total: number,
  classes: ArrayLike<number>,
  baseline: TrafficBaseline | null,
  offset = 0,
): number {
  const { from, count, floor, deviations } = RULES[kind];
  if (baseline === null || total <= floor) return total;
  const first = offset + from;
  const known = knownOf(baseline);
  const ownShares = known.own[kind];
  let used = 0;
  let steepest = 0;
  for (let b = 0; b < count; b++) {
    const clicks = classes[first + b] ?? 0;
    if (clicks === 0) continue;
    used++;
    if (clicks > 1) {
      const slope = (clicks - 1) / (ownShares[b] ?? 0);
      if (slope > steepest) steepest = slope;
    }
  }
  // Quick check: the limit is concave in the share, so if it holds at both ends, it holds for every set of buckets.
  const beyond = total - used;
  if (beyond < floor) return total;
  const fits = (x: number) =>
    x + 1 <= classLimit(kind, upper(Math.min(1, x / steepest), baseline.samples, count), total);
  if (fits(floor) && fits(beyond)) return total;
  used = 0;
  for (let b = 0; b < count; b++) {
    const clicks = classes[first + b] ?? 0;
    if (clicks === 0) continue;
    const ratio = clicks / (ownShares[b] ?? 0);
    let place = used++;
    for (; place > 0 && (ratios[place - 1] ?? 0) < ratio; place--) {
      ratios[place] = ratios[place - 1] ?? 0;
      order[place] = order[place - 1] ?? 0;
    }
    ratios[place] = ratio;
    order[place] = b;
  }
  const upperBounds = known.bounds[kind];
  let [clicksSoFar, shareSoFar] = [0, 0];
  for (let j = 0; j < used; j++) {
    clicksSoFar += classes[first + (order[j] ?? 0)] ?? 0;
    shareSoFar += ownShares[order[j] ?? 0] ?? 0;
    inUnion[j] = clicksSoFar;
    together[j] = Math.min(1, shareSoFar);
    unions[j] = 0;
  }
  // A lower weight lowers all limits, so their order does not matter. The loop ends when no limit lowers the weight.
  for (let weight = total; ; ) {
    const before = weight;
    for (let j = 0; j < used; j++) {
      const clicks = inUnion[j] ?? 0;
      const share = together[j] ?? 0;
      const above = clicks - j - weight * share;
      if (clicks <= floor + j || above <= 0 || above * above <= deviations ** 2 * weight * share * (1 - share))
        continue;
      unions[j] ||= upper(share, baseline.samples, count);
      for (;;) {
        // After a restore, the clicks by class may exceed the total. A negative weight would cause an endless loop.
        const next = Math.max(0, Math.floor(classLimit(kind, unions[j] ?? 0, weight) + j + total - clicks + EPSILON));
        if (next >= weight) break;
        weight = next;
      }
    }
    let single = 0;
    for (let j = 0; j < used; j++) {
      const b = order[j] ?? 0;
      const clicks = classes[first + b] ?? 0;
      single += clicks <= floor ? clicks : Math.min(clicks, classLimit(kind, upperBounds[b] ?? 0, weight));
    }
    weight = Math.min(weight, Math.floor(single + EPSILON));
    if (weight === before) return weight;
  }
}
