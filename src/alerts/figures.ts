import type { Confidence } from '../rankings/math/figures/confidence.ts';
import type { Driver } from '../rankings/math/figures/driven-by.ts';

/** What alerts are decided by, as rankings have published it. */

/** A topic as it is published for the running hour. */
export interface TopicFigures extends Driver {
  topicId: number;
  name: string;
  slug: string;
  /** Left out of trending lists. */
  excluded: boolean;
  /** Engagement in `7d`, and in the window of equal length before it. */
  engagement: number;
  before: number;
  /** Engagement in the last 168 complete hours and in the 168 before those. */
  current: number;
  previous: number;
  /** Articles with engagement in the last 168 complete hours. */
  items: number;
  interval: Confidence['interval'];
  confidence: Confidence['confidence'];
  /** The articles that have gained most, the first of all first. */
  gains: readonly number[];
}

/** The article that leads rising content, with engagement in `24h`. */
export interface LeaderFigures {
  contentId: number;
  /** In the publisher's order. */
  topics: readonly number[];
  engagement: number;
  /** That of the tenth most engaged article; 0: there are fewer. */
  tenth: number;
}

/** Engagement of the whole site in the two windows of growth. */
export interface SiteFigures {
  current: number;
  previous: number;
}

/** Everything of one evaluation at a full hour. */
export interface HourFigures {
  /** The running hour, in hours since the epoch. */
  hour: number;
  /** Complete days (UTC) since the first click that is known: windows that reach further back are not full. */
  days: number;
  site: SiteFigures;
  topics: readonly TopicFigures[];
}
