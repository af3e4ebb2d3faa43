import { MAX_ARTICLE_ID, MAX_PUBLISHED_AT } from '../content/position.ts';
import type { FeedPoint } from '../content/position-sql.ts';
import type { Seconds } from '../lib/time.ts';

export interface Cursor extends FeedPoint {
  publishedAt: Seconds;
  walk?: StoryWalk;
  /** Drawn order that the page continues (`order=engaging`). */
  drawn?: DrawnOrder;
}

/** Order of one minute, with the articles that earlier pages have shown. Later pages therefore repeat none of them. */
export interface DrawnOrder {
  /** UTC hour of the snapshot, and minute of the order, both since the epoch. */
  hour: number;
  minute: number;
  shown: readonly number[];
}

/** Story that was already listed, with the time of its oldest article. Cursors contain it as long as it could recur. */
export type SeenStory = [id: number, oldest: Seconds];

/** Maximum number of listed stories in a cursor. A cursor must fit in a URL, so further stories may be listed twice. */
export const MAX_SEEN_STORIES = 500;

export interface StoryWalk {
  lastId: number;
  seen: readonly SeenStory[];
}

/** Returns the position in the feed just above the newest article published at `now` (epoch seconds). */
export const newest = (now: number): Cursor => ({ publishedAt: now + 1, id: 0 });

export const encodeCursor = ({ publishedAt, id, position, walk, drawn }: Cursor): string =>
  (drawn ? `${joined([drawn.hour, drawn.minute, ...drawn.shown])}_` : '') +
  [[publishedAt, id, ...(position === undefined ? [] : [position])], ...(walk ? [[walk.lastId], ...walk.seen] : [])]
    .map(joined)
    .join('.');

const joined = (numbers: readonly number[]): string => numbers.map((number) => number.toString(36)).join('-');
const separated = (part: string): number[] => part.split('-').map((number) => Number.parseInt(number, 36));

export const CURSOR =
  /^(?:[0-9a-z]{1,8}-[0-9a-z]{1,8}(?:-[0-9a-z]{1,6}){1,200}_)?[0-9a-z]{1,8}-[0-9a-z]{1,6}(?:-[0-9a-z]{1,8})?(\.[0-9a-z]{1,6}(\.[0-9a-z]{1,10}-[0-9a-z]{1,8}){0,500})?$/;

export function decodeCursor(text: string): Cursor | null {
  if (!CURSOR.test(text)) return null;
  const [point = '', order] = text.split('_').toReversed();
  const [[publishedAt, id, position] = [], walk, ...seen] = point.split('.').map(separated);
  if (publishedAt === undefined || id === undefined || publishedAt > MAX_PUBLISHED_AT || id > MAX_ARTICLE_ID)
    return null;
  const [hour = 0, minute = 0, ...shown] = order ? separated(order) : [];
  return {
    publishedAt,
    id,
    ...(position === undefined ? {} : { position }),
    ...(walk ? { walk: { lastId: walk[0] ?? 0, seen: seen as SeenStory[] } } : {}),
    ...(order ? { drawn: { hour, minute, shown } } : {}),
  };
}
