import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, type Millis, toSeconds } from '../lib/time.ts';
import type { Db } from './client.ts';
import { serviceClock } from './schema.ts';

declare const trust: unique symbol;

/** Clock time that is within a day of the newest stored time. Only a trusted time may be used to delete data by age. */
export type TrustedTime = Millis & { readonly [trust]: true };

export const MAX_CLOCK_DIFFERENCE_MS: Millis = DAY_MS;

/** Returns true if the clock is trusted. `newest` is the newest stored time, or `null` if there is none. */
export const isTrusted = (newest: Millis | null, now: Millis): now is TrustedTime =>
  newest === null || Math.abs(now - newest) <= MAX_CLOCK_DIFFERENCE_MS;

/** Returns `now` if the clock is trusted, and `null` otherwise. Reads one row. */
export async function trustedTime(db: Db, now: Millis): Promise<TrustedTime | null> {
  const [row] = await db.select({ newest: serviceClock.newest }).from(serviceClock);
  return isTrusted(row?.newest ?? null, now) ? now : null;
}

/** Returns the time before which expired data may be deleted: a day ago, because a trusted clock may be a day fast. */
export const deletableExpiry = (now: TrustedTime): Millis => now - MAX_CLOCK_DIFFERENCE_MS;

/** Treats a time as trusted without a check. Use it only for empty databases and for imported days. */
export const assumeTrusted = (now: Millis): TrustedTime => now as TrustedTime;

/** SQL expression: the newest stored time if the clock is over an hour slow, else 0. It keeps articles visible. */
export const wasPublishedBy = (now: Millis): SQL<number> =>
  sql<number>`coalesce((SELECT ${serviceClock.newest} / 1000 FROM ${serviceClock} WHERE ${serviceClock.newest} > ${now + HOUR_MS}), 0)`;

/** Returns the value of `wasPublishedBy` for a newest stored time that is already loaded. */
export const secondsBefore = (newest: Millis | undefined, now: Millis): number =>
  newest !== undefined && newest > now + HOUR_MS ? toSeconds(newest) : 0;
