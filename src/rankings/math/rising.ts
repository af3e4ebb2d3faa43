/** Momentum fades with each click on the site instead of with time, so nights and weekends need no correction. */

/** Hours in `7d`: the current hour and the 168 before it. */
const WINDOW_HOURS = 169;
/** Minimum engagement of rising content, without the clicks of its largest network or prefix bucket. */
export const RISING_FLOOR = 2;
/** Half-life of momentum, in clicks on the site: a minimum, and a fraction of the clicks of the last 24 hours. */
const HALF_LIFE_CLICKS = { least: 45, ofDay: 0.15 };
const DAY_HOURS = 24;
/** Factor 2^21 + 1 for Veltkamp splitting, which keeps the upper 32 of 53 bits (about nine digits). */
const SPLITTER = 2_097_153;

export interface RisingClock {
  from: number;
  /** Decay factors of momentum, 2^(−A/H), from the oldest hour to the current hour. */
  factors: Float64Array;
}

/** Computes the decay factors at `hour`. `site` contains the site's clicks in each of the 169 hours, oldest first. */
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

/** Rounds a sum to nine digits, so that the order of addition does not matter. (docs/decisions.md#A6) */
export function nineDigits(sum: number): number {
  const split = sum * SPLITTER;
  return split - (split - sum);
}
