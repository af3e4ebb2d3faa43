import * as z from 'zod';
import type { Db } from '../../db/client.ts';
import { parameterInvalid } from '../../http/errors.ts';
import { choice, integer, shaped } from '../../lib/formats/params.ts';
import { type Listing, loadListing, UnknownCursor } from '../../search/listing.ts';
import { contentId } from '../shapes.ts';

export const cursor = shaped(/^[\w-]{1,4000}$/, 'the `next` or `previous` of a page').describe(
  'Cursor, which is `next` or `previous` of another page',
);

export const listLimit = integer(1, 100, 20).describe('Maximum number of items');

export const batch = z.object({
  after: integer(0, Number.MAX_SAFE_INTEGER, 0).describe('`after` of the previous response'),
  limit: integer(1, 5000, 1000).describe('Maximum number of articles to examine'),
});
export const nextAfter = contentId
  .nullable()
  .describe('Value for the next call; null when all articles have been examined');

export const search = shaped(/^[\s\S]{1,200}$/u, 'at most 200 characters');

export const ON_CLOCK = 'in the publisher’s time zone (`TIME_ZONE`)';

export const sortedBy = <const T extends string>(sorts: readonly T[]) =>
  choice(sorts as [T, ...T[]], sorts[0] as T).describe('Sort order; a leading `-` reverses it');

export const pageFields = {
  total: z.int().min(0).nullable().describe('Total number of items; null if it is unknown without counting them'),
  next: z.string().nullable().describe('Cursor of the next page; null on the last page'),
  previous: z.string().nullable().describe('Cursor of the previous page; null on the first page'),
};

export const PAGE_FIELDS = { total: 1, next: null, previous: null };

interface PageParams {
  cursor: string | undefined;
  limit: number;
}

/** Loads a page of a list. `total` is `null` unless this page is the whole list. Throws 400 for an unknown cursor. */
export async function loadListingPage<Row>(db: Db, listing: Listing<Row>, params: PageParams) {
  try {
    const page = await loadListing(db, listing, params);
    const isWhole = page.next === null && page.previous === null && params.cursor === undefined;
    return { ...page, total: isWhole ? page.rows.length : null };
  } catch (error) {
    if (error instanceof UnknownCursor)
      throw parameterInvalid({ cursor: 'must be `next` or `previous` of a page with the same sort' });
    throw error;
  }
}
