import { DAY } from '../lib/time.ts';
import type { LeaderFigures } from './figures.ts';

/** Whether the story that leads rising content stands out. Pure. */

/** Engagement that it needs in any case. */
const LEAST = 8;
/** How many times the engagement of the tenth most engaged story of 24 hours it needs. */
const TIMES = 3.5;
/** Seconds for which it must lead. */
export const LEAD_SECONDS = 600;
/** Seconds for which a story that was reported is not reported again. */
export const STORY_SECONDS = 30 * DAY;

export const standsOut = ({ engagement, tenth }: LeaderFigures): boolean =>
  engagement >= Math.max(LEAST, TIMES * tenth);
