import { MAX_ARTICLE_ID, MAX_PUBLISHED_AT } from '../content/position.ts';
import type { Seconds } from '../lib/time.ts';

/** A place in the order of the feed: just after the article with this time and id. */
export interface Cursor {
  publishedAt: Seconds;
  id: number;
}

/** The place before everything published up to `now` (epoch seconds); later articles are not shown yet. */
export const newest = (now: number): Cursor => ({ publishedAt: now + 1, id: 0 });

export const encodeCursor = ({ publishedAt, id }: Cursor): string => `${publishedAt.toString(36)}-${id.toString(36)}`;

/** Null if the text is not a cursor. */
export function decodeCursor(text: string): Cursor | null {
  const [, time, id] = /^([0-9a-z]{1,8})-([0-9a-z]{1,6})$/.exec(text) ?? [];
  if (!time || !id) return null;
  const cursor = { publishedAt: Number.parseInt(time, 36), id: Number.parseInt(id, 36) };
  return cursor.publishedAt <= MAX_PUBLISHED_AT && cursor.id <= MAX_ARTICLE_ID ? cursor : null;
}
