import { repeated } from '../lib/running.ts';
import { HOUR_MS, type Millis } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';

/** How long what is known stays valid while the database is unreachable: nobody can revoke it there in the meantime. */
const OUTAGE_MS = HOUR_MS;
/** Failures in a row by which an outage is known. */
const LOOK_UPS = 3;

/** What an isolate has found in the database, by name, for the time in which the database does not answer. */
export class Outlasting<V> {
  readonly #found = new TtlCache<V | null>({ ttl: OUTAGE_MS, capacity: 1_000 });

  /**
   * What `lookUp` finds; if the database does not answer, what it found last within an hour. Throws the error of `lookUp` if it has
   * found nothing yet. A single failure is no outage: it must not give what was revoked another minute.
   */
  async find(name: string, lookUp: () => Promise<V | null>, now: Millis): Promise<V | null> {
    const last = () => this.#found.get(name, now);
    try {
      const found = await repeated(LOOK_UPS, () => last() !== undefined, lookUp);
      // What never existed takes no place, because anybody can ask for it.
      if (found || last()) this.#found.set(name, found, now);
      return found;
    } catch (error) {
      const known = last();
      if (known === undefined) throw error;
      return known;
    }
  }

  /** Whether there was something under this name within an hour. */
  has(name: string, now: Millis): boolean {
    return Boolean(this.#found.get(name, now));
  }

  /** From now on there is nothing under this name, also during an outage. */
  end(name: string, now: Millis): void {
    if (this.has(name, now)) this.#found.set(name, null, now);
  }

  clear(): void {
    this.#found.clear();
  }
}
