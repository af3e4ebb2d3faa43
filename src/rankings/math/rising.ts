/**
 * Rising content: engagement that fades on the site's own clock. The clock advances with the clicks on the site, not by hours, so
 * nights and weekends need no correction. Pure.
 */

/** Hours of `7d`: the running hour and the 168 before it. */
const WINDOW_HOURS = 169;
/** What an article's hours must add up to, beside its heaviest network or prefix. */
export const RISING_FLOOR = 2;
/** Clicks on the site after which a click counts half: so many, and on a busy site a part of those of the last 24 complete hours. */
const HALF_LIFE_CLICKS = { least: 45, ofDay: 0.15 };
const DAY_HOURS = 24;
/** 2^21 + 1: leaves the upper 32 of a number's 53 bits (Veltkamp), nine digits. */
const SPLITTER = 2_097_153;

/** What a click of each hour counts now. */
export interface RisingClock {
  /** The oldest hour of `7d`. */
  from: number;
  /** Factors 2^(−A/H) from the oldest hour to the running one. */
  factors: Float64Array;
}

/** Sets the clock for the running hour `hour`. `site` holds what moves it in the 169 hours of `7d`, oldest first. */
export function risingClock(hour: number, site: ArrayLike<number>): RisingClock {
  let day = 0;
  for (let i = WINDOW_HOURS - 1 - DAY_HOURS; i < WINDOW_HOURS - 1; i++) day += site[i] ?? 0;
  const halfLife = Math.max(HALF_LIFE_CLICKS.least, HALF_LIFE_CLICKS.ofDay * day);
  const factors = new Float64Array(WINDOW_HOURS);
  let later = 0;
  for (let i = WINDOW_HOURS - 1; i >= 0; i--) {
    const own = site[i] ?? 0;
    factors[i] = 2 ** (-(own / 2 + later) / halfLife);
    later += own;
  }
  return { from: hour - WINDOW_HOURS + 1, factors };
}

/** What moves the site's clock in the hours of `7d`, as articles come and go. */
export class SiteClock {
  readonly #hour: number;
  readonly #ticks = new Float64Array(WINDOW_HOURS);

  constructor(hour: number) {
    this.#hour = hour;
  }

  add(hour: number, ticks: number): void {
    const at = hour - this.#hour + WINDOW_HOURS - 1;
    this.#ticks[at] = (this.#ticks[at] ?? 0) + ticks;
  }

  get now(): RisingClock {
    return risingClock(this.#hour, this.#ticks);
  }
}

/** A sum to nine significant digits, so that equal ones are ties in whichever order they were added. (docs/decisions.md#A6) */
export function nineDigits(sum: number): number {
  const split = sum * SPLITTER;
  return split - (split - sum);
}
