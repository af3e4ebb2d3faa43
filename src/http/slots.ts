import type { Millis } from '../lib/time.ts';

/** A slot among those that work at the same time. */
export interface Slot {
  readonly name: string;
  readonly expires: Millis;
}

/** A request whose client has gone may be ended without a word, so that no slot is held longer than this. */
const LEASE = 10_000;

/** Counts by name how many work at the same time. Times are epoch milliseconds and come in as arguments. */
export class Slots {
  readonly #taken = new Map<string, Set<Slot>>();

  /** A slot under a name, or null where `most` are taken. */
  take(name: string, most: number, now: number): Slot | null {
    const taken = this.#taken.get(name) ?? new Set();
    if (taken.size >= most) for (const slot of taken) if (slot.expires <= now) taken.delete(slot);
    if (taken.size >= most) return null;
    const slot = { name, expires: now + LEASE };
    taken.add(slot);
    this.#taken.set(name, taken);
    return slot;
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
