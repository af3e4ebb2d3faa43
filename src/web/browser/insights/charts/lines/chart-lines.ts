import { timeZone, today } from '../../../lib/time.ts';
import type { HistoryDay } from '../../view.ts';
import { isHourly, pathOf, round, usualOf, WEEK_DAYS } from '../curve.ts';

/** Lines of charts. The first screen does not load this module. */

export interface ChartLine {
  name: string;
  days: readonly HistoryDay[];
  /** Points before the first drawn point. They are used only to compute the usual range. */
  before?: readonly HistoryDay[];
  after?: readonly HistoryDay[];
}

const LEVEL_STEP = 50;
/** With an engagement of 50 on its busiest day, a history has steps of 5% instead of 20%. */
const COARSE_STEP_PERCENT = 20;
/** Values relative to the first week are no more precise than the histories that they come from. */
const INDEXED_STEP_PERCENT = 5;

/** Whether the points are known in steps of 20% only. Such steps look like changes, but are mostly chance. */
export const isCoarse = (points: readonly HistoryDay[]): boolean =>
  points.every(({ index }) => (index ?? 0) % COARSE_STEP_PERCENT === 0);

/** Returns the levels that a chart labels: 0%, half and the top, which is 100% or above all points. */
export function levelsOf(lines: readonly ChartLine[]): [bottom: number, middle: number, top: number] {
  const most = Math.max(100, ...lines.flatMap(({ days }) => days.map(({ index }) => index ?? 0)));
  const top = LEVEL_STEP * Math.ceil(most / LEVEL_STEP);
  return [0, top / 2, top];
}

/** Converts histories to percentages of their first week, on one scale. Returns `null` if one has too few readers. */
export function indexedToFirstWeek(lines: readonly ChartLine[]): ChartLine[] | null {
  const begin = Math.max(0, ...lines.map(({ days }) => days.findIndex(({ index }) => index !== null)));
  const indexed = lines.flatMap(({ name, days }) => {
    const first = days.slice(begin, begin + WEEK_DAYS).flatMap(({ index }) => index ?? []);
    const mean = first.reduce((sum, index) => sum + index, 0) / WEEK_DAYS;
    if (isCoarse(days) || first.length < WEEK_DAYS || mean === 0) return [];
    const relative = (index: number) => INDEXED_STEP_PERCENT * Math.round((100 * index) / mean / INDEXED_STEP_PERCENT);
    const since = ({ date, index }: HistoryDay, i: number) => ({
      date,
      index: index === null || i < begin ? null : relative(index),
    });
    return [{ name, days: days.map(since) }];
  });
  return indexed.length === lines.length ? indexed : null;
}

const MIN_WORST_RANK = 10;

/** Returns the last rank of a chart, which has at least ten. */
export const worstOf = (topics: readonly { ranks: readonly (number | null)[] }[]): number =>
  Math.max(MIN_WORST_RANK, ...topics.flatMap(({ ranks }) => ranks.map((rank) => rank ?? 0)));

/** Returns the SVG path of a topic's daily ranks. The scale is logarithmic, because moves near the top mean more. */
export const ranksPath = (
  ranks: readonly (number | null)[],
  { width, height, worst }: { width: number; height: number; worst: number },
): string =>
  pathOf(
    ranks.map((index) => ({ date: '', index })),
    width / Math.max(1, ranks.length - 1),
    (rank) => (height * Math.log(rank)) / Math.log(worst),
  );

interface Hours {
  width: number;
  hours: readonly { at: string; index: number | null }[];
}

const [THREE_DAYS_HOURS, SEVEN_DAYS_HOURS] = [72, 168];

export interface HourCurve {
  line: ChartLine;
  meaning: string;
  note: string;
}

/** Loads an hourly curve. Articles have no usual range, because their readership declines with age. */
export async function hourCurve(
  name: string,
  isArticle: boolean,
  ask: (hours: number) => Promise<Hours>,
): Promise<HourCurve> {
  const recent = await ask(isArticle ? THREE_DAYS_HOURS : SEVEN_DAYS_HOURS);
  const isWeek = isArticle && recent.hours.every(({ index }) => index === null);
  const { width, hours } = isWeek ? await ask(SEVEN_DAYS_HOURS) : recent;
  const days = hours.map(({ at, index }) => ({ date: at, index }));
  const shownPoints = (isWeek ? SEVEN_DAYS_HOURS : THREE_DAYS_HOURS) / width;
  return {
    line:
      days.length > shownPoints
        ? { name, days: days.slice(-shownPoints), before: days.slice(0, -shownPoints) }
        : { name, days },
    meaning: `Each ${width === 1 ? 'complete hour' : `${width} complete hours`} relative to the busiest${isArticle && !isWeek ? '' : ' of seven days'}.`,
    note: `last ${isWeek ? 7 : 3} days`,
  };
}

/** Whether a point is on a Saturday or Sunday of the time zone. */
const isOnWeekend = ({ date }: HistoryDay): boolean =>
  [0, 6].includes(new Date(today(Date.parse(date), timeZone())).getUTCDay());

/**
 * Returns the usual range of the drawn points. Charts with several curves have none. Hours of a weekend have none,
 * because they would be compared with weekdays.
 */
export function usualIn(lines: readonly ChartLine[]): ReturnType<typeof usualOf> {
  const [line] = lines;
  if (lines.length !== 1 || !line || (isHourly(line.days) && !line.before)) return [];
  const { before = [], days, after = [] } = line;
  const usual = usualOf([...before, ...days, ...after]).slice(before.length, before.length + days.length);
  return isHourly(days) ? usual.map((range, i) => (days[i] && isOnWeekend(days[i]) ? null : range)) : usual;
}

