import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { computedDays } from '../db/schema.ts';
import { bare, inList, joined } from '../db/sql.ts';
import { NONZERO_COUNTERS } from './aggregates.ts';
import { utcHourIndex } from './hours.ts';
import { countColumns, hoursTable } from './partitions.ts';

/** Number of days after which the engagement of a day is final. Until then, late clicks cause a recomputation. */
export const OPEN_DAYS = 15;

export const utcDayIndex = (now: number): number => Math.floor(utcHourIndex(now) / 24);

/** Returns statements that mark computed days as outdated. Run them in the transaction that stores late clicks. */
export const daysToRecompute = (hours: readonly number[], now: number): SQL[] => {
  const first = Math.min(...hours);
  if (first >= utcDayIndex(now) * 24) return [];
  const { state, until } = computedDays;
  const isComputed = or(eq(state, 'running'), and(eq(state, 'complete'), sql`${until} * 24 > ${first}`));
  return [sql`UPDATE ${computedDays} SET ${bare(state)} = 'outdated' WHERE ${isComputed}`];
};

export interface DayRow {
  contentId: number;
  day: number;
  counts: string;
}

export interface DayCursor {
  contentId: number;
  day: number;
}

/** Builds a query for the click sums of each article and complete day, sorted for paging. */
export function selectDays(partition: number, range: DayRange, after: DayCursor, limit: number): SQL {
  const { contentId, hour } = hoursTable(partition);
  return selectSums(
    partition,
    range,
    sql`(${contentId}, ${hour}) > (${after.contentId}, ${after.day * 24 + 23})`,
    limit,
  );
}

export const selectDaysOf = (partition: number, range: DayRange, contentIds: readonly number[]): SQL =>
  selectSums(partition, range, inList(hoursTable(partition).contentId, contentIds), -1);

interface DayRange {
  from: number;
  to: number;
}

function selectSums(partition: number, { from, to }: DayRange, condition: SQL, limit: number): SQL {
  const hours = hoursTable(partition);
  const { contentId, hour } = hours;
  const sums = joined(countColumns(hours).map((column) => sql`sum(${column}) AS ${bare(column)}`));
  return sql`SELECT contentId, utcDay AS day, ${NONZERO_COUNTERS} AS counts FROM (
    SELECT ${contentId} AS contentId, ${hour} / 24 AS utcDay, ${sums} FROM ${hours}
    WHERE ${hour} >= ${from * 24} AND ${hour} < ${to * 24} AND ${condition}
    GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${limit}) h`;
}
