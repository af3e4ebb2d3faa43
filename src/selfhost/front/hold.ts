import type { Millis } from '../../lib/time.ts';
import type { Gate, Place } from './gate.ts';

/** Milliseconds that a request waits for the runtime at most. */
const PATIENCE = 30_000;
/** Requests that may wait, and bytes of their bodies. */
const MAX_WAITING = 10_000;
const MAX_BYTES = 64 * 2 ** 20;

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
  enter(place: Place | null): void;
}

/** Requests wait here while there is no runtime, and go to the next one in turn, as fast as it answers. */
export class Hold {
  readonly #gate: Gate;
  readonly #patience: number;
  readonly #clicks = new Set<Waiting>();
  readonly #others = new Set<Waiting>();
  #bytes = 0;
  #isOpen = false;
  #isDraining = false;

  constructor(gate: Gate, patience = PATIENCE) {
    this.#gate = gate;
    this.#patience = patience;
  }

  /** True where a request goes to the runtime at once. */
  get isEmpty(): boolean {
    return this.#isOpen && this.#clicks.size + this.#others.size === 0;
  }

  close(): void {
    this.#isOpen = false;
  }

  open(): void {
    this.#isOpen = true;
    void this.#drain();
  }

  /** A place at the runtime, once there is one; null for who has waited too long, or where too many wait. */
  wait(waiter: Waiter): Promise<Place | null> {
    const { isClick, bytes, signal, since } = waiter;
    const left = since + this.#patience - Date.now();
    if (left <= 0 || signal.aborted || !this.#makeRoom(isClick, bytes)) return Promise.resolve(null);
    return new Promise((resolve) => {
      const queue = isClick ? this.#clicks : this.#others;
      const giveUp = () => waiting.enter(null);
      const timer = setTimeout(giveUp, left);
      const waiting: Waiting = {
        ...waiter,
        enter: (place) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          if (queue.delete(waiting)) this.#bytes -= bytes;
          resolve(place);
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
      const place = await this.#gate.enter();
      if (!place) continue;
      const next = this.#isOpen ? (firstOf(this.#clicks) ?? firstOf(this.#others)) : undefined;
      if (next) next.enter(place);
      else place.leave();
    }
    this.#isDraining = false;
  }
}

const firstOf = <T>(set: ReadonlySet<T>): T | undefined => set.values().next().value;
