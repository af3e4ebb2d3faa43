/** Headings for growing, shrinking and new topics, as used in pages, tables, feeds and messages. */

interface Change {
  growthPercent?: number | null;
  confidence?: 'high' | 'low';
}

export interface GrowthChanges<T> {
  rose: readonly T[];
  fell: readonly T[];
  isNew: readonly T[];
}

/** Splits topics into growing and falling ones. Unchanged topics count as falling. */
export const splitChanges = <T extends Change>(topics: readonly T[]): GrowthChanges<T> => ({
  rose: topics.filter(({ growthPercent }) => growthPercent && growthPercent > 0),
  fell: topics.filter(({ growthPercent }) => typeof growthPercent === 'number' && growthPercent <= 0),
  isNew: topics.filter(({ growthPercent }) => growthPercent === null),
});

/** Returns true if the previous window had no engagement. In that case, no topic counts as new. */
export const isUncompared = ({ rose, fell, isNew }: GrowthChanges<unknown>): boolean =>
  isNew.length > 0 && rose.length + fell.length === 0;

export const UNCLEAR_HEADING = 'No clear change';

/** Groups certain changes by heading. Changes over past days have no confidence level, so all count as certain. */
export function groupByHeading<T extends Change>(changes: GrowthChanges<T>, isPast = false) {
  const { rose, fell, isNew } = changes;
  const isClear = isClearIn(isPast);
  return { Rose: rose.filter(isClear), Fell: fell.filter(isClear), New: isUncompared(changes) ? [] : [...isNew] };
}

/** Groups all changes by heading. Uncertain changes have their own heading and are sorted from growth to loss. */
export const groupAllByHeading = <T extends Change>(changes: GrowthChanges<T>, isPast = false) => ({
  ...groupByHeading(changes, isPast),
  [UNCLEAR_HEADING]: [...changes.rose, ...changes.fell.toReversed()].filter((one) => !isClearIn(isPast)(one)),
});

const isClearIn =
  (isPast: boolean) =>
  ({ growthPercent, confidence }: Change): boolean =>
    growthPercent !== 0 && (isPast || confidence === 'high');

export const changeOf = <T extends Change & { topicId: number }>(changes: GrowthChanges<T>, id: number): T | null =>
  Object.values(groupAllByHeading(changes))
    .flat()
    .find(({ topicId }) => topicId === id) ?? null;

/** Picks the most important topic: certain growth first, then uncertain growth, then a new topic. */
export function leadOf<T extends Change>(changes: GrowthChanges<T>): T | undefined {
  const { Rose, New } = groupByHeading(changes);
  return Rose[0] ?? changes.rose.find(({ growthPercent }) => growthPercent !== 0) ?? New[0];
}

/** Picks the topics that summarise a week: the most important one, the strongest loss and the first new topic. */
export function weekHighlights<T extends Change>(changes: GrowthChanges<T>, isPast = false): T[] {
  const { Fell, New } = groupByHeading(changes, isPast);
  return [...new Set([leadOf(changes), Fell[0], New[0]])].flatMap((topic) => topic ?? []);
}

export const EMPTY_TEXTS: Partial<Record<string, string>> = {
  Rose: 'No topic clearly rose',
  Fell: 'No topic clearly fell',
};

export const PAST_DAYS =
  'The confidence and the cause of such a change are unknown, because the groups of readers that they are computed from are deleted after 15 days.';
export const SEE_WEEK = 'See the last 7 days instead.';
