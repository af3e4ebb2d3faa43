import { addressNetwork } from '../clicks/accept/address.ts';
import type { AppContext, WorkSlot } from '../http/env.ts';
import { ServerError } from '../http/errors.ts';
import { type Slot, Slots } from '../http/permits.ts';
import { traffic } from '../http/traffic.ts';
import { log } from '../lib/log.ts';
import { SECOND_MS } from '../lib/time.ts';

/** Target response times in milliseconds. A click may need three attempts to reach the queue. (docs/decisions.md#O9) */
const READ_TARGET_MS = 400;
const CLICK_TARGET_MS = 2000;
const MIN_CONCURRENCY = 16;
const INITIAL_CONCURRENCY = 128;
const MAX_CONCURRENCY = 512;

/** Adaptive concurrency limit (AIMD). Fast responses raise the limit by one, and slow ones lower it by a quarter. */
export class Overload {
  readonly #slots = new Slots();
  #most = INITIAL_CONCURRENCY;
  #lowered = 0;
  #refused = 0;
  #reported = Number.NEGATIVE_INFINITY;
  readonly #sort: string;
  readonly #target: number;

  constructor(sort = 'read', target = READ_TARGET_MS) {
    this.#sort = sort;
    this.#target = target;
  }

  /** Runs `work`, or throws 503 if all permits are in use. One network (`from`) gets at most half of the permits. */
  async admit<T>(work: (slot: WorkSlot) => Promise<T>, clock: () => number, from = ''): Promise<T> {
    const began = clock();
    const own = from ? this.#slots.take(`from ${from}`, Math.max(MIN_CONCURRENCY, this.#most / 2), began) : null;
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

  get most(): number {
    return this.#most;
  }

  #adapt(took: number, wasFull: boolean, now: number): void {
    if (took <= this.#target) {
      if (wasFull) this.#most = Math.min(MAX_CONCURRENCY, this.#most + 1);
    } else if (now - this.#lowered >= this.#target) {
      this.#most = Math.max(MIN_CONCURRENCY, Math.floor(this.#most * 0.75));
      this.#lowered = now;
    }
  }

  /** Logs rejected requests at most once per second, because logging adds to the load. */
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

const reads = new Overload('read', READ_TARGET_MS);
const clicks = new Overload('click', CLICK_TARGET_MS);

/** Responds 503 if this isolate cannot answer another read request within the target time. */
export const shedReads = (c: AppContext, next: () => Promise<void>): Promise<void> =>
  reads.admit(
    (slot) => {
      c.set('slot', slot);
      return next();
    },
    Date.now,
    networkOf(c),
  );

/** Limits beacons separately, so that read requests and clicks do not displace each other. (docs/decisions.md#O15) */
export const sheddingClicks = (c: AppContext, next: () => Promise<void>): Promise<void> =>
  clicks.admit(next, Date.now, networkOf(c));

const networkOf = (c: AppContext): string => {
  const address = c.req.header('CF-Connecting-IP');
  return address ? addressNetwork(address) : '';
};
