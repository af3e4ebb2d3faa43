import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import type { Changed } from '../../content/changed.ts';
import type { Author } from '../../content/history/audit.ts';
import type { TrashRow } from '../../content/history/trash.ts';
import type { ImportLine, Refusals } from '../../content/import-lines.ts';
import { removeRow, saveRows } from '../../content/rows.ts';
import type { ThingKind } from '../../content/things.ts';
import type { Db, Precondition } from '../../db/client.ts';
import { type ColumnName, columnsOf, equals, inList, objectOf } from '../../db/sql.ts';
import type { AuditKind } from '../../db/values.ts';
import type { Millis } from '../../lib/time.ts';
import type { WindowObjects } from '../../rankings/object/stubs.ts';
import type { Listing } from '../../search/listing.ts';
import type { Fields } from './field.ts';
import { byNameOrKey, contains, nameSearchOf, type Params } from './list.ts';
import type { ContentPage } from './look.ts';

/** Declares a collection of content. API routes, lists, commands, tabs and exports derive from this declaration. */

export interface Writing {
  db: Db;
  env: WindowObjects & Pick<Env, 'FEED_ALLOW_HOSTS'>;
  author: Author;
}

export interface Done extends Partial<Changed> {
  refusals?: Refusals | undefined;
}

/** References to a resource, by kind of the referring resource. Each value is a count or a list. */
export type Uses = Record<string, number | string[]>;

export type Doing = Promise<Done> | Promise<void>;

/** Operations of a collection. `guard` makes the transaction fail if the resource changed after it was read. */
interface Verbs<T, L> {
  save(writing: Writing, lines: ImportLine<L>[], guard: Precondition): Doing;
  /** Stores the body of a PUT request. Defined only if `save` cannot store the body like a line of an import. */
  edit?(writing: Writing, value: L, guard: Precondition): Doing;
  remove(writing: Writing, thing: T, guard: Precondition): Doing;
  /** Returns references to the resource that a deletion would break, keyed by the fields of `uses`. */
  usesOf?(db: Db, thing: T): Promise<Uses>;
  /** Returns the reason why the resource cannot be deleted or merged, or `null` if it can be. */
  keep?(thing: T): string | null;
  merge?(writing: Writing, thing: T, into: string | number, guard: Precondition): Doing;
  /** Restores a deleted or merged resource. Throws `ConflictError` if its key or name is in use again. */
  restore?(writing: Writing, trashEntry: TrashRow): Doing;
}

/** Operations that a collection implements. By default, import lines become table rows to which nothing refers. */
type Own<T, L> = Omit<Verbs<T, L>, 'save' | 'remove'> & Partial<Pick<Verbs<T, L>, 'save' | 'remove'>>;

interface Reading {
  db: Db;
  env: Env;
  now: Millis;
}

interface List<T> {
  operationId?: string;
  summary?: string;
  description?: string;
  search?: string;
  /** Columns to search. By default, the name lists in `src/search/name-lists.ts` are searched. */
  searched?: readonly string[];
  /** Query parameters of the list. Each filters by the column of the same name unless `listing` does something else. */
  filters?: z.ZodRawShape;
  sorts: readonly string[];
  most?: number;
  item?: { schema: z.ZodType; example: object };
  isCostly?(params: Params): boolean;
  /** Returns the query of the list. Defined only if the list needs more than the table and `filters`. */
  listing?(reading: Reading, params: Params, usual: Listing<object>): Promise<Listing<object>>;
  show?(row: T): object;
}

export interface ResourceAddress {
  /** Name of the collection in operation ids, such as `Topic`. */
  name: string;
  /** Name of the collection in sentences, such as `a topic`. */
  words: string;
  path: z.ZodObject;
  /** Returns the fields of a resource that its URL path contains. By default, these are the path parameters. */
  keyOf?(path: Params): Params;
  description?: string;
  example: object;
}

interface Trail<T> {
  /** Fields in which changes are detected by comparison with the audit trail. By default, all fields are compared. */
  facts?: readonly string[];
  shown?(thing: T): object;
  /** Whether a resource is only a placeholder, which another resource may replace. */
  isStopgap?(thing: T): boolean;
  /** Kinds of references that prevent a deletion. By default, every reference prevents it. */
  counted?: readonly string[];
}

