import { eq, lt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { readRates, viewRates } from '../../db/schema.ts';
import { insertMissing } from '../../db/sql.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import { DAY_MS, type Millis } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';

/** Counts a sample of read and impression reports. Its rate is fixed per day, so ratios within a day stay exact. */

/** Number of read reports that should be counted per day. More reports would hardly improve the accuracy. */
export const TARGET_READS_PER_DAY = 150_000;
export const TARGET_IMPRESSIONS_PER_DAY = 100_000;
const RATE_RETENTION_DAYS = 15;

export class DailySampleRate {
  readonly #table: typeof readRates | typeof viewRates;
  readonly #targetPerDay: number;
  readonly #known = new TtlCache<number>({ ttl: DAY_MS, capacity: 8 });

  constructor(table: typeof readRates | typeof viewRates, targetPerDay: number) {
    this.#table = table;
    this.#targetPerDay = targetPerDay;
  }

  /** Returns the fraction of reports that are counted on a day (since the epoch). Reads one row per day. */
  rateOn(db: Db, day: number, now: Millis): Promise<number> {
    return this.#known.getOrLoad(String(day), now, async () => {
      const [row] = await db.select().from(this.#table).where(eq(this.#table.day, day));
      return row?.part ?? 1;
    });
  }

  /** Sets tomorrow's rate. `counted` is a discounted number, so that a flood of reports does not lower the rate. */
  async setNextDayRate(db: Db, today: number, counted: number): Promise<void> {
    const table = this.#table;
    const [before] = await db
      .select()
      .from(table)
      .where(eq(table.day, today - 1));
    const part = Math.min(1, (this.#targetPerDay * (before?.part ?? 1)) / Math.max(1, counted));
    await db.run(insertMissing(table, [{ day: today + 1, part }], ['day', 'part']));
  }
}

export const READ_SAMPLE_RATE = new DailySampleRate(readRates, TARGET_READS_PER_DAY);
export const IMPRESSION_SAMPLE_RATE = new DailySampleRate(viewRates, TARGET_IMPRESSIONS_PER_DAY);

/** Returns true if a report is counted. Only its id decides, so that all reports with the same id are treated alike. */
export const isCounted = (id: string, part: number): boolean => Number.parseInt(id.slice(0, 8), 16) < part * 2 ** 32;

export const deleteOldSampleRates = (db: Db, now: TrustedTime) =>
  [readRates, viewRates].map((table) =>
    db.delete(table).where(lt(table.day, Math.floor(now / DAY_MS) - RATE_RETENTION_DAYS)),
  );
