/** The windows of rankings in whole UTC hours since the epoch. Pure; time is always an argument. */

/** Hours from `from` up to, but without, `to`. */
export interface HourRange {
  from: number;
  to: number;
}

const DAY = 24;
const WEEK = 168;

/** The UTC hour of a time in epoch milliseconds. */
export const hourOf = (epochMilliseconds: number): number => Math.floor(epochMilliseconds / 3_600_000);

/** Hours before the running one that any window needs: fourteen days. An older click is in no ranking. */
export const LOOKBACK = 2 * WEEK + 1;

/** The windows that end with the running hour. */
export interface Windows {
  /** `24h`: the running hour and the 24 before it, so that no click of the last 24 hours is missing. */
  day: HourRange;
  /** `7d`: the running hour and the 168 before it. */
  week: HourRange;
  /** The window of the same length just before `day`: for `previousRank`. */
  dayBefore: HourRange;
  /** The window of the same length just before `week`: for `previousRank`. */
  weekBefore: HourRange;
  /** The last 168 complete hours: the current window of growth. */
  growth: HourRange;
  /** The 168 complete hours before those: the previous window of growth. */
  growthBefore: HourRange;
  /** The 336 complete hours from which the site's shares are made. */
  votes: HourRange;
}

/** All windows of the running hour. */
export function windowsAt(hour: number): Windows {
  const day = { from: hour - DAY, to: hour + 1 };
  const week = { from: hour - WEEK, to: hour + 1 };
  const growth = { from: hour - WEEK, to: hour };
  return {
    day,
    week,
    dayBefore: before(day),
    weekBefore: before(week),
    growth,
    growthBefore: before(growth),
    votes: { from: hour - 2 * WEEK, to: hour },
  };
}

/** The first hour that a window of the running hour needs; older hours may be forgotten. */
export const firstHour = (hour: number): number => hour - LOOKBACK;

/** Whether an hour lies in a range. */
export const isWithin = ({ from, to }: HourRange, hour: number): boolean => from <= hour && hour < to;

/** The range of the same length just before. */
function before({ from, to }: HourRange): HourRange {
  return { from: from - (to - from), to: from };
}
