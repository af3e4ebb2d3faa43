import { and, gt, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { computedDays } from '../db/schema.ts';
import { bare, inList, joined } from '../db/sql.ts';
import { DAY, DAY_MS, HOUR, startOfDay, utcDay, wallClock } from '../lib/time.ts';
import { NONZERO_COUNTERS } from './aggregates.ts';
import { type HourRange, utcHourIndex } from './hours.ts';
import { countColumns, hoursTable, partitionsOf } from './partitions.ts';

/** Number of days after which the engagement of a day is final. Until then, late clicks cause a recomputation. */
export const OPEN_DAYS = 15;

export const utcDayIndex = (now: number): number => Math.floor(utcHourIndex(now) / 24);

/** Returns the day of an hour in a time zone (empty: UTC), since the epoch. The hour of midnight begins the new day. */
export const dayOfHour = (hour: number, zone: string): number =>
  zone === '' ? Math.floor(hour / 24) : Date.parse(wallClock((hour + 1) * HOUR - 1, zone).slice(0, 10)) / DAY_MS;

export const dayIndex = (now: number, zone: string): number => dayOfHour(utcHourIndex(now), zone);

/** Returns the first hour of a day in a time zone. */
export function firstHourOf(day: number, zone: string): number {
  if (zone === '') return day * 24;
  let hour = Math.floor(startOfDay(utcDay(day * DAY), zone) / HOUR);
  // Clocks that change at midnight make the estimate wrong.
  while (dayOfHour(hour, zone) >= day) hour--;
  while (dayOfHour(hour, zone) < day) hour++;
  return hour;
}

export const hoursOfDays = ({ from, to }: DayRange, zone: string): HourRange => ({
  from: firstHourOf(from, zone),
  to: firstHourOf(to, zone),
});

/** Returns statements that mark computed days as outdated. Run them in the transaction that stores late clicks. */
export const daysToRecompute = (hours: readonly number[], now: number): SQL[] => {
  const first = Math.min(...hours);
  if (first >= utcHourIndex(now)) return [];
  const { state, untilHour } = computedDays;
  const isComputed = and(ne(state, 'outdated'), gt(untilHour, first));
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

export interface DayRange {
  from: number;
  to: number;
}

/** Consecutive days of a time zone whose hours are in the same partitions. */
export interface StoredDays extends DayRange {
  zone: string;
  partitions: readonly number[];
}

/** Splits days by the partitions of their hours. A day with midnight at another hour than UTC can have two of them. */
export function storedDays({ from, to }: DayRange, zone: string): StoredDays[] {
  const groups: StoredDays[] = [];
  for (let day = from; day < to; day++) {
    const partitions = partitionsOf(hoursOfDays({ from: day, to: day + 1 }, zone));
    const last = groups.at(-1);
    if (last && last.partitions.join() === partitions.join()) last.to = day + 1;
    else groups.push({ from: day, to: day + 1, zone, partitions });
  }
  return groups;
}

/** Builds a query for the click sums of each article and complete day, sorted for paging. */
export function selectDays(days: StoredDays, after: DayCursor, limit: number): SQL {
  const last = firstHourOf(after.day + 1, days.zone) - 1;
  return selectSums(days, ({ contentId, hour }) => sql`(${contentId}, ${hour}) > (${after.contentId}, ${last})`, limit);
}

export const selectDaysOf = (days: StoredDays, contentIds: readonly number[]): SQL =>
  selectSums(days, ({ contentId }) => inList(contentId, contentIds), -1);

type HoursTable = ReturnType<typeof hoursTable>;

function selectSums(days: StoredDays, condition: (of: HoursTable) => SQL, limit: number): SQL {
  const { from, to } = hoursOfDays(days, days.zone);
  const parts = days.partitions.map((partition) => {
    const hours = hoursTable(partition);
    const { contentId, hour } = hours;
    return sql`SELECT ${contentId} AS contentId, ${dayOf(hour, days)} AS dayNumber, ${joined(countColumns(hours).map((column) => sql`${column}`))}
      FROM ${hours} WHERE ${hour} >= ${from} AND ${hour} < ${to} AND ${condition(hours)}`;
  });
  const sums = joined(countColumns(hoursTable(0)).map((column) => sql`sum(${bare(column)}) AS ${bare(column)}`));
  return sql`SELECT contentId, dayNumber AS day, ${NONZERO_COUNTERS} AS counts FROM (
    SELECT contentId, dayNumber, ${sums} FROM (${sql.join(parts, sql` UNION ALL `)}) GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${limit}) h`;
}

/** Builds the day of an hour. The numbers are part of the SQL text, because D1 binds at most a hundred. */
function dayOf(hour: SQLiteColumn, { from, to, zone }: DayRange & { zone: string }): SQL {
  if (zone === '') return sql`${hour} / 24`;
  const branches = Array.from({ length: to - from }, (_, i) => {
    return sql`WHEN ${hour} < ${sql.raw(`${firstHourOf(from + i + 1, zone)} THEN ${from + i}`)}`;
  });
  return sql`CASE ${sql.join(branches, sql` `)} END`;
}
