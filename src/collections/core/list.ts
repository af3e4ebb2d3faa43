import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { type Listing, type ListingOrder, orderBy, orderByKey } from '../../search/listing.ts';
import type { NameSearch } from '../../search/name-lists.ts';

/** Lists the resources of a collection. A page reads limit + 1 index rows, and a search reads eight more rows. */

export type Params = Record<string, unknown>;

export const longText = z.string().max(2000);

export const contains = (search: unknown, columns: readonly SQLiteColumn[]): SQL[] =>
  search === undefined
    ? []
    : [
        sql`(${sql.join(
          columns.map((column) => sql`instr(lower(${column}), lower(${search})) > 0`),
          sql` OR `,
        )})`,
      ];

export const direction = (sort: unknown): Pick<Listing<never>, 'sort' | 'isDescending'> => ({
  sort: String(sort),
  isDescending: String(sort).startsWith('-'),
});

const isByName = ({ sort }: Params) => String(sort).endsWith('name');

/** Sorts by name and then key, or by key alone. Both columns must belong to the same index. */
export function byNameOrKey(
  params: Params,
  { name, key }: Record<'name' | 'key', SQLiteColumn>,
): Pick<Listing<never>, 'sort' | 'isDescending' | 'order'> {
  const shape: z.ZodType<string | number> = key.dataType === 'number' ? z.int() : longText;
  const order: ListingOrder = isByName(params)
    ? orderBy(sql`${name} COLLATE NOCASE`, sql`${key}`, z.tuple([longText, shape]))
    : orderByKey(sql`${key}`, shape);
  return { ...direction(params.sort), order };
}

/** Builds a search of the name lists. `filters` contains required values, in the order in which lists store them. */
export const nameSearchOf = (
  params: Params,
  {
    kind,
    key,
    filters = [],
    among,
  }: { kind: string; key: SQLiteColumn; filters?: readonly unknown[] } & Pick<NameSearch, 'among'>,
): NameSearch | undefined =>
  params.search === undefined
    ? undefined
    : {
        kind: kind as NameSearch['kind'],
        text: String(params.search),
        among,
        isWanted: sql`${key} = wanted.value`,
        filters: filters.map(
          (value) => (typeof value === 'boolean' ? Number(value) : value) as string | number | undefined,
        ),
        placeOf: ({ key, words }) => (isByName(params) ? [words[0] ?? '', key] : [key]),
      };
