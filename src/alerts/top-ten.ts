import type { TopicFigures } from './figures.ts';
import type { Sign } from './streak.ts';

/** Whether a topic is among the first ten of the week. Pure; how the hours were chosen is in docs/measured/alerts.md. */

export const TOP = 10;
/** Places by which a topic is clearly inside or outside. */
const CLEAR = 2;
/** Hours that a clear place must hold, and a narrow one. */
const CLEAR_HOURS = 24;
const NARROW_HOURS = 36;
/** Hours that any place must hold for a topic that came or went within the last week. */
const RETURN_HOURS = 48;
export const UNSETTLED_HOURS = 168;

/** Ranks from 1 by an engagement, without topics that have none and those that are left out of trending; ties by ascending id. */
export function ranksOf(topics: readonly TopicFigures[], by: 'engagement' | 'before'): Map<number, number> {
  const ranked = topics
    .filter(({ [by]: own, excluded }) => own > 0 && !excluded)
    .sort((a, b) => b[by] - a[by] || a.topicId - b.topicId);
  return new Map(ranked.map(({ topicId }, i) => [topicId, i + 1]));
}

/**
 * What a rank says (undefined: the topic has none). The first eight places are clearly inside, those below the twelfth clearly
 * outside. `isUnsettled`: the topic came or went within the last week.
 */
export function topTenSign(rank: number | undefined, isUnsettled: boolean): Sign {
  const place = rank ?? Number.POSITIVE_INFINITY;
  const is = place <= TOP;
  const isClear = is ? place <= TOP - CLEAR : place > TOP + CLEAR;
  const hours = isClear ? CLEAR_HOURS : NARROW_HOURS;
  return { is, dwell: isUnsettled ? RETURN_HOURS : hours };
}
