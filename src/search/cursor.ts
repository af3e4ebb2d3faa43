import { MAX_ARTICLE_ID, MAX_PUBLISHED_AT } from '../content/position.ts';
import type { FeedPoint } from '../content/position-sql.ts';
import type { Seconds } from '../lib/time.ts';

/** A place in the order of the feed: just after this article. */
export interface Cursor extends FeedPoint {
  publishedAt: Seconds;
  /** Of a walk that lists one item a story. */
  walk?: StoryWalk;
}

/** A story that has been listed, and when its first copy was published: it is kept as long as one may come again. */
export type SeenStory = [id: number, oldest: Seconds];

/** Most of them in a cursor, which is part of an address: who walks past so many that go on loses the first. */
export const MOST_SEEN = 500;

export interface StoryWalk {
  /** The last article when the walk began. */
  lastId: number;
  seen: readonly SeenStory[];
}

/** The place before everything published up to `now` (epoch seconds); later articles are not shown yet. */
export const newest = (now: number): Cursor => ({ publishedAt: now + 1, id: 0 });

export const encodeCursor = ({ publishedAt, id, position, walk }: Cursor): string =>
  [[publishedAt, id, ...(position === undefined ? [] : [position])], ...(walk ? [[walk.lastId], ...walk.seen] : [])]
    .map((numbers) => numbers.map((number) => number.toString(36)).join('-'))
    .join('.');

/** The form of a cursor. */
export const CURSOR =
  /^[0-9a-z]{1,8}-[0-9a-z]{1,6}(?:-[0-9a-z]{1,8})?(\.[0-9a-z]{1,6}(\.[0-9a-z]{1,10}-[0-9a-z]{1,8}){0,500})?$/;

/** Null if the text is not a cursor. */
export function decodeCursor(text: string): Cursor | null {
  if (!CURSOR.test(text)) return null;
  const [[publishedAt, id, position] = [], walk, ...seen] = text
    .split('.')
    .map((part) => part.split('-').map((number) => Number.parseInt(number, 36)));
  if (publishedAt === undefined || id === undefined || publishedAt > MAX_PUBLISHED_AT || id > MAX_ARTICLE_ID)
    return null;
  const place = { publishedAt, id, ...(position === undefined ? {} : { position }) };
  return walk ? { ...place, walk: { lastId: walk[0] ?? 0, seen: seen as SeenStory[] } } : place;
}
