import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../db/client.ts';
import { base64url, fromBase64 } from '../lib/hash/hash.ts';
import { comparePlaces, inOrderOf, type NameSearch, searchNamedThings, type Value } from './name-lists.ts';

/** Pages through a collection in a fixed order. A cursor is a point in an index, so new rows do not shift pages. */

/** Order that an index supports, so that all rows after a given row form a range. */
export interface ListingOrder {
  /** SQL expression: the position of a row in the order, as a JSON array of `Value`s. */
  place: SQL;
  /** Returns the terms for ORDER BY, each with `direction` (`ASC` or `DESC`). */
  terms: (direction: SQL) => SQL;
  beyond: (place: readonly Value[], operator: SQL) => SQL;
  shape: z.ZodType<Value[]>;
}

/** Sorts by a value, and breaks ties by a key. Both must be columns of the same index. */
export const orderBy = (value: SQL, key: SQL, shape: z.ZodType<Value[]>): ListingOrder => ({
  place: sql`json_array(${value}, ${key})`,
  terms: (direction) => sql`${value} ${direction}, ${key} ${direction}`,
  // The first condition is redundant. With it, SQLite can seek in the index even if the value has a collation.
  beyond: ([first, second], operator) =>
    sql`${value} ${operator}= ${first} AND (${value}, ${key}) ${operator} (${first}, ${second})`,
  shape,
});

/** Sorts by two columns without collation. SQLite seeks by both, so many rows may share the first value. */
export const orderByPair = (first: SQL, second: SQL, shape: z.ZodType<Value[]>): ListingOrder => ({
  ...orderBy(first, second, shape),
  beyond: ([value, key], operator) => sql`(${first}, ${second}) ${operator} (${value}, ${key})`,
});

export const orderByKey = (key: SQL, shape: z.ZodType<Value>): ListingOrder => ({
  place: sql`json_array(${key})`,
  terms: (direction) => sql`${key} ${direction}`,
  beyond: ([first], operator) => sql`${key} ${operator} ${first}`,
  shape: z.tuple([shape]),
});

export interface Listing<Row> {
  row: SQL;
  shape: z.ZodType<Row>;
  from: SQL;
  where: readonly SQL[];
  /** Range of values of the sort expression. `from` is inclusive, and `until` is exclusive. */
  range?: { of: SQL; from: SQL | undefined; until: SQL | undefined };
  order: ListingOrder;
  isDescending: boolean;
  /** Name of the order. A cursor that was created for another order is rejected. */
  sort: string;
  /** Check of loaded rows. `of` is SQL for the JSON to check. Rejected rows are omitted, so a page may be shorter. */
  check?: { of: SQL; accepts: (value: unknown) => boolean };
  /** Search for a part of a name. If set, it replaces `where`. */
  search?: NameSearch | undefined;
}

export interface ListingPage<Row> {
  rows: Row[];
  next: string | null;
  previous: string | null;
}

export class UnknownCursor extends Error {}

const ASCENDING = sql.raw('ASC');
const DESCENDING = sql.raw('DESC');
const SQL_AFTER = sql.raw('>');
const SQL_BEFORE = sql.raw('<');

interface Start {
  isBack: boolean;
  place: Value[];
}

type Step = (start: Start | null, goesDown: boolean, count: number) => Promise<z.output<typeof found>[]>;

/** Loads a page. Reads up to limit + 1 rows of `from`, and eight more for a search. Throws `UnknownCursor`. */
export async function loadListing<Row>(
  db: Db,
  listing: Listing<Row>,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<ListingPage<Row>> {
  const { shape, order, isDescending, sort, check } = listing;
  const start = cursor === undefined ? null : decode(cursor, sort, order);
  const isBack = start?.isBack ?? false;
  const step = listing.search ? searched(db, listing, listing.search) : listed(db, listing);
  const found = await step(start, isDescending !== isBack, limit + 1);
  const page = found.slice(0, limit);
  if (isBack) page.reverse();
  const hasMore = found.length > limit;
  const cursorOf = (one: { place: string } | undefined, back: boolean) =>
    one ? encode(sort, JSON.parse(one.place), back) : null;
  return {
    rows: page
      .filter(({ checked }) => !check || check.accepts(JSON.parse(checked ?? 'null')))
      .map((one) => shape.parse(JSON.parse(one.row))),
    next: hasMore || isBack ? cursorOf(page.at(-1), false) : null,
    previous: isBack ? (hasMore ? cursorOf(page[0], true) : null) : start && cursorOf(page[0], true),
  };
}

const found = z.object({ row: z.string(), place: z.string(), checked: z.string().nullish() });

const listed =
  <Row>(db: Db, { row, from, where, range, order, check }: Listing<Row>): Step =>
  (start, goesDown, count) => {
    const conditions = [
      ...where,
      ...(start ? [order.beyond(start.place, goesDown ? SQL_BEFORE : SQL_AFTER)] : []),
      ...inRange(range, start !== null, goesDown),
    ];
    return db.rows(
      found,
      sql`SELECT ${row} AS row, ${order.place} AS place, ${check?.of ?? sql`NULL`} AS checked FROM ${from}
        WHERE ${conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`}
        ORDER BY ${order.terms(goesDown ? DESCENDING : ASCENDING)} LIMIT ${count}`,
    );
  };

/** Returns the SQL conditions of a range. Without the `+`, SQLite would read all rows that precede the page. */
function inRange(range: Listing<unknown>['range'], hasPlace: boolean, goesDown: boolean): SQL[] {
  if (!range) return [];
  const { of, from, until } = range;
  return [
    ...(from ? [sql`${hasPlace && !goesDown ? sql`+` : sql``}${of} >= ${from}`] : []),
    ...(until ? [sql`${hasPlace && goesDown ? sql`+` : sql``}${of} < ${until}`] : []),
  ];
}

const searched =
  <Row>(db: Db, { row, from, order }: Listing<Row>, search: NameSearch): Step =>
  async (start, goesDown, count) => {
    const things = (await searchNamedThings(db, search))
      .map((thing) => ({ key: thing.key, place: search.placeOf(thing) }))
      .sort((a, b) => (goesDown ? -1 : 1) * comparePlaces(a.place, b.place));
    const beyond = start
      ? things.filter(({ place }) => (goesDown ? -1 : 1) * comparePlaces(place, start.place) > 0)
      : things;
    const keys = beyond.slice(0, count).map(({ key }) => key);
    return db.rows(
      found,
      sql`SELECT ${row} AS row, ${order.place} AS place FROM ${inOrderOf(keys, from, search.isWanted)}`,
    );
  };

const stored = z.tuple([z.string(), z.union([z.literal(0), z.literal(1)]), z.array(z.union([z.string(), z.number()]))]);

function encode(sort: string, place: readonly Value[], isBack: boolean): string {
  return base64url(JSON.stringify([sort, Number(isBack), place]));
}

function decode(cursor: string, sort: string, order: ListingOrder): Start {
  try {
    const [name, isBack, place] = stored.parse(JSON.parse(new TextDecoder().decode(fromBase64(cursor))));
    if (name === sort) return { isBack: isBack === 1, place: order.shape.parse(place) };
  } catch {
    // Invalid JSON and cursors of other orders are also unknown cursors.
  }
  throw new UnknownCursor();
}
