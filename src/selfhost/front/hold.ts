import { setTimeout as sleep } from 'node:timers/promises';
import type { Millis } from '../../lib/time.ts';
import type { Gate, Slot } from './gate.ts';

/** Milliseconds that a request waits for the runtime at most. */
const PATIENCE = 30_000;
/** Requests that may wait, and bytes of their bodies. */
const MAX_WAITING = 10_000;
const MAX_BYTES = 64 * 2 ** 20;
/** One slot in so many is that of something else than a click, which would wait in vain where clicks come faster than they are answered. */
const OTHERS_TURN = 4;

/** Milliseconds until a gate that has no room is asked again. */
const PAUSE = 20;

/** What waits: clicks go first, since nobody sends them again who has left the page. */
export interface Waiter {
  isClick: boolean;
  bytes: number;
  /** Aborted when its sender has gone. */
  signal: AbortSignal;
  /** Since when it waits. */
  since: Millis;
}

interface Waiting extends Waiter {
  enter(slot: Slot | null): void;
}

/** Requests wait here while there is no runtime, and go to the next one in turn, as fast as it answers. */
export class Hold {
  readonly #gate: Gate;
  readonly #patience: number;
  readonly #clicks = new Set<Waiting>();
  readonly #others = new Set<Waiting>();
  #bytes = 0;
  #isOpen = false;
  #openedAt = 0;
  #isDraining = false;
  #turn = 0;

  constructor(gate: Gate, patience = PATIENCE) {
    this.#gate = gate;
    this.#patience = patience;
  }

  /** True where a request goes to the runtime at once. */
  get isEmpty(): boolean {
    return this.#isOpen && this.#clicks.size + this.#others.size === 0;
  }

  /** True for as long after the runtime has come as one may wait: until all that has waited is answered, who finds no slot waits, too. (docs/decisions.md#L12) */
  get isFresh(): boolean {
    return Date.now() < this.#openedAt + this.#patience;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  close(): void {
    this.#isOpen = false;
  }

  open(): void {
    this.#isOpen = true;
    this.#openedAt = Date.now();
    void this.#drain();
  }

  /** A slot at the runtime, once there is one; null if the request has waited too long, or too many wait. */
  wait(waiter: Waiter): Promise<Slot | null> {
    const { isClick, bytes, signal, since } = waiter;
    const left = since + this.#patience - Date.now();
    if (left <= 0 || signal.aborted || !this.#makeRoom(isClick, bytes)) return Promise.resolve(null);
    return new Promise((resolve) => {
      const queue = isClick ? this.#clicks : this.#others;
      const giveUp = () => waiting.enter(null);
      const timer = setTimeout(giveUp, left);
      const waiting: Waiting = {
        ...waiter,
        enter: (slot) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          if (queue.delete(waiting)) this.#bytes -= bytes;
          resolve(slot);
        },
      };
      signal.addEventListener('abort', giveUp);
      queue.add(waiting);
      this.#bytes += bytes;
      if (this.#isOpen) void this.#drain();
    });
  }

  /** Refuses everything that waits. */
  refuseAll(): void {
    for (const waiting of [...this.#clicks, ...this.#others]) waiting.enter(null);
  }

  /** A click takes the room of something else; anything else finds room or does not. */
  #makeRoom(isClick: boolean, bytes: number): boolean {
    const isFull = () => this.#clicks.size + this.#others.size >= MAX_WAITING || this.#bytes + bytes > MAX_BYTES;
    while (isClick && isFull() && this.#others.size > 0) firstOf(this.#others)?.enter(null);
    return !isFull();
  }

  async #drain(): Promise<void> {
    if (this.#isDraining) return;
    this.#isDraining = true;
    while (this.#isOpen && this.#clicks.size + this.#others.size > 0) {
      const slot = await this.#gate.enter();
      if (!slot) {
        // It may say so at once, and nothing else would ever be done.
        await sleep(PAUSE);
        continue;
      }
      const next = this.#isOpen ? this.#next() : undefined;
      if (next) next.enter(slot);
      else slot.leave();
    }
    this.#isDraining = false;
  }

  #next(): Waiting | undefined {
    this.#turn = (this.#turn + 1) % OTHERS_TURN;
    const [first, second] = this.#turn > 0 ? [this.#clicks, this.#others] : [this.#others, this.#clicks];
    return firstOf(first) ?? firstOf(second);
  }
}

const firstOf = <T>(set: ReadonlySet<T>): T | undefined => set.values().next().value;
