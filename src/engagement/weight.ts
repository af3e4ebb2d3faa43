import { type ClassKind, KIND_NAMES, KINDS } from '../db/click-columns.ts';
import { FIRST } from './columns.ts';

/**
 * The weight of an article: how many of its unsigned clicks count. Readers of a story come from many networks with many
 * browsers; the clicks of a bot fleet come from few of one or the other. Pure; the rule and its reasons are in docs/explanation/weights.md.
 */

/** Clicks that a class may always have, however rare it is on the site. */
const FLOOR = 6;
/** Standard deviations by which a class may exceed the count expected from its share of the site. */
const DEVIATIONS = 6;
/** Absorbs rounding errors of added fractions, so that a sum of whole clicks is never rounded down. */
const EPSILON = 1e-9;

/** The site's share of each class. */
export type ClassShares = Readonly<Record<ClassKind, ArrayLike<number>>>;

export interface Weighed {
  /** Clicks that count, a whole number. */
  weight: number;
  /** Clicks that do not. */
  takenOff: number;
  /** The kind of class that decided the weight (the first of `KINDS` that gives it); null if every click counts. */
  stoodOut: ClassKind | null;
}

/** The most clicks that a class with `share` of the site may have in an article of weight `weight`. Not rounded. */
export function classLimit(share: number, weight: number): number {
  const expected = share * weight;
  return Math.max(FLOOR, expected + DEVIATIONS * Math.sqrt(expected));
}

/**
 * The weight of `total` unsigned clicks in any window. `classes` holds, from `offset` on, their counts by class, kind after kind as
 * in `KINDS`; those of each kind add up to `total`. Without shares everything counts.
 */
export function weightOf(total: number, classes: ArrayLike<number>, shares: ClassShares | null, offset = 0): number {
  if (shares === null || total <= FLOOR) return total;
  let weight = total;
  for (const kind of KIND_NAMES) weight = Math.min(weight, weightByKind(kind, total, classes, offset, shares));
  return weight;
}

/** As `weightOf`, with the details that operators see. */
export function weigh(total: number, classes: ArrayLike<number>, shares: ClassShares | null, offset = 0): Weighed {
  const weight = weightOf(total, classes, shares, offset);
  const decides = (kind: ClassKind) => shares && weightByKind(kind, total, classes, offset, shares) === weight;
  return { weight, takenOff: total - weight, stoodOut: weight < total ? (KIND_NAMES.find(decides) ?? null) : null };
}

/** What an audience (company type, region, seniority) contributes: never more unsigned clicks than the article's weight. */
export const audiencePart = (unsigned: number, signed: number, weight: number): number =>
  Math.min(unsigned, weight) + signed;

/** Where the classes of a kind begin in a list of those of all. */
export const classesFrom = (kind: ClassKind): number => FIRST[kind] - FIRST.network;

function weightByKind(
  kind: ClassKind,
  total: number,
  classes: ArrayLike<number>,
  offset: number,
  { [kind]: shares }: ClassShares,
): number {
  const from = offset + classesFrom(kind);
  const count = KINDS[kind];
  let weight = total;
  for (;;) {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const clicks = classes[from + i] ?? 0;
      sum += clicks <= FLOOR ? clicks : Math.min(clicks, classLimit(shares[i] ?? 0, weight));
    }
    const next = Math.floor(sum + EPSILON);
    // Each round removes at least one click, in practice a fixed part of the rest.
    if (next >= weight) return weight;
    weight = next;
  }
}
