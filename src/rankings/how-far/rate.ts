import { eq, lt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { readRates, viewRates } from '../../db/schema.ts';
import { insertMissing } from '../../db/sql.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import { DAY_MS, type Millis } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';

/** Fraction of reports that is counted: all on quiet sites, and on busy ones as many as the figures need. A day has one fraction, so that it bends no figure of the day. */

/** About as many reads, and impressions, of a day are counted at most: beyond them a figure gains nothing that is seen. */
export const TARGET_READS_PER_DAY = 150_000;
export const TARGET_IMPRESSIONS_PER_DAY = 100_000;
/** Days for which fractions are stored. */
const RATE_RETENTION_DAYS = 15;

/** The daily fraction of one kind of report. */
export class DailyPart {
  readonly #table: typeof readRates | typeof viewRates;
  readonly #enough: number;
  readonly #known = new TtlCache<number>({ ttl: DAY_MS, capacity: 8 });

  constructor(table: typeof readRates | typeof viewRates, enough: number) {
    this.#table = table;
    this.#enough = enough;
  }

  /** The fraction that is counted on a day (since the epoch), from 0 to 1. It is settled before the day begins. Reads one row per day. */
  async of(db: Db, day: number, now: Millis): Promise<number> {
    const cached = this.#known.get(String(day), now);
    if (cached !== undefined) return cached;
    const [row] = await db.select().from(this.#table).where(eq(this.#table.day, day));
    const part = row?.part ?? 1;
    this.#known.set(String(day), part, now);
    return part;
  }

  /** Settles the fraction of the next day, once. `counted`: what the day before this one has counted, discounted: a flood from few networks makes no reader's reports rare. */
  async settle(db: Db, today: number, counted: number): Promise<void> {
    const table = this.#table;
    const [before] = await db
      .select()
      .from(table)
      .where(eq(table.day, today - 1));
    const part = Math.min(1, (this.#enough * (before?.part ?? 1)) / Math.max(1, counted));
    await db.run(insertMissing(table, [{ day: today + 1, part }], ['day', 'part']));
  }
}

export const READ_PART = new DailyPart(readRates, TARGET_READS_PER_DAY);
export const VIEW_PART = new DailyPart(viewRates, TARGET_IMPRESSIONS_PER_DAY);

/** Whether a report is counted at such a fraction. It follows from the id alone, so all that has the same id is counted, or nothing. `id`: hex digits. */
export const isCounted = (id: string, part: number): boolean => Number.parseInt(id.slice(0, 8), 16) < part * 2 ** 32;

/** Statements that delete the fractions of past days. */
export const forgetParts = (db: Db, now: TrustedTime) =>
  [readRates, viewRates].map((table) =>
    db.delete(table).where(lt(table.day, Math.floor(now / DAY_MS) - RATE_RETENTION_DAYS)),
  );
