import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, type Millis, toSeconds } from '../lib/time.ts';
import type { Db } from './client.ts';
import { serviceClock } from './schema.ts';

declare const trust: unique symbol;

/** Time of a clock that agrees with the newest stored time, which is required for deleting data by age. */
export type TrustedTime = Millis & { readonly [trust]: true };

export const MAX_CLOCK_DIFFERENCE_MS: Millis = DAY_MS;

/** Returns whether the clock is trusted. `newest` is the newest stored time, or `null` if there is none. */
export const isTrusted = (newest: Millis | null, now: Millis): now is TrustedTime =>
  newest === null || Math.abs(now - newest) <= MAX_CLOCK_DIFFERENCE_MS;

/** Returns the time of the clock if it is trusted, or else `null`. Reads one row. */
export async function trustedTime(db: Db, now: Millis): Promise<TrustedTime | null> {
  const [row] = await db.select({ newest: serviceClock.newest }).from(serviceClock);
  return isTrusted(row?.newest ?? null, now) ? now : null;
}

/** Returns the latest expiry time to delete. It is one day ago, because a trusted clock may be a day ahead. */
export const deletableExpiry = (now: TrustedTime): Millis => now - MAX_CLOCK_DIFFERENCE_MS;

/** Treats a time as trusted. This is safe for empty databases, where nothing can be deleted, and for imported days. */
export const assumeTrusted = (now: Millis): TrustedTime => now as TrustedTime;

/** SQL expression: the newest stored time if the clock is over an hour behind, or 0. It keeps articles published. */
export const wasPublishedBy = (now: Millis): SQL<number> =>
  sql<number>`coalesce((SELECT ${serviceClock.newest} / 1000 FROM ${serviceClock} WHERE ${serviceClock.newest} > ${now + HOUR_MS}), 0)`;

/** Computes the value of `wasPublishedBy` from a time that was stored. */
export const secondsBefore = (newest: Millis | undefined, now: Millis): number =>
  newest !== undefined && newest > now + HOUR_MS ? toSeconds(newest) : 0;
