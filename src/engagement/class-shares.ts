import { byKind, type ClassKind, KIND_NAMES, KINDS } from '../db/click-columns.ts';
import { type ClassShares, classesFrom, classLimit, weightOf } from './weight.ts';

/** The site's share of each class, by the votes of its articles over the 336 complete hours before a full hour. Pure. */

/** Weight from which an article votes. */
const VOTER = 10;
/** Most votes of one article. */
const VOTES = 20;
/** Votes below which a site is too small to know its usual shares. */
export const QUORUM = 200;

export interface Voter {
  /** Unsigned clicks over the 336 hours. */
  total: number;
  /** From `offset` on counts by class, kind after kind. */
  classes: ArrayLike<number>;
  offset?: number;
}

export interface HourShares {
  /** All votes cast; with fewer than 200 there are no shares. */
  votes: number;
  /** Null: clicks are not weighed until the next full hour. */
  shares: Record<ClassKind, number[]> | null;
}

/**
 * Computes the shares of a full hour. `articles` must be in ascending order of id, so that a recount adds the same fractions in the same
 * order; `inForce` are the shares of the hour before, by which articles are weighed.
 */
export function classShares(articles: Iterable<Voter>, inForce: ClassShares | null): HourShares {
  const cast = byKind((kind) => new Float64Array(KINDS[kind]));
  let votes = 0;
  for (const { total, classes, offset = 0 } of articles) {
    const weight = weightOf(total, classes, inForce, offset);
    if (weight < VOTER) continue;
    const own = Math.min(weight, VOTES);
    votes += own;
    for (const kind of KIND_NAMES) vote(cast[kind], own, weight, classes, offset + classesFrom(kind), inForce?.[kind]);
  }
  if (votes < QUORUM) return { votes, shares: null };
  return { votes, shares: byKind((kind) => Array.from(cast[kind], (own) => (own + 1) / (votes + KINDS[kind]))) };
}

/** Adds an article's votes for the classes of one kind, in proportion to its weighed clicks. */
function vote(
  cast: Float64Array,
  votes: number,
  weight: number,
  classes: ArrayLike<number>,
  from: number,
  shares: ArrayLike<number> | undefined,
): void {
  const weighed = (i: number) => {
    const count = classes[from + i] ?? 0;
    return shares ? Math.min(count, classLimit(shares[i] ?? 0, weight)) : count;
  };
  let sum = 0;
  for (let i = 0; i < cast.length; i++) sum += weighed(i);
  for (let i = 0; i < cast.length; i++) cast[i] = (cast[i] ?? 0) + (weighed(i) * votes) / sum;
}
