import { top } from './top.ts';

/**
 * Rising content: engagement that fades on the site's own clock. The clock advances with the clicks on the site, not by hours, so
 * nights and weekends need no correction. Pure.
 */

/** Hours of `7d`: the running hour and the 168 before it. */
const HOURS = 169;
/** Engagement in `7d` that an article needs to be listed. */
export const RISING_FLOOR = 8;
/** Least site engagement after which a click counts half: a faster clock would be easier to manipulate. */
const SLOWEST_HALF_LIFE = 75;
/** 2^21 + 1: leaves the upper 32 of a number's 53 bits (Veltkamp), nine digits. */
const SPLITTER = 2_097_153;

/** An article's hours within `7d`; its position in `hours` and `weights` is the same. */
export interface RisingArticle {
  id: number;
  /** Engagement in `7d`: its weight and signed clicks there. */
  engagement: number;
  /** Hours since the epoch. */
  hours: ArrayLike<number>;
  /** Engagement by the hour's own classes: weight of the hour and its signed clicks. */
  weights: ArrayLike<number>;
}

/** What a click of each hour counts now. */
export interface RisingClock {
  /** The oldest hour of `7d`. */
  from: number;
  /** Factors 2^(−A/H) from the oldest hour to the running one. */
  factors: Float64Array;
}

/**
 * Sets the clock for the running hour `hour`. `site` holds the site's engagement (the sum of all articles' hour weights) in the
 * 169 hours of `7d`, oldest first.
 */
export function risingClock(hour: number, site: ArrayLike<number>): RisingClock {
  const halfLife = Math.max(SLOWEST_HALF_LIFE, site[HOURS - 2] ?? 0);
  const factors = new Float64Array(HOURS);
  let later = 0;
  for (let i = HOURS - 1; i >= 0; i--) {
    const own = site[i] ?? 0;
    factors[i] = 2 ** (-(own / 2 + later) / halfLife);
    later += own;
  }
  return { from: hour - HOURS + 1, factors };
}

/** An article's momentum. */
export const momentum = ({ engagement, hours, weights }: RisingArticle, clock: RisingClock): number =>
  momentumOf(engagement, hours, weights, clock, { from: 0, to: hours.length, toWeight: 0 });

/**
 * The momentum of an article with its hours in part of a list, each weight `toWeight` places further on in `weights`, to nine significant
 * digits, so that equal sums are ties in whichever order they were added. Hours that together weigh more than the whole week are scaled
 * down to it. (docs/decisions.md#A6)
 */
export function momentumOf(
  engagement: number,
  hours: ArrayLike<number>,
  weights: ArrayLike<number>,
  { from, factors }: RisingClock,
  part: { from: number; to: number; toWeight: number },
): number {
  let faded = 0;
  let total = 0;
  for (let i = part.from; i < part.to; i++) {
    const factor = factors[(hours[i] ?? 0) - from];
    if (factor === undefined) continue;
    const weight = weights[i + part.toWeight] ?? 0;
    total += weight;
    faded += weight * factor;
  }
  const scaled = engagement < total ? (faded * engagement) / total : faded;
  const split = scaled * SPLITTER;
  return split - (split - scaled);
}

/** Ids of the `limit` articles with most momentum, ties by ascending id; only those with an engagement of at least 8 in `7d`. */
export function rankRising(articles: Iterable<RisingArticle>, clock: RisingClock, limit: number): number[] {
  const listed = [];
  for (const article of articles) {
    if (article.engagement >= RISING_FLOOR) listed.push({ id: article.id, momentum: momentum(article, clock) });
  }
  return top(
    listed,
    // On a busy site old engagement has faded to nothing; its articles are still listed.
    (entry) => Math.max(entry.momentum, Number.MIN_VALUE),
    (entry) => entry.id,
    limit,
  );
}
