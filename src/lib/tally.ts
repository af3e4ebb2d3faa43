/** Counts by key that stay in memory until they are flushed. A failed flush loses nothing. */
export class Tally<K extends object> {
  #counts = new Map<string, { of: K; count: number }>();

  add(of: K): void {
    const name = JSON.stringify(of);
    this.#counts.set(name, { of, count: (this.#counts.get(name)?.count ?? 0) + 1 });
  }

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
