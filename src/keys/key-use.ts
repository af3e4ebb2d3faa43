import { and, desc, eq, gte, inArray, lt, max, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { RETENTION_DAYS } from '../db/retention-days.ts';
import { keyDays } from '../db/schema.ts';
import { bare, excluded, inList, listed, plus } from '../db/sql.ts';
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

/** Outcome of a click whose last time is stored. */
export type ClickUse = 'clickAccepted' | 'clickDropped' | `clickRefused:${Refusal}`;
/** Outcome that is counted per key. Impressions are counted per list layout, but their numbers are never shown. */
export type UseOutcome = KeyUse | ClickUse | `views:${ListLayout}`;

/** Prefixes of outcomes whose `count` is a time: the last slot of the day with a click's outcome or a refused origin. */
export const [LAST_USE, REFUSED_ORIGIN] = ['last:', 'origin:'] as const;
type TimedOutcome = `last:${ClickUse}` | `origin:${string}`;
export const SLOT_MS = 10 * MINUTE_MS;
/** Maximum number of refused origins per key and day, because anyone can send any origin. */
export const MAX_ORIGINS = 10;
const MAX_ORIGIN_LENGTH = 200;

/** Number of days for which a list counts as reporting after its last impressions. */
export const REPORTING_DAYS = 7;

interface Counted {
  keyId: number;
  day: number;
  outcome: UseOutcome;
  count: number;
}

interface Timed {
  keyId: number;
  day: number;
  outcome: TimedOutcome;
  slot: number;
}

/** Counts outcomes per key in memory, and adds the counts to the database at most once per minute. */
export class UseCounter {
  readonly #uses = new Tally<Omit<Counted, 'count'>>();
  readonly #times = new Tally<Timed>();
  readonly #origins = new Map<number, Set<string>>();
  #flushedAt = 0;

  count(keyId: number, outcome: UseOutcome, now: Millis): boolean {
    this.#uses.add({ keyId, day: Math.floor(now / DAY_MS), outcome });
    if (now - this.#flushedAt < FLUSH_INTERVAL_MS) return false;
    this.#flushedAt = now;
    return true;
  }

  /** Notes when a click had an outcome, and counts refusals by reason. */
  noteClick(keyId: number, outcome: ClickUse, now: Millis): void {
    if (outcome.startsWith('clickRefused:')) this.count(keyId, outcome, now);
    this.#noteTime(keyId, `${LAST_USE}${outcome}`, now);
  }

  /** Notes when a page of an origin to which the key is not bound used it. */
  noteRefusedOrigin(keyId: number, origin: string, now: Millis): void {
    const known = this.#origins.get(keyId) ?? new Set<string>();
    if (!known.has(origin) && known.size >= MAX_ORIGINS) return;
    if (origin.length > MAX_ORIGIN_LENGTH || URL.parse(origin)?.origin !== origin) return;
    this.#origins.set(keyId, known.add(origin));
    this.#noteTime(keyId, `${REFUSED_ORIGIN}${origin}`, now);
  }

  #noteTime(keyId: number, outcome: TimedOutcome, now: Millis): void {
    this.#times.add({ keyId, day: Math.floor(now / DAY_MS), outcome, slot: Math.floor((now % DAY_MS) / SLOT_MS) });
  }

  /** Writes all counts and times. If a write fails, the next one includes the same rows. */
  async flush(db: Db): Promise<void> {
    this.#origins.clear();
    await this.#times.flush((times) => setTimes(db, times));
    await this.#uses.flush((counts) => addUses(db, counts));
  }
}

async function addUses(db: Db, counts: readonly Counted[]): Promise<void> {
  const { keyId, day, outcome, count } = keyDays;
  await db.run(sql`INSERT INTO ${keyDays} (${listed(keyId, day, outcome, count)})
    SELECT value ->> 'keyId', value ->> 'day', value ->> 'outcome', value ->> 'count' FROM json_each(${JSON.stringify(counts)}) WHERE true
    ON CONFLICT DO UPDATE SET ${plus(count)}`);
}

async function setTimes(db: Db, times: readonly Timed[]): Promise<void> {
  const { keyId, day, outcome, count } = keyDays;
  const origins = `${REFUSED_ORIGIN}*`;
  const others = sql`SELECT count(*) FROM ${keyDays} WHERE ${keyId} = value ->> 'keyId' AND ${day} = value ->> 'day'
    AND ${outcome} GLOB ${origins} AND ${outcome} <> value ->> 'outcome'`;
  await db.run(sql`INSERT INTO ${keyDays} (${listed(keyId, day, outcome, count)})
    SELECT value ->> 'keyId', value ->> 'day', value ->> 'outcome', value ->> 'slot' FROM json_each(${JSON.stringify(times)})
    WHERE value ->> 'outcome' NOT GLOB ${origins} OR (${others}) < ${MAX_ORIGINS}
    ON CONFLICT DO UPDATE SET ${bare(count)} = ${excluded(count)} WHERE ${excluded(count)} > ${count}`);
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

/** Lists the outcomes of a key, newest day first. `from` is in days since the epoch. */
export const keyUsesOf = (db: Db, keyId: number, from: number) =>
  db
    .select({ day: keyDays.day, outcome: keyDays.outcome, count: keyDays.count })
    .from(keyDays)
    .where(and(eq(keyDays.keyId, keyId), gte(keyDays.day, from), inArray(keyDays.outcome, [...USE_OUTCOMES])))
    .orderBy(desc(keyDays.day), keyDays.outcome);

export const forgetUses = (db: Db, now: TrustedTime) =>
  db.delete(keyDays).where(lt(keyDays.day, Math.floor(now / DAY_MS) - RETENTION_DAYS.keyUses));
