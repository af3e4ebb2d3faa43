import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listSampling } from '../../db/schema.ts';
import { MAX_SAMPLING } from '../../db/view-columns.ts';
import { HOUR_MS, MINUTE_MS, type Millis } from '../../lib/time.ts';
import { macOf } from '../salts/mac.ts';

/** This module chooses how many of a list's page views report impressions: one in k. (docs/decisions.md#C57) */

export const REPORTS_PER_HOUR = 500;
/** Factor by which page views must fall below a boundary before the sampling factor k decreases. Avoids oscillation. */
export const HYSTERESIS_RATIO = 1.5;
const SETTLED_MS = 10 * MINUTE_MS;
const FRACTION_DIGITS = 5;
export const IN_FORCE = 1;

let known: { period: number; lists: Readonly<Record<string, number>> } | null = null;

/** Returns k of a list: one in k page views reports impressions. Each isolate (Worker instance) caches it per hour. */
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

export const forgetSampling = (): void => {
  known = null;
};

/** Returns the numbers of page views at which k doubles. They must stay secret from senders. (docs/decisions.md#C51) */
export async function boundariesOf(secret: string, list: string): Promise<number[]> {
  const digits = await macOf(secret, 'sampling', list);
  return Array.from({ length: Math.log2(MAX_SAMPLING) }, (_, level) => {
    const hidden =
      Number.parseInt(digits.slice(FRACTION_DIGITS * level, FRACTION_DIGITS * (level + 1)), 16) / 16 ** FRACTION_DIGITS;
    return REPORTS_PER_HOUR * 2 ** (level + hidden);
  });
}

/** Returns the next log2(k) after an hour with `views` page views. `level` is the current log2(k). */
export function nextLevel(level: number, views: number, boundaries: readonly number[]): number {
  const above = (factor: number) => boundaries.filter((boundary) => views >= boundary / factor).length;
  return Math.min(Math.max(level, above(1)), above(HYSTERESIS_RATIO));
}

/** Returns true if a page should report. A page with one token per `viewsPerToken` views reports as many times as often. */
export const isReporting = (k: number, viewsPerToken: number, random: () => number): boolean =>
  random() * k < viewsPerToken;
