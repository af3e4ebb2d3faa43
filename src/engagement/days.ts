import { type SQL, sql } from 'drizzle-orm';
import { CLICK_COLUMNS } from '../db/click-columns.ts';
import { computedDays } from '../db/schema.ts';
import { SPARSE } from './aggregates.ts';
import { hourOf } from './hours.ts';
import { hoursTable } from './partitions.ts';

/** Days a day is computed again and again; then it is sealed. */
export const OPEN_DAYS = 15;
/** Days that are kept: two years. */
export const KEPT_DAYS = 731;

/** The UTC day of a time (epoch milliseconds), in days since the epoch. */
export const dayOf = (now: number): number => Math.floor(hourOf(now) / 24);

/** Statements to run with clicks of these hours: clicks of a finished day let the days be computed again. */
export const daysToRecompute = (hours: readonly number[], now: number): SQL[] =>
  hours.some((hour) => hour < dayOf(now) * 24) ? [sql`DELETE FROM ${computedDays}`] : [];

/** A row of `selectDays`. */
export interface DayRow {
  contentId: number;
  day: number;
  counts: string;
}

/** Where a page of days begins: after this article's day. */
export interface DayCursor {
  contentId: number;
  day: number;
}

/** Query for the sums of each article and finished day from `from` up to, but without, `to`, as `DayRow` in order of the cursor. */
export function selectDays(
  partition: number,
  { from, to }: { from: number; to: number },
  after: DayCursor,
  limit: number,
): SQL {
  const sums = sql.raw(CLICK_COLUMNS.map((name) => `sum(${name}) AS ${name}`).join(', '));
  return sql`SELECT h.content_id AS contentId, h.day, ${SPARSE} AS counts FROM (
    SELECT content_id, hour / 24 AS day, ${sums} FROM ${hoursTable(partition)}
    WHERE hour >= ${from * 24} AND hour < ${to * 24} AND (content_id, hour) > (${after.contentId}, ${after.day * 24 + 23})
    GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${limit}) h`;
}