interface Definition<F extends Fields, T extends object, L> extends Own<NoInfer<T>, NoInfer<L>> {
  name: string;
  one: string;
  many: string;
  kind: AuditKind;
  /** Names of schemas in OpenAPI, such as `TopicInput` and `ManagedTopic`. */
  schemas: { line: string; shown: string };
  table: SQLiteTable;
  /** Column that identifies a resource in the audit trail (`ref`). */
  key: string;
  fields: F;
  /** Schema of a stored row, if it differs from `fields`. */
  stored?: Partial<ThingKind<T>>;
  line?: z.ZodType<L>;
  /** Schema of the PUT body. By default, it contains the fields that are not path parameters. */
  input?: z.ZodType;
  shown?: z.ZodType;
  where?(ref: string): SQL;
  /** Returns the `ref` in the audit trail for a URL path. By default, this is the last part of the path. */
  refOf?(path: Params): string;
  addresses: readonly ResourceAddress[];
  example: object;
  inputExample?: object;
  put?: { summary?: string; description?: string } | false;
  list: List<T>;
  uses?: { shape: z.ZodRawShape; example: Uses };
  into?: { schema: z.ZodType; example: string | number };
  printed: readonly string[];
  toLine?(answer: Params): Params;
  trail?: Trail<T>;
  page?: ContentPage;
}

export interface Collection<T extends object = object, L = unknown>
  extends Omit<Definition<Fields, T, L>, keyof Verbs<T, L>>,
    Verbs<T, L> {
  stored: ThingKind<T>;
  line: z.ZodType<L>;
  input: z.ZodType;
  shown: z.ZodType;
  where(ref: string): SQL;
  refOf(path: Params): string;
  plural: string;
  listingOf(reading: Reading, params: Params): Promise<Listing<T>>;
}

type Side<F extends Fields, S extends 'stored' | 'given'> = z.ZodObject<{ [name in keyof F]: F[name][S] }>;

export function collection<
  F extends Fields,
  T extends object = z.output<Side<F, 'stored'>>,
  L = z.output<Side<F, 'given'>>,
>(definition: Definition<F, T, L>): Collection<T, L> {
  const { name, kind, table, fields, schemas, addresses, list } = definition;
  const side = (of: 'stored' | 'given') =>
    z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[of]])));
  const columns = (names: readonly string[]) => columnsOf(table, names as ColumnName<SQLiteTable>[]);
  const given = side('given');
  const shape = side('stored');
  const [key] = columns([definition.key]);
  if (!key) throw new Error(`${name} has no column ${definition.key}`);
  const own = Object.keys(addresses[0]?.path.shape ?? {});
  const names = Object.keys(fields) as ColumnName<SQLiteTable>[];
  const stored: ThingKind<T> = {
    shape: shape as unknown as z.ZodType<T>,
    row: definition.stored?.row ?? objectOf(table, names),
    table: sql`${table}`,
    ...definition.stored,
  };
  const listingOf = async (reading: Reading, params: Params) => {
    const filters = Object.keys(list.filters ?? {}).filter((name) => columns([name])[0]);
    const values = filters.map((name) => params[name]);
    const [nameColumn = key] = columns(['name']);
    const ids = (params.ids ?? []) as number[];
    const among = ids.length > 0 ? ids : undefined;
    const usual: Listing<T> = {
      ...byNameOrKey(params, { name: nameColumn, key }),
      ...stored,
      from: stored.table,
      where: [
        ...equals(columns(filters), values),
        ...(among ? [inList(key, among)] : []),
        ...(list.searched ? contains(params.search, columns(list.searched)) : []),
      ],
      search: list.searched ? undefined : nameSearchOf(params, { kind, key, filters: values, among }),
    };
    return list.listing ? ((await list.listing(reading, params, usual)) as Listing<T>) : usual;
  };
  const where = definition.where ?? ((ref: string) => sql`${key} = ${key.dataType === 'number' ? Number(ref) : ref}`);
  const rows = { kind, table, columns: names, key: definition.key as ColumnName<SQLiteTable> };
  const refOf = (thing: T) => String((thing as Record<string, unknown>)[definition.key]);
  return {
    save: ({ db, author }, lines, guard) => saveRows(db, rows, lines as ImportLine<object>[], author, guard),
    remove: ({ db, author }, thing, guard) =>
      removeRow(db, kind, { thing: stored, where: where(refOf(thing)), ref: refOf(thing) }, author, guard),
    refOf: (path) => String(Object.values(path).at(-1)),
    input: given.partial(Object.fromEntries(own.filter((name) => name in fields).map((name) => [name, true]))),
    shown: shape.meta({ id: schemas.shown }),
    ...definition,
    where,
    line: (definition.line ?? (given as unknown as z.ZodType<L>)).meta({ id: schemas.line }),
    stored,
    plural: name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    listingOf,
  };
}
