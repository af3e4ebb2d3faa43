import type { HourFigures, TopicFigures } from './figures.ts';
import type { Sign } from './streak.ts';

/** Whether a topic grows, beyond doubt and more than everything else. Pure. */

/** Hours that growth must hold, and hours without it after which it may be reported again. */
const GROWING_HOURS = 6;
const ENDED_HOURS = 48;
/** Least growth in percent at the low end of the interval, beside that of the whole site. */
const LEAST = 10;
/** Articles with engagement that a topic needs. */
const ITEMS = 5;

/**
 * What a topic's growth says. It must be of high confidence, not one article's, and its whole interval above the growth of the site,
 * so that a busy week is not reported topic by topic. `minEngagement`: engagement that a topic needs in the current window.
 */
export function growthSign(topic: TopicFigures, site: HourFigures['site'], minEngagement: number): Sign {
  const siteGrowth = site.previous > 0 ? 100 * (site.current / site.previous - 1) : 0;
  const [low] = topic.interval ?? [Number.NEGATIVE_INFINITY];
  const is =
    topic.confidence === 'high' &&
    topic.drivenBy !== 'article' &&
    topic.current >= minEngagement &&
    topic.items >= ITEMS &&
    low >= LEAST + Math.max(0, siteGrowth);
  return { is, dwell: is ? GROWING_HOURS : ENDED_HOURS };
}
