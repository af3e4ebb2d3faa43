import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, type Millis, toSeconds } from '../lib/time.ts';
import type { Db } from './client.ts';
import { serviceClock } from './schema.ts';

declare const trust: unique symbol;

/**
 * Time of a clock that agrees with the newest stored time. Deletion by age requires it, so that a wrong clock deletes
 * nothing.
 */
export type TrustedTime = Millis & { readonly [trust]: true };

/** Maximum difference between the clock and the newest stored time. */
export const MAX_CLOCK_DIFFERENCE_MS: Millis = DAY_MS;

/** Returns true if the clock is trusted. `newest` is the newest stored time, or `null` if there is none. */
export const isTrusted = (newest: Millis | null, now: Millis): now is TrustedTime =>
  newest === null || Math.abs(now - newest) <= MAX_CLOCK_DIFFERENCE_MS;

/** Returns the time of the clock if it is trusted, otherwise `null`. Reads one row. */
export async function trustedTime(db: Db, now: Millis): Promise<TrustedTime | null> {
  const [row] = await db.select({ newest: serviceClock.newest }).from(serviceClock);
  return isTrusted(row?.newest ?? null, now) ? now : null;
}

/**
 * Returns the latest expiry of rows that may be deleted, one day ago. A clock that is up to a day ahead is trusted and
 * must not delete valid rows.
 */
export const deletableExpiry = (now: TrustedTime): Millis => now - MAX_CLOCK_DIFFERENCE_MS;

/** Treats a time as trusted: for empty databases, where a wrong clock deletes nothing, and for imported days. */
export const unquestioned = (now: Millis): TrustedTime => now as TrustedTime;

/**
 * SQL expression: the newest stored time in epoch seconds if the clock is more than an hour behind it, otherwise 0.
 * Articles published by that time stay published.
 */
export const wasPublishedBy = (now: Millis): SQL<number> =>
  sql<number>`coalesce((SELECT ${serviceClock.newest} / 1000 FROM ${serviceClock} WHERE ${serviceClock.newest} > ${now + HOUR_MS}), 0)`;

/** Computes the value of `wasPublishedBy` from a stored time. */
export const secondsBefore = (newest: Millis | undefined, now: Millis): number =>
  newest !== undefined && newest > now + HOUR_MS ? toSeconds(newest) : 0;
