import { TYPE_NAMES } from '../../../../db/values.ts';
import { formatPercent, formatRange } from '../../../../lib/percent.ts';
import { DAY_MS } from '../../../../lib/time.ts';
import { type Dates, dayAndMonth, formatDuration } from '../../lib/time.ts';
import { ordinal } from '../../lib/words.ts';
import { highestOf } from '../peak.ts';
import { movementOf, movementText } from './movement.ts';

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

/** Describes a topic's change without a full stop, so that a cause can follow. `against` is the period to compare. */
export function changeInWords(
  { growthPercent, interval, confidence }: RankChange,
  against?: string,
  peaked = '',
): string {
  const since = against ?? 'last week';
  if (growthPercent === null)
    return `New${peaked && `, and past its peak of ${peaked}`}: it had no readers ${against ? 'in ' : ''}${since}`;
  const range = interval ? ` (90% range: ${formatRange(interval)})` : '';
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

const TIMES: Record<number, string> = { 50: 'half', 100: '', 200: 'twice', 300: 'three times', 400: 'four times' };

export interface PlacedArticle {
  index: number;
  positions: { from: number; to: number | null };
  interval?: readonly number[];
  confidence?: string;
}

/** Formats a confidence interval: ` (likely 40 to 80%)`, or ` (likely 1.2 to 3 times)` for an index above 100. */
function likelyOf({ index, interval, confidence }: PlacedArticle): string {
  if (!interval) return '';
  const range = index > 100 ? `${interval.map((end) => end / 100).join(' to ')} times` : `${interval.join(' to ')}%`;
  return ` (likely ${range}${confidence === 'low' ? ', so this may be chance' : ''})`;
}

export const placeInWords = ({ from, to }: PlacedArticle['positions']): string =>
  from === to ? `position ${from}` : `positions ${from} ${to === null ? 'and below' : `to ${to}`}`;
const onePlace = (at: PlacedArticle['positions']): string => `${at.from === at.to ? '' : 'one of '}${placeInWords(at)}`;

/** Compares an article's clicks with its position: `gets twice the clicks normal for position 3`. */
const earningsInWords = (placement: PlacedArticle, where: string): string => {
  const { index } = placement;
  const times = TIMES[index] ?? (index > 100 ? `${index / 100} times` : `${index}% of`);
  return `gets ${times ? `${times} ` : ''}the clicks normal for ${where}${likelyOf(placement)}`;
};

/** Formats a placement index for a short text: `5.9× normal clicks`, `70% of normal clicks`. */
export const normalInWords = ({ index }: Pick<PlacedArticle, 'index'>): string =>
  `${index > 100 ? `${index / 100}×` : `${index}% of`} normal clicks`;

const seenAt = ({ positions }: PlacedArticle, at: PlacedArticle['positions'] | null): string =>
  at && at.from === positions.from && at.to === positions.to
    ? `its ${at.from === at.to ? 'position' : 'positions'}`
    : `${placeInWords(positions)}, where it was mostly seen`;

export const describePlacement = (placement: PlacedArticle): string =>
  `is mostly seen at ${placeInWords(placement.positions)} and ${earningsInWords(placement, placement.positions.from === placement.positions.to ? 'that position' : 'those positions')}`;

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

/** Returns the texts to show before and after the title of an overplayed article. */
export const wastedInWords = (
  placement: PlacedArticle,
  at = placement.positions,
  of = '',
): [before: string, after: string] => [
  `Overplayed at ${onePlace(at)}${of}: `,
  `It ${earningsInWords(placement, seenAt(placement, at))}.`,
];

/** Returns the text to show after an underplayed article's title. `to` contains recommended positions. */
export const betterInWords = (
  placement: PlacedArticle,
  at: PlacedArticle['positions'] | null = placement.positions,
  to: PlacedArticle['positions'] | null = null,
): string =>
  at
    ? ` at ${placeInWords(at)} ${earningsInWords(placement, seenAt(placement, at))}: move it ${to ? `to ${onePlace(to)}` : 'up'}.`
    : ` is not selected and ${earningsInWords(placement, seenAt(placement, at))}: ${to ? `give it ${onePlace(to)}` : 'select it'}.`;

interface Life {
  publishedAt: string;
  days: readonly { date: string; index: number | null }[];
  isRising: boolean;
}

/** Describes an article's age: `3 days old, past its peak of 24 Nov`. */
export function freshInWords({ publishedAt, days, isRising }: Life, now: number): string {
  const old = `${formatDuration((now - Date.parse(publishedAt)) / 1000)} old`;
  const peak = highestOf(days);
  const last = days.at(-1)?.index ?? null;
  if (isRising) return `${old}, gaining readers now`;
  if (peak === null || last === null) return old;
  return last < PASSED_INDEX ? `${old}, past its peak of ${dayAndMonth(peak)}` : `${old}, near its peak`;
}
/** Percentage of its best day's readership below which an article counts as past its peak. */
const PASSED_INDEX = 50;

interface Percent {
  percent: number;
}

const TENTH_WORDS = [
  'fewer than one',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'nearly all',
];
const tenthsOf = ({ percent }: Percent): string => {
  const tenths = TENTH_WORDS[Math.round(percent / 10)] ?? '';
  return tenths === TENTH_WORDS.at(-1) ? tenths : `${tenths} in ten`;
};

/** Compares a read-through rate: `six in ten read past the middle (usual for reports: four in ten)`. */
export function howFarInWords(share: Percent, usual: Percent | null, usualFor: string): string {
  const own = tenthsOf(share);
  const said = `${own} read past the middle`;
  if (!usual) return said;
  return tenthsOf(usual) === own
    ? `${said}, as is usual ${usualFor}`
    : `${said} (usual ${usualFor}: ${tenthsOf(usual)})`;
}

/** Article lengths that are mentioned in texts. Medium lengths are not. */
const LENGTHS: Record<string, string> = { short: 'short', long: 'long' };

export const usualForInWords = (length: string | null, type: keyof typeof TYPE_NAMES | null): string =>
  `for ${[LENGTHS[length ?? ''], TYPE_NAMES[type ?? 'article'][1].toLowerCase()].filter(Boolean).join(' ')}`;

export const RANKS = 50;

export const PERIOD_WORDS = { '24h': 'the last 24 hours', '7d': 'the last 7 days' } as const;

interface Ranked {
  rank: number;
  previousRank: number | null;
  period: keyof typeof PERIOD_WORDS;
}
export interface PositionRange {
  ranks: readonly Ranked[];
  risingRank: number | null;
  topics: readonly { name: string; ranks: readonly Ranked[] }[];
}

/** Lists an article's ranks. `moved` describes the change since the previous period. */
export function placesInWords({ ranks, risingRank, topics }: PositionRange) {
  const lineOf = (where: string) => (of: Ranked) => ({
    rank: of.rank,
    where: `${where}, ${PERIOD_WORDS[of.period]}`,
    moved: movementText(movementOf(of.rank - 1, of.previousRank)),
  });
  const rising =
    risingRank === null ? [] : [{ rank: risingRank, where: 'among articles gaining readers now', moved: '' }];
  return [
    ...ranks.map(lineOf('of all articles')),
    ...rising,
    ...topics.flatMap(({ name, ranks: own }) => own.map(lineOf(`in ${name}`))),
  ];
}

export const ALONE = 'Each report of a story is ranked separately.';
export const UNPLACED = 'Not among the first 50 of any list.';

/** Describes the rank on the last day: `13th yesterday`. */
export const rankYesterday = (ranks: readonly (number | null)[]): string => {
  const last = ranks.at(-1) ?? null;
  return `${last === null ? 'Not read' : ordinal(last)} yesterday`;
};

/** Describes the range of daily ranks: `(best 3rd, worst 37th)`. */
export function rankRange(ranks: readonly (number | null)[]): string {
  const known = ranks.filter((rank) => rank !== null);
  const [best, worst] = [Math.min(...known), Math.max(...known)];
  const range = best === worst ? `always ${ordinal(best)}` : `best ${ordinal(best)}, worst ${ordinal(worst)}`;
  return `(${range})`;
}

export const ranksInWords = (ranks: readonly (number | null)[]): string =>
  `${rankYesterday(ranks)} ${rankRange(ranks)}`;
