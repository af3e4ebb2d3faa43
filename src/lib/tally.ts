/** Counts in memory by key, until they are written elsewhere; what cannot be written stays counted. Pure but for its state. */
export class Tally<K extends object> {
  #counts = new Map<string, { of: K; count: number }>();

  /** Adds one. Keys with equal values in the same order of fields are the same. */
  add(of: K): void {
    const name = JSON.stringify(of);
    this.#counts.set(name, { of, count: (this.#counts.get(name)?.count ?? 0) + 1 });
  }

  /** Passes on what has been counted since the last call, if anything; after an error it is passed on again by the next one. */
  async flush(write: (counts: readonly (K & { count: number })[]) => Promise<unknown>): Promise<void> {
    const counts = this.#counts;
    if (counts.size === 0) return;
    this.#counts = new Map();
    try {
      await write(Array.from(counts.values(), ({ of, count }) => ({ ...of, count })));
    } catch (error) {
      for (const [name, { of, count }] of counts)
        this.#counts.set(name, { of, count: count + (this.#counts.get(name)?.count ?? 0) });
      throw error;
    }
  }
}
