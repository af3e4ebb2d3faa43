/** Under which heading a change stands: the same on pages, in tables, feeds and messages. Pure. */

interface Change {
  growthPercent?: number | null;
  confidence?: 'high' | 'low';
}

export interface Changes<T> {
  rose: readonly T[];
  /** Strongest first. */
  fell: readonly T[];
  /** Nobody read them in the time before. */
  isNew: readonly T[];
}

/** Topics by what has become of them; those without a change among what fell. */
export const splitChanges = <T extends Change>(topics: readonly T[]): Changes<T> => ({
  rose: topics.filter(({ growthPercent }) => growthPercent && growthPercent > 0),
  fell: topics.filter(({ growthPercent }) => typeof growthPercent === 'number' && growthPercent <= 0),
  isNew: topics.filter(({ growthPercent }) => growthPercent === null),
});

/** Whether nothing was read in the time before: then nothing can be compared, and nothing is new. */
export const isUncompared = ({ rose, fell, isNew }: Changes<unknown>): boolean =>
  isNew.length > 0 && rose.length + fell.length === 0;

/** Of changes that may be none. */
export const UNCLEAR = 'No clear change';

/** Changes by their headings: all that a summary names. How sure changes of past days are nobody can say, so they are taken as they are. */
export function headed<T extends Change>(changes: Changes<T>, isPast = false) {
  const { rose, fell, isNew } = changes;
  const isClear = isClearIn(isPast);
  return { Rose: rose.filter(isClear), Fell: fell.filter(isClear), New: isUncompared(changes) ? [] : [...isNew] };
}

/** The same with what may be no change, from growth to loss: where all topics stand. */
export const allHeaded = <T extends Change>(changes: Changes<T>, isPast = false) => ({
  ...headed(changes, isPast),
  [UNCLEAR]: [...changes.rose, ...changes.fell.toReversed()].filter((one) => !isClearIn(isPast)(one)),
});

const isClearIn =
  (isPast: boolean) =>
  ({ growthPercent, confidence }: Change): boolean =>
    growthPercent !== 0 && (isPast || confidence === 'high');

/** What has become of a topic; null: it is not known. */
export const changeOf = <T extends Change & { topicId: number }>(changes: Changes<T>, id: number): T | null =>
  Object.values(allHeaded(changes))
    .flat()
    .find(({ topicId }) => topicId === id) ?? null;

/** What leads: what surely grows before what may, and that before what is new. */
export function leadOf<T extends Change>(changes: Changes<T>): T | undefined {
  const { Rose, New } = headed(changes);
  return Rose[0] ?? changes.rose.find(({ growthPercent }) => growthPercent !== 0) ?? New[0];
}

/** What a week is told by: what leads, what fell fastest, and what is new. */
export function toldFirst<T extends Change>(changes: Changes<T>, isPast = false): T[] {
  const { Fell, New } = headed(changes, isPast);
  return [...new Set([leadOf(changes), Fell[0], New[0]])].flatMap((topic) => topic ?? []);
}

/** What is said below headings of changes where there is none; others are left out. */
export const NONE: Partial<Record<string, string>> = { Rose: 'No topic clearly rose', Fell: 'No topic clearly fell' };

/** Said once where past days are compared, and where to look for it. */
export const PAST_DAYS =
  'How sure such a change is, and so what it comes from, cannot be said: that takes the groups of readers, which are deleted after 15 days.';
export const INSTEAD = 'The last 7 days say it.';
