import { gte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { clickOutcomes, clickTotals } from '../../db/schema.ts';
import { bare, excluded, listed, plus } from '../../db/sql.ts';
import { Tally } from '../../lib/tally.ts';
import { HOUR_MS, type Millis } from '../../lib/time.ts';

const { hour, outcome, clicks } = clickOutcomes;

export const addToOutcomes = (rows: SQL): SQL =>
  sql`INSERT INTO ${clickOutcomes} (${listed(hour, outcome, clicks)}) ${rows} ON CONFLICT DO UPDATE SET ${plus(clicks)}`;

const firstOpenHour = sql`coalesce((SELECT max(${clickTotals.through}) FROM ${clickTotals}), 0)`;

export const addToTotals = (through: number): SQL =>
  sql`INSERT INTO ${clickTotals} (${listed(clickTotals.outcome, clickTotals.clicks, clickTotals.through)})
    SELECT ${outcome}, sum(${clicks}), ${through} FROM ${clickOutcomes}
    WHERE ${hour} >= ${firstOpenHour} AND ${hour} < ${through} GROUP BY ${outcome}
    ON CONFLICT DO UPDATE SET ${plus(clickTotals.clicks)}, ${bare(clickTotals.through)} = ${excluded(clickTotals.through)}`;

/** Hours until the counts of an hour are final. Isolates may still change newer hours, so totals exclude them. */
export const SETTLED_HOURS = 2;

export const addLateToTotals = (rows: SQL): SQL =>
  sql`WITH late (late_hour, late_outcome, late_clicks) AS (${rows})
    INSERT INTO ${clickTotals} (${listed(clickTotals.outcome, clickTotals.clicks, clickTotals.through)})
    SELECT late_outcome, sum(late_clicks), ${firstOpenHour} FROM late WHERE late_hour < ${firstOpenHour} GROUP BY late_outcome
    ON CONFLICT DO UPDATE SET ${plus(clickTotals.clicks)}`;

export const selectTotals = (db: Db) => ({
  totals: db.select({ outcome: clickTotals.outcome, clicks: clickTotals.clicks }).from(clickTotals),
  open: db
    .select({ outcome, clicks: sql<number>`sum(${clicks})` })
    .from(clickOutcomes)
    .where(gte(hour, firstOpenHour))
    .groupBy(outcome),
});

/** Time between two writes of the counts, in milliseconds. Cloudflare allows 30 seconds for work after a response. */
export const FLUSH_INTERVAL = 20_000;

interface OutcomeCount {
  hour: number;
  outcome: string;
  count: number;
}

/** Counts click outcomes in memory and writes them once per interval. The counts inform operators, not rankings. */
export class OutcomeCounter {
  readonly #outcomes = new Tally<Omit<OutcomeCount, 'count'>>();
  #claimedUntil = 0;

  count(outcome: string, now: Millis): void {
    this.#outcomes.add({ hour: Math.floor(now / HOUR_MS), outcome });
  }

  /** Returns true to one caller per interval. This caller must call `flush` at the end of the interval. */
  claimFlush(now: number): boolean {
    if (now < this.#claimedUntil) return false;
    // The first caller's request may be cancelled before it flushes, so another caller may flush after two intervals.
    this.#claimedUntil = now + 2 * FLUSH_INTERVAL;
    return true;
  }

  flush(db: Db): Promise<void> {
    this.#claimedUntil = 0;
    return this.#outcomes.flush((counts) => addOutcomes(db, counts));
  }
}

async function addOutcomes(db: Db, counts: readonly OutcomeCount[]): Promise<void> {
  const rows = JSON.stringify(counts.map(({ hour, outcome, count }) => [hour, outcome, count]));
  await db.transaction(
    unlessRestoring,
    addToOutcomes(sql`SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${rows}) WHERE true`),
  );
}
