import { MINUTE_MS, type Millis } from '../../../lib/time.ts';
import type { LoadedCells } from '../load.ts';
import { type RecentCells, readCells, storeCells } from '../stored-window.ts';
import { RankingWindow } from '../window.ts';

/** Maximum size of the recent counts in a ranking's row, in numbers. More counts are moved to the object's storage. */
const MAX_RECENT_NUMBERS = 16_000;
/** Minimum time between two moves of counts to storage. A busy object stays in memory and does not need storage. */
const MIN_PACKING_INTERVAL_MS = 10 * MINUTE_MS;

/** Level of detail of scores: `hourly` for the site, `sets` for a topic. */
export type WindowDetail = 'hourly' | 'sets';

/** Stores hourly counts in the object's storage and restores them after the object was evicted from memory. */
export class Packing {
  readonly #storage: () => SyncKvStorage;
  readonly #detail: WindowDetail;
  #number = 0;
  #packedAt: Millis = 0;

  constructor(storage: () => SyncKvStorage, detail: WindowDetail) {
    this.#storage = storage;
    this.#detail = detail;
  }

  /** Restores counts from the object's storage and the ranking's row. Returns `null` if either is missing. */
  restore(recent: RecentCells | null): RankingWindow | null {
    if (!recent) return null;
    const stored = readCells(this.#storage());
    if (!stored || recent.number > stored.number) return null;
    this.#number = stored.number;
    const window = new RankingWindow(stored.cells, [...stored.facts, ...recent.facts], this.#detail);
    for (const cell of recent.cells) window.note(cell);
    return window;
  }

  /** Stores loaded counts under at least `number`. Recent counts in the ranking's row override stored counts. */
  replace(loaded: LoadedCells, number: number): RankingWindow {
    this.#number = Math.max(this.#number, number);
    storeCells(this.#storage(), this.#number, loaded);
    return new RankingWindow(loaded.cells, loaded.facts, this.#detail);
  }

  /** Returns the recent counts for the row. If there are too many, stores them, or returns `null` if too early. */
  recent(window: RankingWindow, now: Millis): Omit<RecentCells, 'unsent'> | null {
    if (window.recentNumbers > MAX_RECENT_NUMBERS) {
      if (now - this.#packedAt < MIN_PACKING_INTERVAL_MS) return null;
      storeCells(this.#storage(), ++this.#number, window.pack());
      this.#packedAt = now;
    }
    return { number: this.#number, ...window.recent() };
  }

  followClockBack(now: Millis): void {
    if (this.#packedAt > now) this.#packedAt = 0;
  }
}
