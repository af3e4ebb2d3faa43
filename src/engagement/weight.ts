import { byKind, type ClassKind, KIND_NAMES, KINDS } from '../db/click-columns.ts';
import type { Shares } from '../db/schema.ts';

/**
 * The weight of a set of articles: how many of its unsigned clicks count. Readers of a story come from many networks with many
 * browsers; a fleet comes from few of one or the other. Pure; the rule and its reasons are in docs/explanation/weights.md.
 */

/** Classes of all kinds together. */
export const CLASSES = KINDS.network + KINDS.prefix + KINDS.browser;

/**
 * Where the classes of a kind begin, how many there are; clicks that a class may always have, however rare it is on the site, and standard
 * deviations by which it may exceed what its share leads to expect. A browser is whatever a sender says it is, and new ones come by the week:
 * that kind is there for fleets that do not care.
 */
const RULES = {
  network: { from: 0, count: KINDS.network, floor: 3, deviations: 5.25 },
  prefix: { from: KINDS.network, count: KINDS.prefix, floor: 3, deviations: 5.25 },
  browser: { from: KINDS.network + KINDS.prefix, count: KINDS.browser, floor: 20, deviations: 9 },
} as const satisfies Record<ClassKind, { from: number; count: number; floor: number; deviations: number }>;
/** 95th percentile of the normal distribution: a share is known only so well. */
const Z_95 = 1.645;
/**
 * A story that is much read may have readers of its own kind, so the odds of a class may grow with the weight. `most`: what they grow by
 * where the weight has no end (the odds are then `1 + most` times those of the site). `half`: the weight at which they have grown by half of that.
 */
const ODDS_GROWTH = { most: 3, half: 5000 };
/** Absorbs rounding errors of added fractions, so that a sum of whole clicks is never rounded down. */
const EPSILON = 1e-9;

export type { Shares };

/** What is taken for usual where nothing is known. */
export const FLAT: Shares = {
  network: Array<number>(KINDS.network).fill(1 / KINDS.network),
  prefix: Array<number>(KINDS.prefix).fill(1 / KINDS.prefix),
  browser: Array<number>(KINDS.browser).fill(1 / KINDS.browser),
  votes: 0,
  audiences: null,
};

export interface Weighed {
  /** Clicks that count, a whole number. */
  weight: number;
  /** Clicks that do not. */
  takenOff: number;
  /** The kind of class that decided the weight (the first where several do); null if every click counts. */
  stoodOut: ClassKind | null;
}

/** The upper bound of a share of `count` classes that is known from so many votes. */
export const upper = (share: number, votes: number, count: number): number =>
  Math.min(1, share + Z_95 * Math.sqrt((share * (1 - share)) / (votes / 2 + count)));

/** The most clicks that a class of a kind may have in a set of weight `weight`; `bound`: the upper bound of its share. Not rounded. */
export function classLimit(kind: ClassKind, bound: number, weight: number): number {
  const times = 1 + (ODDS_GROWTH.most * weight) / (weight + ODDS_GROWTH.half);
  const share = (bound * times) / (1 - bound + bound * times);
  const { floor, deviations } = RULES[kind];
  return Math.max(floor, weight * share + deviations * Math.sqrt(weight * share * (1 - share)));
}

/** What follows from shares and is asked for each article: made once. */
interface DerivedShares {
  /** Shares and their upper bounds by kind. */
  own: Record<ClassKind, Float64Array>;
  bounds: Record<ClassKind, Float64Array>;
  /** `usuallyOccupied` by number of clicks. */
  occupied: Record<ClassKind, number[]>;
}
const made = new WeakMap<Shares, DerivedShares>();
/** Those that were asked for last: nearly always the same. */
let last: { shares: Shares; known: DerivedShares } | null = null;

function knownOf(shares: Shares): DerivedShares {
  if (last?.shares === shares) return last.known;
  const known = made.get(shares) ?? {
    own: byKind((kind) => Float64Array.from(shares[kind])),
    bounds: byKind((kind) => Float64Array.from(shares[kind], (share) => upper(share, shares.votes, KINDS[kind]))),
    occupied: byKind(() => []),
  };
  made.set(shares, known);
  last = { shares, known };
  return known;
}

