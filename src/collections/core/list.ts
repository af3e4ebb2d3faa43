import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { type Listing, type Order, orderBy, orderByKey } from '../../search/listing.ts';
import type { NameSearch } from '../../search/names.ts';

/** How lists of collections are read. A page reads limit + 1 rows of an index, however many there are, and eight more for a search. */

/** Parameters, as their schemas read them. */
export type Params = Record<string, unknown>;

export const longText = z.string().max(2000);

/** Rows one of whose columns contains the words, in any case. */
export const contains = (search: unknown, columns: readonly SQLiteColumn[]): SQL[] =>
  search === undefined
    ? []
    : [
        sql`(${sql.join(
          columns.map((column) => sql`instr(lower(${column}), lower(${search})) > 0`),
          sql` OR `,
        )})`,
      ];

/** The order of a sort, which a `-` turns round. */
export const direction = (sort: unknown): Pick<Listing<never>, 'sort' | 'isDescending'> => ({
  sort: String(sort),
  isDescending: String(sort).startsWith('-'),
});

const isByName = ({ sort }: Params) => String(sort).endsWith('name');

/** By the name, ties by the key, or by the key alone; the former two must be the columns of one index. */
export function byNameOrKey(
  params: Params,
  { name, key }: Record<'name' | 'key', SQLiteColumn>,
): Pick<Listing<never>, 'sort' | 'isDescending' | 'order'> {
  const shape: z.ZodType<string | number> = key.dataType === 'number' ? z.int() : longText;
  const order: Order = isByName(params)
    ? orderBy(sql`${name} COLLATE NOCASE`, sql`${key}`, z.tuple([longText, shape]))
    : orderByKey(sql`${key}`, shape);
  return { ...direction(params.sort), order };
}

/** A search in the lists of names, in the order of the list. `filters`: the values that the lists have of each name, in their order. */
export const named = (
  params: Params,
  { kind, key, filters = [] }: { kind: string; key: SQLiteColumn; filters?: readonly unknown[] },
): NameSearch | undefined =>
  params.search === undefined
    ? undefined
    : {
        kind: kind as NameSearch['kind'],
        text: String(params.search),
        isWanted: sql`${key} = wanted.value`,
        filters: filters.map(
          (value) => (typeof value === 'boolean' ? Number(value) : value) as string | number | undefined,
        ),
        placeOf: ({ key, words }) => (isByName(params) ? [words[0] ?? '', key] : [key]),
      };
