import type { Millis } from '../lib/time.ts';

/** A slot among those that work at the same time. */
export interface Slot {
  readonly name: string;
  readonly expires: Millis;
}

/** A request whose client has gone may be ended without a word, so that no slot is held longer than this. */
const LEASE = 10_000;

/** Names that are kept without a look at them. */
const NAMES = 1000;

/** Counts by name how many work at the same time. Times are epoch milliseconds and come in as arguments. */
export class Slots {
  readonly #taken = new Map<string, Set<Slot>>();
  /** Names at which those that nobody holds any more are forgotten. */
  #most = NAMES;

  /** A slot under a name, or null where `most` are taken. */
  take(name: string, most: number, now: number): Slot | null {
    const taken = this.#taken.get(name) ?? new Set();
    if (taken.size >= most) for (const slot of taken) if (slot.expires <= now) taken.delete(slot);
    if (taken.size >= most) return null;
    const slot = { name, expires: now + LEASE };
    taken.add(slot);
    this.#taken.set(name, taken);
    if (this.#taken.size > this.#most) this.#forget(now);
    return slot;
  }

  /** How many names have slots. */
  get names(): number {
    return this.#taken.size;
  }

  /** Names of readers who broke off would stay for ever. Looks at twice as many as were left the last time, so that a slot costs little. */
  #forget(now: number): void {
    for (const [name, taken] of this.#taken) {
      for (const slot of taken) if (slot.expires <= now) taken.delete(slot);
      if (taken.size === 0) this.#taken.delete(name);
    }
    this.#most = Math.max(NAMES, 2 * this.#taken.size);
  }

  release(slot: Slot): void {
    const taken = this.#taken.get(slot.name);
    taken?.delete(slot);
    if (taken?.size === 0) this.#taken.delete(slot.name);
  }

  taken(name: string): number {
    return this.#taken.get(name)?.size ?? 0;
  }
}
