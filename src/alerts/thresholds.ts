/** Thresholds of alerts that the page about alerts also states. */

/** Hours for which growth must last before an alert. */
export const GROWING_HOURS = 6;
/** Minimum difference between the growth of a topic (lower bound) and of the site, in percentage points. */
export const MIN_GROWTH_PERCENT = 10;

/** Minimum engagement of the fastest-rising article in 24 hours, as a multiple of the tenth article's engagement. */
export const MIN_LEAD_FACTOR = 3.5;
/** Seconds for which an article must lead before an alert. */
export const MIN_LEAD_S = 600;

/** Hours for which a topic must stay inside or outside the top ten: clearly, or by few ranks. */
export const CLEAR_HOURS = 24;
export const NARROW_HOURS = 36;
/** Hours for which a topic's new rank must last if the topic entered or left the top ten within the last week. */
export const RETURN_HOURS = 48;

/** Largest fraction of the weakest day before that is a clear fall. The site varies less than its parts. */
export const FALL_FRACTIONS = { site: 0.7, part: 0.5 };

/** Maximum number of hours without clicks that are compared with the same hours of the two weeks before. */
export const SILENT_HOURS = 6;
/** Minimum number of clicks in the same hours of each of the two weeks before. */
export const MIN_USUAL_CLICKS = 20;
