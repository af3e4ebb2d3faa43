import type { Millis } from '../lib/time.ts';

export interface Slot {
  readonly name: string;
  readonly expires: Millis;
}

/** Maximum lifetime of a permit in milliseconds. If a client disconnects, its request may never release the permit. */
const PERMIT_LIFE_MS = 10_000;

const MAX_NAMES = 1000;

/** Counting semaphores, identified by name. All times are epoch milliseconds. */
export class Slots {
  readonly #taken = new Map<string, Set<Slot>>();
  #most = MAX_NAMES;

  take(name: string, most: number, now: number): Slot | null {
    const taken = this.#taken.get(name) ?? new Set();
    if (taken.size >= most) for (const slot of taken) if (slot.expires <= now) taken.delete(slot);
    if (taken.size >= most) return null;
    const slot = { name, expires: now + PERMIT_LIFE_MS };
    taken.add(slot);
    this.#taken.set(name, taken);
    if (this.#taken.size > this.#most) this.#forget(now);
    return slot;
  }

  get names(): number {
    return this.#taken.size;
  }

  /** Removes unused names. It next runs when the number of names has doubled, so the amortised cost is constant. */
  #forget(now: number): void {
    for (const [name, taken] of this.#taken) {
      for (const slot of taken) if (slot.expires <= now) taken.delete(slot);
      if (taken.size === 0) this.#taken.delete(name);
    }
    this.#most = Math.max(MAX_NAMES, 2 * this.#taken.size);
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
