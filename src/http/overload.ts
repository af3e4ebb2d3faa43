import type { Context } from 'hono';
import { log } from '../lib/log.ts';
import type { AppEnv } from './env.ts';
import { ServerError } from './errors.ts';
import { Slots } from './slots.ts';

/** Target time of reads under overload, in milliseconds. */
const TARGET = 400;
const FEWEST = 16;
const FIRST = 128;
const MOST = 512;
const SECOND = 1000;

/**
 * Limits the concurrent reads of an isolate: one more for each that is answered within the target while all places are taken,
 * a quarter fewer when one takes longer (additive increase, multiplicative decrease). All others are refused at once.
 */
export class Overload {
  readonly #slots = new Slots();
  #most = FIRST;
  #lowered = 0;
  #refused = 0;
  #reported = Number.NEGATIVE_INFINITY;

  /** Lets `work` run, or throws 503. `clock`: epoch milliseconds. */
  async admit<T>(work: () => Promise<T>, clock: () => number): Promise<T> {
    const began = clock();
    const slot = this.#slots.take('read', this.#most, began);
    if (!slot) {
      this.#report(began);
      throw new ServerError(503, { isExpected: true, retryAfter: 1 });
    }
    const isFull = this.#slots.taken('read') >= this.#most;
    try {
      return await work();
    } finally {
      this.#slots.release(slot);
      this.#adapt(clock() - began, isFull, clock());
    }
  }

  /** The present limit. */
  get most(): number {
    return this.#most;
  }

  #adapt(took: number, wasFull: boolean, now: number): void {
    if (took <= TARGET) {
      if (wasFull) this.#most = Math.min(MOST, this.#most + 1);
    } else if (now - this.#lowered >= TARGET) {
      this.#most = Math.max(FEWEST, Math.floor(this.#most * 0.75));
      this.#lowered = now;
    }
  }

  /** Logs refusals once per second: a line for each would add to the load. */
  #report(now: number): void {
    this.#refused += 1;
    if (now - this.#reported < SECOND) return;
    log('overloaded', now, { refused: this.#refused, atOnce: this.#most });
    this.#refused = 0;
    this.#reported = now;
  }
}

const overload = new Overload();

/** Answers 503 at once if this isolate has more reads than it can answer within the target. */
export const shedding = (_: Context<AppEnv>, next: () => Promise<void>): Promise<void> =>
  overload.admit(next, Date.now);
