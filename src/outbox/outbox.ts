import { type AnyColumn, and, lte, type SQL, sql } from 'drizzle-orm';
import { isTimeDue } from '../db/due.ts';
import type { Millis } from '../lib/time.ts';
import { delayAfter, GIVE_UP_AFTER_MS } from './schedule.ts';

/** Columns of a table of pending messages. A run selects due rows, reserves them, sends them and updates them. */
export interface OutboxTable {
  state: AnyColumn;
  /** Time of the first attempt. The last attempt is at most one day later. */
  firstAt: AnyColumn;
  nextAt: AnyColumn;
}

/** SQL condition: the message is pending. SQLite uses the partial index only if the value is a literal. */
export const isPending = ({ state }: Pick<OutboxTable, 'state'>): SQL => sql`${state} = 'pending'`;

export const isDeliveryDue = (table: Omit<OutboxTable, 'firstAt'>, now: Millis) =>
  and(isPending(table), isTimeDue(table.nextAt, now, GIVE_UP_AFTER_MS));

/** SQL condition: the message is pending, and 24 hours have passed since its first attempt. */
export const isDeliveryLate = (table: Omit<OutboxTable, 'nextAt'>, now: Millis) =>
  and(isPending(table), lte(table.firstAt, now - GIVE_UP_AFTER_MS));

/** SQL condition: the reservation of a row has expired, or ends so late that a fast clock must have set it. */
export const isFree = (leasedUntil: AnyColumn, now: Millis, length: Millis): SQL =>
  isTimeDue(leasedUntil, now, 2 * length);

export interface AttemptOutcome {
  result: 'delivered' | 'refused' | 'retry';
  at: Millis;
  wait: number | null;
  /** Whether the clock is trusted. With an untrusted clock, messages do not fail because of their age. */
  isTrusted: boolean;
}

/** Returns the new column values of a message after an attempt. The last attempt is due 24 hours after the first. */
export function stateAfterAttempt(
  due: { attempts: number; firstAt: Millis },
  { result, at, wait, isTrusted }: AttemptOutcome,
) {
  const attempts = due.attempts + 1;
  const end = isTrusted ? due.firstAt + GIVE_UP_AFTER_MS : Number.POSITIVE_INFINITY;
  if (result === 'delivered') return { state: result, attempts, nextAt: at } as const;
  if (result === 'refused' || at >= end) return { state: 'failed', attempts, nextAt: at } as const;
  return { state: 'pending', attempts, nextAt: Math.min(at + delayAfter(attempts, wait), end) } as const;
}
