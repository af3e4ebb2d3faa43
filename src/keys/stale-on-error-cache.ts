import { repeated } from '../lib/running.ts';
import { HOUR_MS, type Millis } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';

/** Validity of cached values during an outage, in which nobody can revoke anything. */
const OUTAGE_MS = HOUR_MS;
/** Consecutive failures that count as an outage. */
const LOOK_UPS = 3;

/** Cache of an isolate for database outages, by name. */
export class StaleOnErrorCache<V> {
  readonly #found = new TtlCache<V | null>({ ttl: OUTAGE_MS, capacity: 1_000 });

  /**
   * Returns what `lookUp` finds, or the cached value of the last hour in an outage. A single failure is no outage: a revoked value must not
   * live on.
   */
  async find(name: string, lookUp: () => Promise<V | null>, now: Millis): Promise<V | null> {
    const last = () => this.#found.get(name, now);
    try {
      const found = await repeated(LOOK_UPS, () => last() !== undefined, lookUp);
      // Stores no misses, because anyone can request them.
      if (found || last()) this.#found.set(name, found, now);
      return found;
    } catch (error) {
      const known = last();
      if (known === undefined) throw error;
      return known;
    }
  }

  has(name: string, now: Millis): boolean {
    return Boolean(this.#found.get(name, now));
  }

  /** Ends a value, even during an outage. */
  end(name: string, now: Millis): void {
    if (this.has(name, now)) this.#found.set(name, null, now);
  }

  clear(): void {
    this.#found.clear();
  }
}
