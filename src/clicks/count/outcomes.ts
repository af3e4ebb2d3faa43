import { gte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { clickOutcomes, clickTotals } from '../../db/schema.ts';
import { bare, excluded, listed, plus } from '../../db/sql.ts';
import { Tally } from '../../lib/tally.ts';
import { HOUR_MS, type Millis } from '../../lib/time.ts';

const { hour, outcome, clicks } = clickOutcomes;

/** Statement that adds to the counts of outcomes; `rows` is a query for hour, outcome and number. */
export const addToOutcomes = (rows: SQL): SQL =>
  sql`INSERT INTO ${clickOutcomes} (${listed(hour, outcome, clicks)}) ${rows} ON CONFLICT DO UPDATE SET ${plus(clicks)}`;

/** The first hour that is not in the totals yet. */
const firstOpenHour = sql`coalesce((SELECT max(${clickTotals.through}) FROM ${clickTotals}), 0)`;

/** Statement that adds the hours before `through` to the totals, each hour once. */
export const addToTotals = (through: number): SQL =>
  sql`INSERT INTO ${clickTotals} (${listed(clickTotals.outcome, clickTotals.clicks, clickTotals.through)})
    SELECT ${outcome}, sum(${clicks}), ${through} FROM ${clickOutcomes}
    WHERE ${hour} >= ${firstOpenHour} AND ${hour} < ${through} GROUP BY ${outcome}
    ON CONFLICT DO UPDATE SET ${plus(clickTotals.clicks)}, ${bare(clickTotals.through)} = ${excluded(clickTotals.through)}`;

/** Hours after which what is counted of one is late: isolates may still write to later ones, which are not in the totals. */
export const SETTLED_HOURS = 2;

/** Statement that adds to the totals what is counted of hours that are in them already; `rows` as of `addToOutcomes`. */
export const addLateToTotals = (rows: SQL): SQL =>
  sql`WITH late (late_hour, late_outcome, late_clicks) AS (${rows})
    INSERT INTO ${clickTotals} (${listed(clickTotals.outcome, clickTotals.clicks, clickTotals.through)})
    SELECT late_outcome, sum(late_clicks), ${firstOpenHour} FROM late WHERE late_hour < ${firstOpenHour} GROUP BY late_outcome
    ON CONFLICT DO UPDATE SET ${plus(clickTotals.clicks)}`;

/** Statements that read the clicks by outcome since the installation began: of the totals, and of the hours after them. */
export const selectTotals = (db: Db) => ({
  totals: db.select({ outcome: clickTotals.outcome, clicks: clickTotals.clicks }).from(clickTotals),
  open: db
    .select({ outcome, clicks: sql<number>`sum(${clicks})` })
    .from(clickOutcomes)
    .where(gte(hour, firstOpenHour))
    .groupBy(outcome),
});

/** Milliseconds between two writes of an isolate's counts: the platform lets a request work for thirty seconds after its answer. */
export const FLUSH_INTERVAL = 20_000;

interface Count {
  /** Hours since the epoch. */
  hour: number;
  outcome: string;
  count: number;
}

/** Counts the outcomes of clicks in memory, and adds them to the database at most once per interval: for operators, not for rankings. */
export class OutcomeCounter {
  readonly #outcomes = new Tally<Omit<Count, 'count'>>();
  #claimedUntil = 0;

  count(outcome: string, now: Millis): void {
    this.#outcomes.add({ hour: Math.floor(now / HOUR_MS), outcome });
  }

  /** True for one caller per interval, which then waits for the interval to pass and calls `flush`. */
  claimFlush(now: number): boolean {
    if (now < this.#claimedUntil) return false;
    // Twice the interval: a request that was cancelled before its flush must not block all others forever.
    this.#claimedUntil = now + 2 * FLUSH_INTERVAL;
    return true;
  }

  /** Writes what has been counted, in one statement; counts that cannot be written wait for the next flush. */
  flush(db: Db): Promise<void> {
    this.#claimedUntil = 0;
    return this.#outcomes.flush((counts) => addOutcomes(db, counts));
  }
}

async function addOutcomes(db: Db, counts: readonly Count[]): Promise<void> {
  const rows = JSON.stringify(counts.map(({ hour, outcome, count }) => [hour, outcome, count]));
  await db.transaction(
    unlessRestoring,
    addToOutcomes(sql`SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${rows}) WHERE true`),
  );
}
