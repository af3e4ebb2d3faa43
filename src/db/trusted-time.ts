import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, type Millis, toSeconds } from '../lib/time.ts';
import type { Db } from './client.ts';
import { serviceClock } from './schema.ts';

declare const trust: unique symbol;

/**
 * Time of a clock that agrees with the newest stored time. What deletes by age takes this and no plain number, so that a wrong clock deletes
 * nothing.
 */
export type TrustedTime = Millis & { readonly [trust]: true };

/** Most milliseconds between the clock and the newest stored time. */
export const TOLERANCE: Millis = DAY_MS;

/** Whether deletion may go by the clock. `newest`: the newest stored time; null: nothing is stored. */
export const isTrusted = (newest: Millis | null, now: Millis): now is TrustedTime =>
  newest === null || Math.abs(now - newest) <= TOLERANCE;

/** The clock's time if deletion by age may go by it, otherwise `null`. Reads one row. */
export async function trustedTime(db: Db, now: Millis): Promise<TrustedTime | null> {
  const [row] = await db.select({ newest: serviceClock.newest }).from(serviceClock);
  return isTrusted(row?.newest ?? null, now) ? now : null;
}

/** Latest expiry of rows that may be deleted now, a day ago: a clock that is less than a day ahead is trusted, and must not delete valid rows. */
export const deletableExpiry = (now: TrustedTime): Millis => now - TOLERANCE;

/** Time of an empty database, which has nothing that a wrong clock could delete, and of imported days that pass one by one. */
export const unquestioned = (now: Millis): TrustedTime => now as TrustedTime;

/**
 * SQL for the newest stored time in epoch seconds if the clock is behind it by more than an hour, otherwise 0. What had been published by
 * then is published for a clock that went back, too.
 */
export const wasPublishedBy = (now: Millis): SQL<number> =>
  sql<number>`coalesce((SELECT ${serviceClock.newest} / 1000 FROM ${serviceClock} WHERE ${serviceClock.newest} > ${now + HOUR_MS}), 0)`;

/** Trusted time from a stored value. */
export const secondsBefore = (newest: Millis | undefined, now: Millis): number =>
  newest !== undefined && newest > now + HOUR_MS ? toSeconds(newest) : 0;
