import { and, desc, eq, gte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { keyDays } from '../../db/schema.ts';
import {
  type ClickUse,
  LAST_USE,
  MAX_ORIGINS,
  REFUSED_ORIGIN,
  REPORTING_DAYS,
  type Refusal,
  SLOT_MS,
} from '../../keys/key-use.ts';
import { DAY_MS, HOUR_MS, type Millis } from '../../lib/time.ts';

export const USE_STEPS = ['hour', 'today', 'week', 'never'] as const;
export type UseStep = (typeof USE_STEPS)[number];

export type ClickSteps = Record<'accepted' | 'dropped' | Refusal, UseStep> & {
  origins: { origin: string; last: UseStep }[];
};

/** Returns when clicks with a key last had each outcome, in steps that reveal no counts. (docs/decisions.md#K18) */
export async function clickSteps(db: Db, keyId: number, now: Millis): Promise<ClickSteps> {
  const today = Math.floor(now / DAY_MS);
  const { day, outcome, count } = keyDays;
  const uses = await db
    .select({ outcome, day, slot: count })
    .from(keyDays)
    .where(and(eq(keyDays.keyId, keyId), gte(day, today - REPORTING_DAYS)))
    .orderBy(desc(day), desc(count));
  const lastStep = (of: readonly string[]): UseStep => {
    const last = uses.filter((use) => of.includes(use.outcome));
    const timed = last.find((use) => use.outcome.startsWith(LAST_USE) || use.outcome.startsWith(REFUSED_ORIGIN));
    // The time is counted from the end of the slot, so that no click within the hour is missed.
    const age = timed && now - timed.day * DAY_MS - (timed.slot + 1) * SLOT_MS;
    if (age !== undefined && age < HOUR_MS) return 'hour';
    if (last[0]?.day === today || (age !== undefined && age < DAY_MS)) return 'today';
    return last[0] ? 'week' : 'never';
  };
  const stepOf = (use: ClickUse) => lastStep([use, `${LAST_USE}${use}`]);
  const origins = new Set(uses.flatMap((use) => (use.outcome.startsWith(REFUSED_ORIGIN) ? use.outcome : [])));
  return {
    accepted: stepOf('clickAccepted'),
    dropped: stepOf('clickDropped'),
    forbidden: stepOf('clickRefused:forbidden'),
    parameterInvalid: stepOf('clickRefused:parameterInvalid'),
    rateLimited: stepOf('clickRefused:rateLimited'),
    origins: [...origins]
      .slice(0, MAX_ORIGINS)
      .map((name) => ({ origin: name.slice(REFUSED_ORIGIN.length), last: lastStep([name]) }))
      .toSorted(
        (one, other) =>
          USE_STEPS.indexOf(one.last) - USE_STEPS.indexOf(other.last) || (one.origin < other.origin ? -1 : 1),
      ),
  };
}
