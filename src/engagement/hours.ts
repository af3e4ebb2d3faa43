/** Time windows of rankings, in whole UTC hours since the epoch. */

/** Range of hours from `from` (inclusive) to `to` (exclusive). */
export interface HourRange {
  from: number;
  to: number;
}

const DAY = 24;
const WEEK = 168;

export const utcHourIndex = (epochMilliseconds: number): number => Math.floor(epochMilliseconds / 3_600_000);

/** Number of hours before the current one for which rankings need data. Older clicks do not affect any ranking. */
export const LOOKBACK = 2 * WEEK + 1;

export interface Windows {
  /** The current hour and the 24 hours before it, so that every click of the last 24 hours is included. */
  day: HourRange;
  week: HourRange;
  /** Window of equal length before `day`. Previous ranks are computed from it. */
  dayBefore: HourRange;
  weekBefore: HourRange;
  growth: HourRange;
  growthBefore: HourRange;
  /** Complete hours from which the baseline is computed. */
  samples: HourRange;
}

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
    samples: { from: hour - 2 * WEEK, to: hour },
  };
}

export const firstHour = (hour: number): number => hour - LOOKBACK;

export const isWithin = ({ from, to }: HourRange, hour: number): boolean => from <= hour && hour < to;

function before({ from, to }: HourRange): HourRange {
  return { from: from - (to - from), to: from };
}
