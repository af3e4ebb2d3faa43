import { toSeconds } from '../../lib/time.ts';

/** Requests that are worked on at once. The runtime has one thread: more of them would only slow each other down. */
const ACTIVE = 32;
/** Milliseconds that a request should take. If requests take longer, fewer are worked on at once, but not fewer than `FEWEST`. (docs/decisions.md#L7) */
const TARGET = 400;
const FEWEST = 8;
/** What an answer within the target adds to the number, and what is left of it after a late one; lowered once in so many milliseconds. */
const MORE = 0.1;
const LESS = 0.9;
const PAUSE = 200;
/** Milliseconds that a request waits for a slot at most. */
const PATIENCE = 300;
/** A request that takes longer waits for something else (a feed, a large import) and gives its slot up. */
const SLOW = 1000;
/** Requests that may have given up their slot. */
const MAX_SLOW = 256;
/** Requests that may wait, however fast the server is. */
const MAX_WAITING = 2000;
/** And however slow it is. */
const MIN_WAITING = 16;

/** A request's slot; `leave` may be called more than once. */
export interface Slot {
  leave(): void;
}

interface Waiting {
  enter(slot: Slot | null): void;
  timer: NodeJS.Timeout;
}

/**
 * Lets so many requests through that each is answered soon: those that would wait longer than `PATIENCE` are refused, at once
 * where the rate of answers says so.
 */
export class Gate {
  readonly #limit: number;
  #most: number;
  #active = 0;
  #lowered = 0;
  #slow = 0;
  readonly #waiting = new Set<Waiting>();
  readonly #rate = new Rate();

  /** `limit`: requests that are worked on at once where all are fast. */
  constructor(limit = ACTIVE) {
    this.#limit = limit;
    this.#most = limit;
  }

  /** A slot as soon as there is one; null if the request is refused. */
  async enter(): Promise<Slot | null> {
    return this.#active < this.#most ? this.#take() : this.#wait();
  }

  async #wait(): Promise<Slot | null> {
    const room = Math.max(MIN_WAITING, Math.min(MAX_WAITING, (this.#rate.perSecond() * PATIENCE) / 1000));
    if (this.#waiting.size >= room) return null;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        resolve(null);
      }, PATIENCE);
      const waiting: Waiting = { enter: resolve, timer };
      this.#waiting.add(waiting);
    });
  }

  #take(): Slot {
    this.#active++;
    const began = Date.now();
    let holds = true;
    let isSlow = false;
    const timer = setTimeout(() => {
      if (this.#slow >= MAX_SLOW) return;
      isSlow = true;
      this.#slow++;
      this.#free();
    }, SLOW);
    return {
      leave: () => {
        if (!holds) return;
        holds = false;
        clearTimeout(timer);
        this.#rate.count();
        this.#adapt(Date.now() - began);
        if (isSlow) this.#slow--;
        else this.#free();
      },
    };
  }

  #free(): void {
    this.#active--;
    for (const next of this.#waiting) {
      if (this.#active >= this.#most) return;
      this.#waiting.delete(next);
      clearTimeout(next.timer);
      next.enter(this.#take());
    }
  }

  #adapt(took: number): void {
    if (took <= TARGET) {
      this.#most = Math.min(this.#limit, this.#most + MORE);
      return;
    }
    if (Date.now() - this.#lowered < PAUSE) return;
    this.#lowered = Date.now();
    this.#most = Math.max(Math.min(FEWEST, this.#limit), this.#most * LESS);
  }
}

/** So many at once, and nobody waits. */
export class Slots {
  #free: number;

  constructor(slots: number) {
    this.#free = slots;
  }

  async enter(): Promise<Slot | null> {
    if (this.#free === 0) return null;
    this.#free--;
    let holds = true;
    return {
      leave: () => {
        if (holds) this.#free++;
        holds = false;
      },
    };
  }
}

/** Answers a second, over the last one or two. */
class Rate {
  #second = 0;
  #now = 0;
  #before = 0;

  count(): void {
    this.#turn();
    this.#now++;
  }

  perSecond(): number {
    this.#turn();
    return Math.max(this.#now, this.#before);
  }

  #turn(): void {
    const second = toSeconds(Date.now());
    if (second === this.#second) return;
    this.#before = second === this.#second + 1 ? this.#now : 0;
    this.#now = 0;
    this.#second = second;
  }
}