/** The clicks of each class of a kind that count in a set of weight `weight` by that kind: all, or what its share allows. Not rounded. */
export function limited(
  kind: ClassKind,
  weight: number,
  classes: ArrayLike<number>,
  shares: Shares | null,
  offset = 0,
): Float64Array {
  const { from, count } = RULES[kind];
  const bounds = shares && knownOf(shares).bounds[kind];
  const counts = new Float64Array(count);
  for (let b = 0; b < count; b++) {
    const own = classes[offset + from + b] ?? 0;
    counts[b] = bounds && own > 0 ? Math.min(own, classLimit(kind, bounds[b] ?? 0, weight)) : own;
  }
  return counts;
}

/**
 * The weight of `total` unsigned clicks in any window, of an article or of all articles of a set. `classes` holds, from `offset` on, their
 * counts by class, each kind adding up to `total`. Null for shares: weights are off.
 */
export function weightOf(total: number, classes: ArrayLike<number>, shares: Shares | null, offset = 0): number {
  let weight = total;
  for (const kind of KIND_NAMES) weight = Math.min(weight, weightBy(kind, total, classes, shares, offset));
  return weight;
}

/** As `weightOf`, with what decided it. */
export function weigh(total: number, classes: ArrayLike<number>, shares: Shares | null, offset = 0): Weighed {
  let [weight, stoodOut]: [number, ClassKind | null] = [total, null];
  for (const kind of KIND_NAMES) {
    const own = weightBy(kind, total, classes, shares, offset);
    if (own < weight) [weight, stoodOut] = [own, kind];
  }
  return { weight, takenOff: total - weight, stoodOut };
}

/**
 * An audience's part of the `weight` of `total` unsigned clicks, `own` of which are of the audience: at least what is left if all that was
 * taken off was theirs, and otherwise the site's part of that audience. It is rounded up: rounded down, story by story, an audience would
 * lose more than a tenth.
 */
export function audiencePart(own: number, total: number, weight: number, usual: number | undefined): number {
  if (weight >= total || own === 0) return own;
  const expected = Math.ceil((usual ?? own / total) * weight - EPSILON);
  return Math.min(own, Math.max(0, expected, own - (total - weight)));
}

/** How many classes of a kind are occupied. */
export function occupied(kind: ClassKind, classes: ArrayLike<number>, offset = 0): number {
  const { from, count } = RULES[kind];
  let found = 0;
  for (let b = offset + from; b < offset + from + count; b++) if ((classes[b] ?? 0) > 0) found++;
  return found;
}

/** How many classes of a kind so many clicks occupy on average. */
export function usuallyOccupied(kind: ClassKind, clicks: number, shares: Shares): number {
  const found = knownOf(shares).occupied[kind];
  found[clicks] ??= shares[kind].reduce((sum, share) => sum + 1 - (1 - share) ** clicks, 0);
  return found[clicks];
}

/**
 * Working memory of `weightBy`, made once because many sets are weighed: the occupied classes of the set in descending order of `ratios`,
 * clicks per share, by which a class stands out.
 */
const order = new Uint8Array(KINDS.network);
const ratios = new Float64Array(KINDS.network);
/** By place in that order: clicks, and shares, of this class and of all before it together; their upper bound, made where it is asked for. */
const inUnion = new Float64Array(KINDS.network);
const together = new Float64Array(KINDS.network);
const unions = new Float64Array(KINDS.network);

/** The weight of a set by one kind of class alone. */
export function weightBy(
  kind: ClassKind,
  total: number,
  classes: ArrayLike<number>,
  shares: Shares | null,
  offset = 0,
): number {
  const { from, count, floor, deviations } = RULES[kind];
  if (shares === null || total <= floor) return total;
  const first = offset + from;
  const known = knownOf(shares);
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
  // What classes have beyond one click each. A union with x of it has a share of x/steepest or more, and so fits whenever the two ends do:
  // the limit is concave in the share, and grows with it up to the weight. That is so of most articles.
  const beyond = total - used;
  if (beyond < floor) return total;
  const fits = (x: number) => x + 1 <= classLimit(kind, upper(Math.min(1, x / steepest), shares.votes, count), total);
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
  // Each limit lowers the weight until it no longer does: all grow with the weight, so that their order does not matter.
  for (let weight = total; ; ) {
    const before = weight;
    for (let j = 0; j < used; j++) {
      const clicks = inUnion[j] ?? 0;
      const share = together[j] ?? 0;
      const above = clicks - j - weight * share;
      if (clicks <= floor + j || above <= 0 || above * above <= deviations ** 2 * weight * share * (1 - share))
        continue;
      unions[j] ||= upper(share, shares.votes, count);
      for (;;) {
        // Counts of two histories, as after a restore, may be more by class than together: a weight below zero would have no end.
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
