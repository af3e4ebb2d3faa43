import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listSampling } from '../../db/schema.ts';
import { MAX_SAMPLING } from '../../db/view-columns.ts';
import { HOUR_MS, MINUTE_MS, type Millis } from '../../lib/time.ts';
import { macOf } from '../salts/mac.ts';

/**
 * Sampling of list tokens: one in k reports. k follows from the reports of the hour before, so no request counts page views, and a token
 * reveals nothing but k. (docs/decisions.md#C57)
 */

/** Reports of a list and hour that k aims at. */
export const REPORTS_PER_HOUR = 500;
/** k falls only below the page views that made it rise, divided by this, so it rests while page views do. */
export const HYSTERESIS = 1.5;
/** Time after the full hour from which isolates use what the job has settled. */
const SETTLED_MS = 10 * MINUTE_MS;
/** Hex digits of a hidden fraction. */
const DIGITS = 5;
/** Id of the only row. */
export const IN_FORCE = 1;

let known: { period: number; lists: Readonly<Record<string, number>> } | null = null;

/** One in so many tokens of a list reports now. Reads one row per isolate and hour; keeps the last k while the database does not respond. */
export async function samplingOf(db: Db, list: string, now: Millis): Promise<number> {
  const period = Math.floor((now - SETTLED_MS) / HOUR_MS);
  if (known?.period !== period) {
    const rows = await db
      .select({ lists: listSampling.lists })
      .from(listSampling)
      .where(eq(listSampling.id, IN_FORCE))
      .catch(() => null);
    if (rows) known = { period, lists: rows[0]?.lists ?? {} };
  }
  return 2 ** (known?.lists[list] ?? 0);
}

/** Forgets what this isolate knows of k. */
export const forgetSampling = (): void => {
  known = null;
};

/**
 * The page views from which k of a list is above 1, 2, 4 and so on. They are hidden and differ by list: a sender who adds page views
 * until k changes cannot conclude how many others there were. (docs/decisions.md#C51)
 */
export async function boundariesOf(secret: string, list: string): Promise<number[]> {
  const digits = await macOf(secret, 'sampling', list);
  return Array.from({ length: Math.log2(MAX_SAMPLING) }, (_, level) => {
    const hidden = Number.parseInt(digits.slice(DIGITS * level, DIGITS * (level + 1)), 16) / 16 ** DIGITS;
    return REPORTS_PER_HOUR * 2 ** (level + hidden);
  });
}

/** The binary logarithm of k after an hour of so many page views; `level`: the one before. */
export function nextLevel(level: number, views: number, boundaries: readonly number[]): number {
  const above = (factor: number) => boundaries.filter((boundary) => views >= boundary / factor).length;
  return Math.min(Math.max(level, above(1)), above(HYSTERESIS));
}

/**
 * Whether a page reports. `asked`: the page has asked as one of so many, so its chance is as many times larger, and all pages of
 * the list report with the same chance. `random`: from 0 up to 1.
 */
export const isReporting = (k: number, asked: number, random: () => number): boolean => random() * k < asked;
