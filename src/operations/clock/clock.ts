import { eq, max } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { jobRuns, serviceClock } from '../../db/schema.ts';
import { isTrusted, MAX_CLOCK_DIFFERENCE_MS } from '../../db/trusted-time.ts';
import { HOUR_MS, MINUTE_MS, type Millis, type Seconds } from '../../lib/time.ts';

/** This module decides whether the clock is trusted, and stores its state. (docs/decisions.md#O23) */

export type StoredClock = Omit<typeof serviceClock.$inferSelect, 'id'>;

/** Minutes of uptime after which the clock is trusted even if no other host confirms it. */
export const PROBATION_MINUTES = 24 * 60;
/** Minimum clock jump that is reported. Jobs that run late or out of order look like smaller jumps. */
const MIN_JUMP_MS: Millis = 30_000;
const MIN_JUMP_WITHOUT_UPTIME_MS: Millis = 2 * MINUTE_MS;
const REPORT_DURATION_MS: Millis = 10 * MINUTE_MS;
const MIN_CHECK_SPACING_MS: Millis = MINUTE_MS / 2;

interface ClockCheck {
  now: Millis;
  uptime?: Seconds | undefined;
  isMinutely: boolean;
}

export function clockAfterCheck(stored: StoredClock | null, { now, uptime, isMinutely }: ClockCheck): StoredClock {
  if (!stored) return { newest: now, seen: now, minutes: 0, jumpedAt: null, jump: 0, uptime: uptime ?? null };
  const jump = jumpBetween(stored, { now, uptime });
  const jumped = jump === 0 ? {} : { jumpedAt: now, jump };
  const isTicked = isMinutely && (jump !== 0 || Math.abs(now - stored.seen) >= MIN_CHECK_SPACING_MS);
  const seen = isMinutely || jump !== 0 ? { seen: now, uptime: uptime ?? null } : {};
  const next = { ...stored, ...jumped, ...seen };
  // If the clock was set back a little, `newest` does not change, because the clock will soon reach that time again.
  if (isTrusted(stored.newest, now)) return { ...next, newest: Math.max(stored.newest, now), minutes: 0 };
  // Another large jump restarts the waiting time after which an unconfirmed clock is trusted.
  const minutes = (Math.abs(jump) > MAX_CLOCK_DIFFERENCE_MS ? 0 : stored.minutes) + Number(isTicked);
  return minutes < PROBATION_MINUTES ? { ...next, minutes } : withTrustedTime(next, now);
}

export const withTrustedTime = (stored: StoredClock, now: Millis): StoredClock => ({
  ...stored,
  newest: now,
  minutes: 0,
});

function jumpBetween(
  { seen, uptime: before }: StoredClock,
  { now, uptime }: Pick<ClockCheck, 'now' | 'uptime'>,
): Millis {
  const moved = now - seen;
  const isSameStart = uptime !== undefined && before !== null && uptime >= before;
  const passed = isSameStart ? (uptime - before) * 1000 : Math.max(0, moved);
  return Math.abs(moved - passed) >= (isSameStart ? MIN_JUMP_MS : MIN_JUMP_WITHOUT_UPTIME_MS) ? moved - passed : 0;
}

export function faultOf(stored: StoredClock, now: Millis): string | null {
  if (!isTrusted(stored.newest, now))
    return `the clock is ${lengthOf(now - stored.newest)} ${now > stored.newest ? 'ahead of' : 'behind'} the newest stored time, so deletion of old data is paused until two polled hosts agree with the clock, 24 hours of running time have passed, or an operator confirms the clock`;
  const { jumpedAt, jump } = stored;
  if (jumpedAt === null || Math.abs(now - jumpedAt) >= REPORT_DURATION_MS) return null;
  return `the clock was set ${jump > 0 ? 'forward' : 'back'} by ${lengthOf(jump)}`;
}

function lengthOf(milliseconds: Millis): string {
  const length = Math.abs(milliseconds);
  const [size, unit] = UNITS.find(([least]) => length >= 2 * least) ?? UNITS[2];
  return `${Math.round(length / size)} ${unit}`;
}

const UNITS = [
  [24 * HOUR_MS, 'days'],
  [HOUR_MS, 'hours'],
  [1000, 'seconds'],
] as const satisfies [Millis, string][];

/** Returns the stored state of the clock, or `null`. In a database of an earlier version, derives it from job runs. */
export async function readClock(db: Db): Promise<StoredClock | null> {
  const [row] = await db.select().from(serviceClock);
  if (row) return row;
  const [runs] = await db.select({ at: max(jobRuns.at) }).from(jobRuns);
  if (runs?.at == null) return null;
  return { newest: runs.at, seen: runs.at, minutes: 0, jumpedAt: null, jump: 0, uptime: null };
}

export const saveClock = (db: Db, clock: StoredClock) =>
  db
    .insert(serviceClock)
    .values({ ...clock, id: 1 })
    .onConflictDoUpdate({ target: serviceClock.id, set: { ...clock, id: 1 }, setWhere: eq(serviceClock.id, 1) });
