import { addressNetwork } from '../clicks/accept/address.ts';
import type { AppContext, WorkSlot } from '../http/env.ts';
import { ServerError } from '../http/errors.ts';
import { type Slot, Slots } from '../http/slots.ts';
import { traffic } from '../http/traffic.ts';
import { log } from '../lib/log.ts';
import { SECOND_MS } from '../lib/time.ts';

/** Target times under overload, in milliseconds. A click waits for the queue, which may need three attempts. (docs/decisions.md#O9) */
const READS = 400;
const CLICKS = 2000;
const FEWEST = 16;
const FIRST = 128;
const MOST = 512;

/**
 * Limits the concurrent requests of one sort in an isolate: one more for each that is answered within the target while all slots
 * are taken, a quarter fewer when one takes longer (additive increase, multiplicative decrease). All others are refused at once.
 */
export class Overload {
  readonly #slots = new Slots();
  #most = FIRST;
  #lowered = 0;
  #refused = 0;
  #reported = Number.NEGATIVE_INFINITY;
  readonly #sort: string;
  readonly #target: number;

  /** `target`: milliseconds. */
  constructor(sort = 'read', target = READS) {
    this.#sort = sort;
    this.#target = target;
  }

  /**
   * Lets `work` run, or throws 503. `clock`: epoch milliseconds. `from`: an address, which gets at most half of the slots.
   * While a request waits for its turn it has left its slot, and that time says nothing about the load.
   */
  async admit<T>(work: (slot: WorkSlot) => Promise<T>, clock: () => number, from = ''): Promise<T> {
    const began = clock();
    const own = from ? this.#slots.take(`from ${from}`, Math.max(FEWEST, this.#most / 2), began) : null;
    const slot = from && !own ? null : this.#slots.take(this.#sort, this.#most, began);
    if (!slot) {
      if (own) this.#slots.release(own);
      this.#report(began);
      throw new ServerError(503, { isExpected: true, retryAfter: 1 });
    }
    const isFull = this.#slots.taken(this.#sort) >= this.#most;
    const taken = new TakenSlot(this.#slots, slot, clock);
    try {
      return await work(taken);
    } finally {
      taken.leave();
      if (own) this.#slots.release(own);
      this.#adapt(taken.busy, isFull, clock());
    }
  }

  /** The present limit. */
  get most(): number {
    return this.#most;
  }

  #adapt(took: number, wasFull: boolean, now: number): void {
    if (took <= this.#target) {
      if (wasFull) this.#most = Math.min(MOST, this.#most + 1);
    } else if (now - this.#lowered >= this.#target) {
      this.#most = Math.max(FEWEST, Math.floor(this.#most * 0.75));
      this.#lowered = now;
    }
  }

  /** Logs refusals once per second: a line for each would add to the load. */
  #report(now: number): void {
    traffic.shed(this.#sort);
    this.#refused += 1;
    if (now - this.#reported < SECOND_MS) return;
    log('overloaded', now, { sort: this.#sort, refused: this.#refused, atOnce: this.#most });
    this.#refused = 0;
    this.#reported = now;
  }
}

class TakenSlot implements WorkSlot {
  /** Milliseconds for which it was held. */
  busy = 0;
  readonly #slots: Slots;
  readonly #clock: () => number;
  readonly #name: string;
  #slot: Slot | null;
  #since: number;

  constructor(slots: Slots, slot: Slot, clock: () => number) {
    this.#slots = slots;
    this.#slot = slot;
    this.#name = slot.name;
    this.#clock = clock;
    this.#since = clock();
  }

  leave(): void {
    if (!this.#slot) return;
    this.#slots.release(this.#slot);
    this.#slot = null;
    this.busy += this.#clock() - this.#since;
  }

  back(): void {
    if (this.#slot) return;
    this.#since = this.#clock();
    this.#slot = this.#slots.take(this.#name, Number.POSITIVE_INFINITY, this.#since);
  }
}

const reads = new Overload('read', READS);
const clicks = new Overload('click', CLICKS);

/** Answers 503 at once if this isolate has more reads than it can answer within the target. */
export const shedding = (c: AppContext, next: () => Promise<void>): Promise<void> =>
  reads.admit(
    (slot) => {
      c.set('slot', slot);
      return next();
    },
    Date.now,
    networkOf(c),
  );

/** The same for beacons, which have slots of their own: reads and clicks do not displace each other. (docs/decisions.md#O15) */
export const sheddingClicks = (c: AppContext, next: () => Promise<void>): Promise<void> =>
  clicks.admit(next, Date.now, networkOf(c));

/** The network of a request's address, held in memory while the request is processed; empty if it is not known. */
const networkOf = (c: AppContext): string => {
  const address = c.req.header('CF-Connecting-IP');
  return address ? addressNetwork(address) : '';
};
