import { HOUR_MS } from '../../../../lib/time.ts';
import { type Dates, timeZone, today } from '../../lib/time.ts';
import type { HistoryDay } from '../view.ts';

export const WEEK_DAYS = 7;
const DATE_CHARACTERS = '2026-01-30'.length;
const MIN_SAMPLES = 3;
/** Multiple of the median absolute deviation that covers 90% of a normal distribution. */
const MAD_FACTOR = 2.44;

export const round = (value: number): number => Math.round(value * 10) / 10;

export const xPercent = (i: number, count: number): string => `${round((i / Math.max(1, count - 1)) * 100)}%`;
export const anchorOf = (i: number, count: number): string => (i === 0 ? 'start' : i === count - 1 ? 'end' : 'middle');

/** Returns the SVG path of a curve. Unknown days are gaps. A single day between two gaps is a dot. */
export function pathOf(days: readonly HistoryDay[], step: number, y: (index: number) => number): string {
  const isKnown = (i: number) => (days[i]?.index ?? null) !== null;
  return days
    .map(({ index }, i) => {
      if (index === null) return '';
      const point = `${round(i * step)} ${round(y(index))}`;
      if (isKnown(i - 1)) return `L${point}`;
      return isKnown(i + 1) ? `M${point}` : `M${point}h.01`;
    })
    .join('');
}

export const isHourly = (days: readonly HistoryDay[]): boolean => days[0]?.date.includes('T') ?? false;

function seasonOf(days: readonly HistoryDay[]): number {
  if (!isHourly(days)) return WEEK_DAYS;
  const timeOf = (i: number) => days[i]?.date.slice(DATE_CHARACTERS);
  const next = days.findIndex((_, i) => i > 0 && timeOf(i) === timeOf(0));
  return next < 0 ? days.length : next;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

/** Returns the usual range of each point, based on the same weekday or hour, or `null` if too few values are known. */
export function usualOf(days: readonly HistoryDay[]): (readonly [least: number, most: number] | null)[] {
  const season = seasonOf(days);
  const othersOf = (i: number) =>
    days.flatMap(({ index }, j) => (j !== i && (j - i) % season === 0 && index !== null ? [index] : []));
  const centres = days.map((_, i) => {
    const others = othersOf(i);
    return others.length < MIN_SAMPLES ? null : medianOf(others);
  });
  const rootOf = (centre: number) => Math.sqrt(Math.max(1, centre));
  const away = days.map(({ index }, i) => {
    const centre = centres[i] ?? null;
    return index === null || centre === null ? [] : [Math.abs(index - centre) / rootOf(centre)];
  });
  return centres.map((centre, i) => {
    if (centre === null) return null;
    const width = MAD_FACTOR * medianOf(away.toSpliced(i, 1).flat()) * rootOf(centre);
    const others = othersOf(i);
    return [
      Math.max(Math.min(...others), Math.round(centre - width)),
      Math.min(Math.max(...others), Math.round(centre + width)),
    ];
  });
}

/** Compares a day with the same weekday in other weeks, or returns `null` if the usual range is unknown. */
export function compareWithUsual(
  days: readonly HistoryDay[],
  date: string,
): 'busier than' | 'quieter than' | 'like' | null {
  const i = days.findIndex((day) => day.date === date);
  const [index = null, usual] = [days[i]?.index, usualOf(days)[i]];
  if (index === null || !usual) return null;
  const [least, most] = usual;
  return index > most ? 'busier than' : index < least ? 'quieter than' : 'like';
}

export function bandOf(usual: ReturnType<typeof usualOf>, step: number, y: (index: number) => number): string {
  const runs: { i: number; of: readonly [number, number] }[][] = [];
  usual.forEach((of, i) => {
    if (!of) return;
    if (usual[i - 1]) runs.at(-1)?.push({ i, of });
    else runs.push([{ i, of }]);
  });
  const points = (run: (typeof runs)[number], end: 0 | 1) =>
    run.map(({ i, of }) => `${round(i * step)} ${round(y(of[end]))}`);
  return runs.map((run) => `M${[...points(run, 1), ...points(run, 0).toReversed()].join('L')}Z`).join('');
}

/** Days between the labels of a chart of one to two weeks. */
const SHORT_STEP_DAYS = 3;

/** Returns the points that get a label: the last day of each week, or the first point of each day. */
export function dayMarksOf(days: readonly HistoryDay[], isNarrow = false): { date: string; i: number }[] {
  const step = days.length > 2 * WEEK_DAYS ? WEEK_DAYS : days.length > WEEK_DAYS ? SHORT_STEP_DAYS : 1;
  const every = step * (isNarrow ? 2 : 1);
  const all = days.map(({ date }, i) => ({ date, i }));
  if (!isHourly(days)) return all.filter(({ i }) => (days.length - 1 - i) % every === 0);
  const dayOf = (at: string) => today(Date.parse(at), timeZone());
  const hours = all.map(({ date, i }) => ({ date: dayOf(date), i }));
  // The hour before the first point decides whether that point begins a day.
  const before = dayOf(new Date(Date.parse(days[0]?.date ?? '') - HOUR_MS).toISOString());
  return hours.filter(({ date, i }) => date !== (i === 0 ? before : hours[i - 1]?.date));
}

export function chosenPath(days: readonly HistoryDay[], { from, to }: Dates, width: number, height: number): string {
  const inside = days.flatMap(({ date }, i) => (date >= from && date <= to ? i : []));
  const step = width / Math.max(1, days.length - 1);
  const xOf = (i: number) => round(Math.min(width, Math.max(0, i * step)));
  return inside.length > 0 ? `M${xOf((inside[0] ?? 0) - 0.5)} 0V${height}H${xOf((inside.at(-1) ?? 0) + 0.5)}V0` : '';
}
