import type { Day } from './day.ts';

const WEEK = 7;

/** The last seven complete days, and the seven before, on the same days of the week. */
export function weeksOf(days: readonly Day[]): { name: string; days: Day[] }[] {
  return [
    { name: 'This week', days: days.slice(-WEEK) },
    { name: 'Last week', days: days.slice(-2 * WEEK, -WEEK) },
  ];
}
