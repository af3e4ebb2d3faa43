import { formatPercent, formatRange } from '../../../../lib/percent.ts';
import { DAY_MS } from '../../../../lib/time.ts';
import { type Dates, dayAndMonth } from '../../lib/time.ts';

/** This module also runs on the server, so it must not access the DOM. */

export interface RankChange {
  growthPercent: number | null;
  interval: readonly [number, number] | null;
  confidence: 'high' | 'low';
}

export function againstInWords(against: 'before' | 'year', { from, to }: Dates): string {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (against === 'year') return 'the same days a year ago';
  return days === 1 ? 'the day before' : `the ${days} days before`;
}

export const peakInWords = (peaked: string | null | undefined): string => (peaked ? dayAndMonth(peaked) : '');

interface ChangeOptions {
  /** Period to compare with. Undefined for last week. */
  against?: string | undefined;
  /** Day of a peak that has passed, in words. Empty without such a peak. */
  peaked?: string;
  hasRange?: boolean;
}

/** Describes a topic's change without a full stop, so that a cause can follow. */
export function changeInWords(
  { growthPercent, interval, confidence }: RankChange,
  { against, peaked = '', hasRange = true }: ChangeOptions = {},
): string {
  const since = against ?? 'last week';
  if (growthPercent === null)
    return `New${peaked && `, and past its peak of ${peaked}`}: it had no readers ${against ? 'in ' : ''}${since}`;
  const range = interval && hasRange ? ` (90% range: ${formatRange(interval)})` : '';
  if (against ? growthPercent === 0 : confidence === 'low' && interval)
    return `No ${against ? '' : 'clear '}change from ${since}${range}`;
  if (!against && confidence === 'low') return `Too few readers to compare with ${since}`;
  const by = `${formatPercent(growthPercent).slice(1)} on ${since}${range}`;
  if (growthPercent < 0) return `Down ${by}`;
  return peaked ? `Past its peak of ${peaked}, but up ${by}` : `Up ${by}`;
}

export function saidOf(
  { growthPercent, confidence }: Omit<RankChange, 'interval'>,
  { peaked = '', against }: { peaked?: string; against?: string | undefined } = {},
): string {
  const past = peaked && `is past its peak of ${peaked}, but `;
  if (growthPercent === null)
    return `is new${against ? `: it had no readers in ${against}` : ` this week${peaked && `, and past its peak of ${peaked}`}`}`;
  const by = `about ${formatPercent(growthPercent).slice(1)} on ${against ?? 'last week'}`;
  if (growthPercent < 0) return `fell fastest, down ${by}`;
  if (!against && confidence === 'low') return `${past}may be ${peaked ? '' : 'rising, '}up ${by}`;
  return peaked ? `${past}is still up ${by}` : `${against ? 'rose' : 'is rising'} fastest, up ${by}`;
}

export function sureInWords({ growthPercent, interval, confidence }: RankChange): string {
  if (growthPercent === null) return 'New this week.';
  if (!interval) return 'Too few readers for a range.';
  return `90% sure: ${formatRange(interval)}.${confidence === 'high' ? '' : ' This may be chance.'}`;
}

export interface PlacedArticle {
  index: number;
  positions: { from: number; to: number | null };
  interval?: readonly number[];
  confidence?: string;
}

export const placeInWords = ({ from, to }: PlacedArticle['positions']): string =>
  from === to ? `position ${from}` : `positions ${from} ${to === null ? 'and below' : `to ${to}`}`;

/** Describes a placement: `3.8× normal for positions 4 to 12 (90% range 3 to 4.2×)`, `30% below normal`. */
export function placementLine({
  index,
  positions,
  interval,
  confidence,
}: Omit<PlacedArticle, 'positions'> & Partial<Pick<PlacedArticle, 'positions'>>): string {
  const where = positions ? ` for ${placeInWords(positions)}` : '';
  const range = interval ? ` (90% range ${interval.map((end) => end / 100).join(' to ')}×)` : '';
  const chance = confidence === 'low' && interval ? ', so this may be chance' : '';
  return index < 100
    ? `${100 - index}% below normal${where}${range}${chance}`
    : `${index / 100}× normal${where}${range}${chance}`;
}

export const RANKS = 50;

export const PERIOD_WORDS = { '24h': 'the last 24 hours', '7d': 'the last 7 days' } as const;

/** Length of a quoted title, in characters. Two titles of this length and their sentence fit into one line. */
const MAX_QUOTED = 44;

/** Shortens a title to whole words, or returns it as it is. A title with few spaces is cut between characters. */
export function shortenedTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= MAX_QUOTED) return title;
  const start = characters.slice(0, MAX_QUOTED).join('');
  const space = start.lastIndexOf(' ');
  return `${(space > start.length / 2 ? start.slice(0, space) : start).replace(/[\s,:;–-]+$/, '')}…`;
}
