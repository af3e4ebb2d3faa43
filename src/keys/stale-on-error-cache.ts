import { retry } from '../lib/async-control.ts';
import { HOUR_MS, type Millis } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';

/** Maximum age of cached values in a database outage, during which keys cannot be revoked anyway. */
const OUTAGE_MS = HOUR_MS;
/** Number of consecutive failed look-ups that counts as an outage. */
const LOOK_UPS = 3;

/** In-memory cache that answers look-ups during a database outage. */
export class StaleOnErrorCache<V> {
  readonly #found = new TtlCache<V | null>({ ttl: OUTAGE_MS, capacity: 1_000 });

  /** Returns the result of `lookUp` or, in an outage, a cached value. A single failure is not an outage. */
  async find(name: string, lookUp: () => Promise<V | null>, now: Millis): Promise<V | null> {
    const last = () => this.#found.get(name, now);
    try {
      const found = await retry(LOOK_UPS, () => last() !== undefined, lookUp);
      // Unknown names are not cached, because anyone can request any number of them.
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

  end(name: string, now: Millis): void {
    if (this.has(name, now)) this.#found.set(name, null, now);
  }

  clear(): void {
    this.#found.clear();
  }
}
