import { TYPE_NAMES } from '../../../../db/values.ts';
import { headline } from '../../../../rankings/math/figures/cause.ts';
import { dayAndMonth, formatDuration } from '../../lib/time.ts';
import { ordinal } from '../../lib/words.ts';
import { highestOf } from '../peak.ts';
import { PERIOD_WORDS, type PlacedArticle, placeInWords } from './rank-words.ts';
import type { Verdict } from './verdict.ts';

/** Sentences about an article and its ranks. The first screen does not load this module, and the server also runs it. */

const TIMES: Record<number, string> = { 50: 'half', 100: '', 200: 'twice', 300: 'three times', 400: 'four times' };

/** Formats a confidence interval: ` (likely 40 to 80%)`, or ` (likely 1.2 to 3 times)` for an index above 100. */
function likelyOf({ index, interval, confidence }: PlacedArticle): string {
  if (!interval) return '';
  const range = index > 100 ? `${interval.map((end) => end / 100).join(' to ')} times` : `${interval.join(' to ')}%`;
  return ` (likely ${range}${confidence === 'low' ? ', so this may be chance' : ''})`;
}

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

/** Returns the texts to show before and after the title of an overplayed article. */
export const wastedInWords = (placement: PlacedArticle, at = placement.positions): [before: string, after: string] => [
  `Overplayed at ${onePlace(at)}: `,
  `It ${earningsInWords(placement, seenAt(placement, at))}.`,
];

/** Works like `wastedInWords`, for an underplayed article without an overplayed one. */
export const underplayedInWords = (placement: PlacedArticle, at = placement.positions): [string, string] => [
  `Underplayed at ${onePlace(at)}: `,
  `It ${earningsInWords(placement, seenAt(placement, at))}: move it up.`,
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

/** Names the articles of an advice after the text of its button: `Replace No. 2: Cyber losses with Space risks`. */
export function adviceLabel(text: string, { wasted, better }: Verdict): string {
  const titles = [wasted, better].flatMap((standing) => (standing ? headline(standing.item) : []));
  return `${text}: ${titles.join(better?.number ? ' and ' : ' with ')}`;
}

interface Life {
  publishedAt: string;
  days: readonly { date: string; index: number | null }[];
  isRising: boolean;
}

/** Whether days include the whole life of an article, and so its peak. */
const isWholeLife = ({ publishedAt, days: [first] }: Omit<Life, 'isRising'>): boolean =>
  first !== undefined && publishedAt.slice(0, first.date.length) >= first.date;

/** Describes an article's age: `3 days old, past its peak of 24 Nov`. */
export function freshInWords({ publishedAt, days, isRising }: Life, now: number): string {
  const old = `${formatDuration((now - Date.parse(publishedAt)) / 1000)} old`;
  const peak = highestOf(days);
  const last = days.at(-1)?.index ?? null;
  if (isRising) return `${old}, gaining readers`;
  if (peak === null || last === null || !isWholeLife({ publishedAt, days })) return old;
  return last < PASSED_INDEX ? `${old}, past its peak of ${dayAndMonth(peak)}` : `${old}, near its peak`;
}

/**
 * Says that an article is past its peak: `Past its peak of 24 Nov (5% of it on 29 Nov).` The
 * peak of an article that is older than its days is unknown.
 */
export function declineInWords({ publishedAt, days }: Omit<Life, 'isRising'>): string {
  const [peak, last] = [highestOf(days), days.at(-1)];
  if (peak === null || !last || last.index === null || last.index >= PASSED_INDEX) return '';
  const now = last.index === 0 ? 'almost nothing' : `${last.index}% of it`;
  const opening = isWholeLife({ publishedAt, days })
    ? 'Past its peak of'
    : `Below its busiest of the last ${days.length} days,`;
  return `${opening} ${dayAndMonth(peak)} (${now} on ${dayAndMonth(last.date)}).`;
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

/** Lists the scopes in which an article ranks, each with its ranks by period. */
export const rankedScopes = ({ ranks, topics }: PositionRange) =>
  [{ scope: 'All articles', ranks }, ...topics.map(({ name, ranks: own }) => ({ scope: name, ranks: own }))].filter(
    ({ ranks: own }) => own.length > 0,
  );

const AMONG_RISING = 'among articles gaining readers now';

/**
 * Joins the article's rank on the site, or else among rising articles, and in the topic where it ranks best. Ranks on
 * the site and in topics are of the period in which the article ranks best. Returns an empty string for an unranked
 * article.
 */
export function bestRanksInWords({ ranks, risingRank, topics }: PositionRange): string {
  const bestOf = (of: readonly Ranked[]) => of.toSorted((a, b) => a.rank - b.rank || (a.period === '7d' ? -1 : 1))[0];
  const [topic] = topics
    .flatMap(({ name, ranks: own }) => {
      const best = bestOf(own);
      return best ? { name, best } : [];
    })
    .toSorted((a, b) => a.best.rank - b.best.rank);
  const site = bestOf(ranks);
  const inTopic = topic ? `No. ${topic.best.rank} in ${topic.name}` : '';
  const ofTopic = topic ? `${inTopic} in ${PERIOD_WORDS[topic.best.period]}` : '';
  if (!site)
    return [risingRank === null ? '' : `No. ${risingRank} ${AMONG_RISING}`, ofTopic].filter(Boolean).join(' and ');
  const onSite = `No. ${site.rank} of all articles`;
  const during = `in ${PERIOD_WORDS[site.period]}`;
  return topic?.best.period === site.period
    ? `${onSite} and ${inTopic} ${during}`
    : [`${onSite} ${during}`, ofTopic].filter(Boolean).join(' and ');
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
