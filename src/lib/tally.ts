/** Counts by key, held in memory until they are flushed. A failed flush loses nothing. */
export class Tally<K extends object> {
  #counts = new Map<string, { of: K; count: number }>();

  /** Adds one to the count of a key. Keys are equal if their JSON is equal. */
  add(of: K): void {
    const name = JSON.stringify(of);
    this.#counts.set(name, { of, count: (this.#counts.get(name)?.count ?? 0) + 1 });
  }

  /** Writes the counts since the last flush, if there are any. After an error, the next flush retries them. */
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
