import { formatPercent } from '../../../../lib/percent.ts';
import { groupByHeading, splitChanges } from '../../../../rankings/math/figures/change-headings.ts';
import type { HistoryDay } from '../view.ts';
import { nothingBefore } from './movement.ts';
import { changeInWords, RANKS, type RankChange } from './rank-words.ts';

/** The finding of a comparison of topics. The first screen does not load this module. */

const LIST_FORMAT = new Intl.ListFormat('en');

interface Compared {
  id: number;
  name: string;
  /** Change in the topic's readership. `null` if the topic has almost no readers. */
  change: RankChange | null;
}

type Ranking = readonly { topicId: number }[];

/** Names the highest-ranked topic, without a full stop. The text mentions ranks, because click counts are private. */
export function higherOf(
  { all, listed }: { all: Ranking; listed: Ranking },
  compared: readonly Omit<Compared, 'change'>[],
  over: string,
): string {
  const rankIn = (ranking: Ranking, id: number) => ranking.findIndex(({ topicId }) => topicId === id) + 1 || null;
  const found = compared
    .map(({ id, name }) => ({ name, rank: rankIn(all, id), place: rankIn(listed, id) }))
    .toSorted((x, y) => (x.rank ?? RANKS + 1) - (y.rank ?? RANKS + 1));
  const [highest, ...others] = found;
  if (!highest?.rank) return `None of them is among the ${RANKS} most read topics ${over}`;
  const placeOf = ({ rank, place }: typeof highest) =>
    place ? `No. ${place}` : rank ? 'hidden from Trending' : `not among the first ${RANKS}`;
  const rest = others.map((other) => `${other.name} is ${placeOf(other)}`);
  return `${highest.name} was read ${others.length > 1 ? 'most' : 'more'} ${over} (${placeOf(highest)}${highest.place ? ' in Trending' : ''}; ${LIST_FORMAT.format(rest)})`;
}

/** Ends the sentence on ranks, which contain a no-break space. */
export const rankSentence = (higher: string): string => `${higher}.`.replaceAll('No. ', 'No.\u00a0');

const WEEK_DAYS = 7;
const PERCENT_STEP = 5;

/**
 * Compares the growth of topics from the first complete week to the last. `lines` are percentages of the first week.
 * Returns `null` if a day of the last week has too few readers, or if the topics grew alike.
 */
export function grownOverWeeks(lines: readonly { name: string; days: readonly HistoryDay[] }[]): string | null {
  const grown = lines.flatMap(({ name, days }) => {
    const known = days.filter(({ index }) => index !== null);
    const last = days.slice(-WEEK_DAYS).flatMap(({ index }) => index ?? []);
    if (known.length < 2 * WEEK_DAYS || last.length < WEEK_DAYS) return [];
    const mean = last.reduce((sum, index) => sum + index, 0) / WEEK_DAYS;
    return [{ name, percent: PERCENT_STEP * Math.round((mean - 100) / PERCENT_STEP) }];
  });
  const [most, ...others] = grown.toSorted((a, b) => b.percent - a.percent);
  if (!most || grown.length < lines.length || most.percent === others[0]?.percent) return null;
  const verb = most.percent < 0 ? 'fell' : 'grew';
  const degree = others.length > 1 ? (most.percent < 0 ? 'least' : 'most') : most.percent < 0 ? 'less' : 'more';
  const rest = others.map(({ name, percent }) => `${name} ${formatPercent(percent)}`);
  return `From the first complete week to the last, ${most.name} ${verb} ${degree}: about ${formatPercent(most.percent)}; ${LIST_FORMAT.format(rest)}.`;
}

type KnownChange = RankChange & { name: string; growthPercent: number };

const isUnclear = ({ growthPercent, interval }: KnownChange): boolean =>
  growthPercent !== 0 && interval !== null && interval[0] <= 0 && interval[1] >= 0;

/** Joins the changes of topics: `Cyber grew (+10%) on last week; no clear change for Marine (−4%).` */
function changesInWords(changes: readonly KnownChange[], since: string): string {
  const list = (some: readonly KnownChange[], verbOf: (growthPercent: number) => string) =>
    LIST_FORMAT.format(
      some.map(({ name, growthPercent }) => `${name}${verbOf(growthPercent)} (${formatPercent(growthPercent)})`),
    );
  const clear = list(
    changes.filter((change) => !isUnclear(change)),
    (percent) => (percent === 0 ? ' stayed level' : percent < 0 ? ' fell' : ' grew'),
  );
  const unclear = list(changes.filter(isUnclear), () => '');
  return `${clear} on ${since}${unclear ? `; no clear change for ${unclear}` : ''}.`;
}

/** Compares the growth of topics. If some changes are unknown, names the topic that changed most. */
export function grownOf(compared: readonly Omit<Compared, 'id'>[], against?: string, isUncompared = false): string {
  if (isUncompared) return nothingBefore(against ?? 'the week before');
  const changed = compared.flatMap(({ name, change }) => (change ? [{ ...change, name }] : []));
  const since = against ?? 'last week';
  const known = changed
    .flatMap((change): KnownChange[] => {
      const { growthPercent, interval } = change;
      return growthPercent !== null && (against || interval) ? [{ ...change, growthPercent }] : [];
    })
    .toSorted((a, b) => b.growthPercent - a.growthPercent);
  const [most, ...others] = known;
  const [second] = others;
  if (most && second && known.length === compared.length && most.growthPercent !== second.growthPercent) {
    const highest = Math.max(...others.map(({ interval }) => interval?.[1] ?? Number.NEGATIVE_INFINITY));
    if (most.interval && most.interval[0] <= highest) return `No clear difference in growth on ${since}.`;
    const isFall = most.growthPercent < 0;
    // Past days have no ranges, so only the figures are certain.
    if (against || (!isFall && others.some(({ growthPercent }) => growthPercent <= 0)))
      return changesInWords(known, since);
    const degree = others.length > 1 ? (isFall ? 'least' : 'most') : isFall ? 'less' : 'more';
    return `${most.name} ${isFall ? 'fell' : 'grew'} ${degree} on ${since}, ahead of ${LIST_FORMAT.format(others.map(({ name }) => name))}.`;
  }
  const strongest = changed.toSorted((a, b) => Math.abs(b.growthPercent ?? 0) - Math.abs(a.growthPercent ?? 0));
  const split = splitChanges(strongest);
  const { Rose, Fell } = groupByHeading(split, against !== undefined);
  const first = Rose[0] ?? Fell[0] ?? (against && split.isNew[0]);
  if (!first && changed.length < compared.length) return `No change from ${since} is known.`;
  if (!first) return `None has ${against ? '' : 'clearly '}changed from ${since}.`;
  const words = changeInWords(first, { against });
  return `${first.name} is ${words.charAt(0).toLowerCase()}${words.slice(1)}.`;
}
