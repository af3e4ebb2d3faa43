interface Entry<V> {
  value: V;
  expires: number;
}

/** Map of limited size whose entries expire. If it is full, a new entry evicts the oldest. Times are milliseconds. */
export class TtlCache<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #ttl: number;
  readonly #capacity: number;

  constructor({ ttl, capacity }: { ttl: number; capacity: number }) {
    this.#ttl = ttl;
    this.#capacity = capacity;
  }

  get(key: string, now: number): V | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.expires > now ? entry.value : undefined;
  }

  set(key: string, value: V, now: number): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#capacity) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    this.#entries.set(key, { value, expires: now + this.#ttl });
  }

  async getOrLoad(key: string, now: number, load: () => Promise<V>): Promise<V> {
    const known = this.get(key, now);
    if (known !== undefined) return known;
    const value = await load();
    this.set(key, value, now);
    return value;
  }

  clear(): void {
    this.#entries.clear();
  }
}
