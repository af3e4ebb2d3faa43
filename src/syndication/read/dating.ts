import { DAY, type Seconds } from '../../lib/time.ts';
import { type DateHints, latestIn, readDate } from './date.ts';
import type { FeedEntry } from './entry.ts';

/** The time of an item. */
export interface Dating {
  at: Seconds;
  /** The source of `at`: the publication, otherwise the last change; null: its place among the items, or the time of the fetch. */
  dated: 'published' | 'updated' | null;
  /** It is unclear which of two numbers in its date is the day. */
  ambiguous: boolean;
}

interface Dated extends DateHints {
  now: Seconds;
  /** The feed has brought no item before: its items are a backlog. */
  isFirst: boolean;
}

/** The times of a document's items. One without a readable date stays in the feed's order and is never newer than its text says. (docs/decisions.md#S16) */
export function datesOf(
  entries: readonly Pick<FeedEntry, 'dates' | 'updates'>[],
  { now, isFirst, ...hints }: Dated,
): Dating[] {
  const find = (texts: readonly string[]) =>
    texts.map((text) => readDate(text, now, hints)).find((date) => date !== null);
  const read = entries.map(({ dates, updates }): Dating | null => {
    const published = find(dates);
    if (published) return { ...published, dated: 'published' };
    const updated = find(updates);
    return updated ? { ...updated, dated: 'updated' } : null;
  });
  const next = nextDated(read);
  let before: Seconds | undefined;
  return read.map((dating, i) => {
    if (dating) {
      before = dating.at;
      return dating;
    }
    const written = entries[i]?.dates ?? [];
    const neighbours = [before, next[i]].filter((at) => at !== undefined);
    // The first item of a known feed that names no date is new.
    const isNew = !isFirst && before === undefined && written.length === 0;
    const placed =
      neighbours.length > 0 && !isNew ? Math.min(Math.max(...neighbours), Math.min(...neighbours) + 1) : undefined;
    // Items of equal times would come in reverse.
    const seen = now - i - (isFirst && written.length > 0 ? DAY : 0);
    const at = Math.min(placed ?? seen, now, ...written.map((text) => latestIn(text, now) ?? now));
    return { at, dated: null, ambiguous: false };
  });
}

/** The time of the next item after each that has one. */
function nextDated(read: readonly (Dating | null)[]): (Seconds | undefined)[] {
  let next: Seconds | undefined;
  return read
    .map((_, i) => read[read.length - 1 - i])
    .map((dating) => {
      const after = next;
      if (dating) next = dating.at;
      return after;
    })
    .reverse();
}
