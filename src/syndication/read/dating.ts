import { DAY, type Seconds } from '../../lib/time.ts';
import { type DateHints, latestIn, readDate } from './date.ts';
import type { FeedEntry } from './entry.ts';

export interface Dating {
  at: Seconds;
  /** Kind of the date in `at`. `null` if `at` was derived from the item's position or from the fetch time. */
  dated: 'published' | 'updated' | null;
  ambiguous: boolean;
}

interface Dated extends DateHints {
  now: Seconds;
  isFirst: boolean;
}

/** Dates items. Undated items keep their order, but are no later than a year in their text. (docs/decisions.md#S16) */
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
    // If the feed was polled before, an undated item at its top is new.
    const isNew = !isFirst && before === undefined && written.length === 0;
    const placed =
      neighbours.length > 0 && !isNew ? Math.min(Math.max(...neighbours), Math.min(...neighbours) + 1) : undefined;
    // Each undated item gets a different second, which preserves the order of the feed.
    const seen = now - i - (isFirst && written.length > 0 ? DAY : 0);
    const at = Math.min(placed ?? seen, now, ...written.map((text) => latestIn(text, now) ?? now));
    return { at, dated: null, ambiguous: false };
  });
}

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