/** Returns the usual ranges that a chart shades: none if days have gaps between them, which would look like a fault. */
export function shadedRangesIn(lines: readonly ChartLine[]): ReturnType<typeof usualOf> {
  const usual = usualIn(lines);
  const starts = usual.filter((range, i) => range && !usual[i - 1]).length;
  return starts > 1 && !isHourly(lines[0]?.days ?? []) ? [] : usual;
}

/** Minimum deviation of an unusual hour, in percent of the peak. It must exceed the API's rounding step. */
const FAR_INDEX = 20;
const COARSE_ROUNDING = { step: 20, far: 40 };

/** Returns the hour farthest from its usual range. On weekends, which are always quieter, only busy hours count. */
export function oddHour(
  hours: readonly HistoryDay[],
  { isOf, isWeekend }: { isOf: (at: string) => boolean; isWeekend: boolean },
) {
  const usual = usualOf(hours);
  const known = hours.flatMap(({ date, index }, i) => {
    const range = usual[i];
    return index !== null && range && isOf(date) ? [{ at: date, index, usual: range }] : [];
  });
  if (known.length === 0) return undefined;
  const beyond = ({ index, usual: [least, most] }: (typeof known)[number]) =>
    Math.max(index - most, isWeekend ? 0 : least - index);
  const [odd] = known.toSorted((a, b) => beyond(b) - beyond(a));
  const isWide = hours.every(({ index }) => (index ?? 0) % COARSE_ROUNDING.step === 0);
  return odd && beyond(odd) >= (isWide ? COARSE_ROUNDING.far : FAR_INDEX) ? odd : null;
}

/** Formats a value of a history. Zero may be a few readers, because values are rounded to steps of 5% or 20%. */
export const indexInWords = (index: number, days: readonly HistoryDay[]): string =>
  index === 0 ? `under ${isCoarse(days) ? COARSE_STEP_PERCENT : INDEXED_STEP_PERCENT}%` : `${index}%`;

export const dayInWords = (lines: readonly ChartLine[], i: number, nameOf: (date: string) => string): string => {
  const [first] = lines;
  const usual = usualIn(lines)[i];
  const values = lines.map(({ name, days }) => {
    const index = days[i]?.index ?? null;
    return `${lines.length > 1 ? `${name} ` : ''}${index === null ? 'too few readers' : indexInWords(index, days)}`;
  });
  const range = usual && (usual[0] === usual[1] ? `${usual[0]}%` : `${usual[0]} to ${usual[1]}%`);
  return `${nameOf(first?.days[i]?.date ?? '')}: ${values.join(', ')}${range ? ` (${isHourly(first?.days ?? []) ? 'usual at this hour' : 'usual on this weekday'}: ${range})` : ''}`;
};

export function shadedIn(lines: readonly ChartLine[]): string {
  if (!shadedRangesIn(lines).some(Boolean)) return '';
  return `Shaded: what is usual ${isHourly(lines[0]?.days ?? []) ? 'at the hour on weekdays, from the other days' : 'on the weekday, from the other weeks'}.`;
}

/** Moves labels at least `gap` apart. Heights are percentages from the top. */
export function spreadLabels(tops: readonly number[], gap: number): number[] {
  const order = tops.map((top, i) => ({ top, i })).toSorted((a, b) => a.top - b.top);
  order.forEach((label, n) => {
    label.top = Math.max(label.top, (order[n - 1]?.top ?? Number.NEGATIVE_INFINITY) + gap);
  });
  order.toReversed().forEach((label, n, all) => {
    label.top = round(Math.min(label.top, n > 0 ? (all[n - 1]?.top ?? 100) - gap : 100));
  });
  return order.toSorted((a, b) => a.i - b.i).map(({ top }) => top);
}

export const SPARK = { width: 112, height: 28 } as const;
export function sparkOf(
  days: readonly HistoryDay[],
): { path: string; end: readonly [x: number, y: number] | null } | null {
  if (days.every(({ index }) => index === null)) return null;
  const step = SPARK.width / Math.max(1, days.length - 1);
  const y = (index: number) => SPARK.height - 2 - (index / 100) * (SPARK.height - 4);
  const last = days.at(-1)?.index ?? null;
  return { path: pathOf(days, step, y), end: last === null ? null : [SPARK.width, round(y(last))] };
}

const SPARK_DAYS = 28;

/** Returns the last 28 days up to `until`, relative to the highest of them. */
export function daysUntil(days: readonly HistoryDay[], until: string): HistoryDay[] {
  const daysShown = days.filter(({ date }) => date <= until).slice(-SPARK_DAYS);
  const most = Math.max(1, ...daysShown.map(({ index }) => index ?? 0));
  return daysShown.map(({ date, index }) => ({
    date,
    index: index === null ? null : Math.round((100 * index) / most),
  }));
}

const MIN_CHART_DAYS = 14;

/** Removes the days before the first with readers from all lines, but leaves at least `least` days. */
export function croppedToReaders(lines: readonly ChartLine[], least = MIN_CHART_DAYS): ChartLine[] {
  const length = lines[0]?.days.length ?? 0;
  const firsts = lines.map(({ days }) => days.findIndex(({ index }) => index !== null)).filter((i) => i >= 0);
  const from = Math.max(0, Math.min(...firsts, length - least));
  return lines.map(({ days, ...line }) => ({ ...line, days: days.slice(from) }));
}
