import { and, desc, eq, gte, inArray, lt, max, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { RETENTION_DAYS } from '../db/retention-days.ts';
import { keyDays } from '../db/schema.ts';
import { inList, listed, plus } from '../db/sql.ts';
import type { TrustedTime } from '../db/trusted-time.ts';
import { LIST_LAYOUTS, type ListLayout } from '../db/view-columns.ts';
import { Tally } from '../lib/tally.ts';
import { DAY, DAY_MS, MINUTE_MS, type Millis, utcDay } from '../lib/time.ts';

const FLUSH_INTERVAL_MS = MINUTE_MS;

export const USE_OUTCOMES = [
  'answered',
  'refused',
  'limited',
  'failed',
  'clickAccepted',
  'clickDropped',
  'clickRefused',
] as const;
export type KeyUse = (typeof USE_OUTCOMES)[number];
/** Reasons of refused clicks that are counted per key, so that the owner of an embed can see what to mend. */
export const REFUSALS = ['forbidden', 'parameterInvalid', 'rateLimited'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Outcome that is counted per key. Impressions are counted per list layout, but their numbers are never shown. */
export type UseOutcome = KeyUse | `clickRefused:${Refusal}` | `views:${ListLayout}`;

/** Number of days for which a list counts as reporting after its last impressions. */
const REPORTING_DAYS = 7;

interface Counted {
  keyId: number;
  day: number;
  outcome: UseOutcome;
  count: number;
}

/** Counts outcomes per key in memory, and adds the counts to the database at most once per minute. */
export class UseCounter {
  readonly #uses = new Tally<Omit<Counted, 'count'>>();
  #flushedAt = 0;

  count(keyId: number, outcome: UseOutcome, now: Millis): boolean {
    this.#uses.add({ keyId, day: Math.floor(now / DAY_MS), outcome });
    if (now - this.#flushedAt < FLUSH_INTERVAL_MS) return false;
    this.#flushedAt = now;
    return true;
  }

  /** Writes all counts in one statement. If the write fails, the next one includes the same counts. */
  flush(db: Db): Promise<void> {
    return this.#uses.flush((counts) => addUses(db, counts));
  }
}

async function addUses(db: Db, counts: readonly Counted[]): Promise<void> {
  const { keyId, day, outcome, count } = keyDays;
  await db.run(sql`INSERT INTO ${keyDays} (${listed(keyId, day, outcome, count)})
    SELECT value ->> 'keyId', value ->> 'day', value ->> 'outcome', value ->> 'count' FROM json_each(${JSON.stringify(counts)}) WHERE true
    ON CONFLICT DO UPDATE SET ${plus(count)}`);
}

export async function lastUsed(db: Db, keyIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ keyId: keyDays.keyId, day: max(keyDays.day) })
    .from(keyDays)
    .where(inList(keyDays.keyId, keyIds))
    .groupBy(keyDays.keyId);
  return new Map(rows.flatMap(({ keyId, day }) => (day === null ? [] : [[keyId, utcDay(day * DAY)]])));
}

/** Returns the list layouts that reported impressions within the last seven days, by key. */
export async function reportingLists(db: Db, keyIds: readonly number[], now: Millis) {
  const rows = await db
    .selectDistinct({ keyId: keyDays.keyId, outcome: keyDays.outcome })
    .from(keyDays)
    .where(and(inList(keyDays.keyId, keyIds), gte(keyDays.day, Math.floor(now / DAY_MS) - REPORTING_DAYS)));
  const layoutsOf = (of: typeof rows) =>
    LIST_LAYOUTS.filter((layout) => of.some(({ outcome }) => outcome === `views:${layout}`));
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ keyId }) => keyId),
      ([keyId, of]) => [keyId, layoutsOf(of)],
    ),
  );
}

export const USE_STEPS = ['today', 'week', 'never'] as const;
export type UseStep = (typeof USE_STEPS)[number];

export type ClickSteps = Record<'accepted' | 'dropped' | Refusal, UseStep>;

/** Returns when clicks with a key last had each outcome, in steps that reveal no counts. (docs/decisions.md#K18) */
export async function clickSteps(db: Db, keyId: number, now: Millis): Promise<ClickSteps> {
  const today = Math.floor(now / DAY_MS);
  const uses = await db
    .select({ outcome: keyDays.outcome, day: max(keyDays.day) })
    .from(keyDays)
    .where(and(eq(keyDays.keyId, keyId), gte(keyDays.day, today - REPORTING_DAYS)))
    .groupBy(keyDays.outcome);
  const stepOf = (wanted: UseOutcome): UseStep => {
    const day = uses.find(({ outcome }) => outcome === wanted)?.day ?? null;
    return day === null ? 'never' : day === today ? 'today' : 'week';
  };
  return {
    accepted: stepOf('clickAccepted'),
    dropped: stepOf('clickDropped'),
    forbidden: stepOf('clickRefused:forbidden'),
    parameterInvalid: stepOf('clickRefused:parameterInvalid'),
    rateLimited: stepOf('clickRefused:rateLimited'),
  };
}

/** Lists the outcomes of a key, newest day first. `from` is in days since the epoch. */
export const keyUsesOf = (db: Db, keyId: number, from: number) =>
  db
    .select({ day: keyDays.day, outcome: keyDays.outcome, count: keyDays.count })
    .from(keyDays)
    .where(and(eq(keyDays.keyId, keyId), gte(keyDays.day, from), inArray(keyDays.outcome, [...USE_OUTCOMES])))
    .orderBy(desc(keyDays.day), keyDays.outcome);

export const forgetUses = (db: Db, now: TrustedTime) =>
  db.delete(keyDays).where(lt(keyDays.day, Math.floor(now / DAY_MS) - RETENTION_DAYS.keyUses));
