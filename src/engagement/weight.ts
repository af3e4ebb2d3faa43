/**
 * The weight of an article: how many of its unsigned clicks count. Readers of a story come from many networks with many
 * browsers; the clicks of a bot fleet come from few of one or the other. Pure; the rule and its reasons are in docs/explanation/weights.md.
 */

/** Classes by network, and as many by user agent. */
export const CLASSES = 16;
/** Clicks that a class may always have, however rare it is on the site. */
const FLOOR = 6;
/** Standard deviations by which a class may exceed the count expected from its share of the site. */
const DEVIATIONS = 6;
/** Absorbs rounding errors of added fractions, so that a sum of whole clicks is never rounded down. */
const EPSILON = 1e-9;

/** The site's share of each class: 16 numbers of each kind. */
export interface ClassShares {
  networks: ArrayLike<number>;
  agents: ArrayLike<number>;
}

export type ClassKind = 'network' | 'agent';

export interface Weighed {
  /** Clicks that count, a whole number. */
  weight: number;
  /** Clicks that do not. */
  takenOff: number;
  /** The kind of class that decided the weight (networks if both give the same weight); null if every click counts. */
  stoodOut: ClassKind | null;
}

/** The most clicks that a class with `share` of the site may have in an article of weight `weight`. Not rounded. */
export function classLimit(share: number, weight: number): number {
  const expected = share * weight;
  return Math.max(FLOOR, expected + DEVIATIONS * Math.sqrt(expected));
}

/**
 * The weight of `total` unsigned clicks in any window. `classes` holds, from `offset` on, their 16 counts by network and then
 * their 16 counts by user agent, each kind adding up to `total`. Without shares everything counts.
 */
export function weightOf(total: number, classes: ArrayLike<number>, shares: ClassShares | null, offset = 0): number {
  if (shares === null || total <= FLOOR) return total;
  return Math.min(
    weightByKind(total, classes, offset, shares.networks),
    weightByKind(total, classes, offset + CLASSES, shares.agents),
  );
}

/** As `weightOf`, with the details that operators see. */
export function weigh(total: number, classes: ArrayLike<number>, shares: ClassShares | null, offset = 0): Weighed {
  if (shares === null) return { weight: total, takenOff: 0, stoodOut: null };
  const byNetwork = weightByKind(total, classes, offset, shares.networks);
  const byAgent = weightByKind(total, classes, offset + CLASSES, shares.agents);
  const weight = Math.min(byNetwork, byAgent);
  const decided = byNetwork <= byAgent ? 'network' : 'agent';
  return { weight, takenOff: total - weight, stoodOut: weight < total ? decided : null };
}

/** What an audience (company type, region, seniority) contributes: never more unsigned clicks than the article's weight. */
export const audiencePart = (unsigned: number, signed: number, weight: number): number =>
  Math.min(unsigned, weight) + signed;

function weightByKind(total: number, classes: ArrayLike<number>, from: number, shares: ArrayLike<number>): number {
  let weight = total;
  for (;;) {
    let sum = 0;
    for (let i = 0; i < CLASSES; i++) {
      const count = classes[from + i] ?? 0;
      sum += count <= FLOOR ? count : Math.min(count, classLimit(shares[i] ?? 0, weight));
    }
    const next = Math.floor(sum + EPSILON);
    // Each round removes at least one click, in practice a fixed part of the rest.
    if (next >= weight) return weight;
    weight = next;
  }
}
