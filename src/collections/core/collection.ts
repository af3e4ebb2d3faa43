import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import type { Changed } from '../../content/changed.ts';
import type { Author } from '../../content/history/audit.ts';
import type { Kept } from '../../content/history/trash.ts';
import type { Line, Refusals } from '../../content/lines.ts';
import { removeRow, saveRows } from '../../content/rows.ts';
import type { ThingKind } from '../../content/things.ts';
import type { Db, Guard } from '../../db/client.ts';
import { type ColumnName, columnsOf, equals, objectOf } from '../../db/sql.ts';
import type { AuditKind } from '../../db/values.ts';
import type { Millis } from '../../lib/time.ts';
import type { Listing } from '../../search/listing.ts';
import type { Fields } from './field.ts';
import { byNameOrKey, contains, named, type Params } from './list.ts';
import type { Page } from './look.ts';

/**
 * A collection of things that editors manage, said once: one file of this folder each. Its routes, its list, its command, its tab on
 * the page of the content and its place in exports follow from it.
 */

/** What a change needs: the database, whom to notify, and who makes it. */
export interface Writing {
  db: Db;
  env: Pick<Env, 'TOPIC_WINDOW' | 'FEED_ALLOW_HOSTS'>;
  author: Author;
}

/** What a change has done: lines that were refused, and rankings that are out of date. */
export interface Done extends Partial<Changed> {
  refusals?: Refusals | undefined;
}

/** How much of each kind refers to a thing, or which. */
export type Uses = Record<string, number | string[]>;

/** A change with nothing to say of it answers nothing. */
export type Doing = Promise<Done> | Promise<void>;

/** What can be done with the things of a collection. A guard makes the transaction fail if the thing has changed since it was read. */
interface Verbs<T, L> {
  /** Stores lines; bad ones are refused, and the others stored. */
  save(writing: Writing, lines: Line<L>[], guard: Guard): Doing;
  /** Stores what the address of one has been sent, where that is not the same as a line. */
  edit?(writing: Writing, value: L, guard: Guard): Doing;
  remove(writing: Writing, thing: T, guard: Guard): Doing;
  /** What would lose it, by the fields of `uses`. */
  usesOf?(db: Db, thing: T): Promise<Uses>;
  /** Why it cannot be deleted or merged; null: it can. */
  keep?(thing: T): string | null;
  /** `into`: the key of the other. */
  merge?(writing: Writing, thing: T, into: string | number, guard: Guard): Doing;
  /** Puts back what was deleted or merged. Throws `Overtaken` where its place is taken. */
  restore?(writing: Writing, kept: Kept): Doing;
}

/** The verbs of a definition. Left out: lines are rows of the table and nothing keeps or names one. */
type Own<T, L> = Omit<Verbs<T, L>, 'save' | 'remove'> & Partial<Pick<Verbs<T, L>, 'save' | 'remove'>>;

interface Reading {
  db: Db;
  env: Env;
  now: Millis;
}

/** A list: its parameters, and what it reads. */
interface List<T> {
  operationId?: string;
  summary?: string;
  description?: string;
  /** What `search` looks through, in words; without it there is no search. */
  search?: string;
  /** The columns that a search looks through; left out: what is in the lists of names (`src/search/names.ts`). */
  searched?: readonly string[];
  /** Parameters; each filters by the column of its name, unless `listing` does otherwise. */
  filters?: z.ZodRawShape;
  /** The names of its orders; empty: it has one. */
  sorts: readonly string[];
  /** Most things of a page, where that is more than usual. */
  most?: number;
  /** What it shows of each where that is not `shown`. */
  item?: { schema: z.ZodType; example: object };
  isCostly?(params: Params): boolean;
  /** What is read, where it is not the table by its filters. */
  listing?(reading: Reading, params: Params, usual: Listing<object>): Promise<Listing<object>>;
  show?(row: T): object;
}

/** An address of one thing. */
export interface Address {
  /** As in operation ids: `Topic`. */
  name: string;
  /** As in sentences: `a topic`. */
  words: string;
  path: z.ZodObject;
  /** The fields of a line that the address says; left out: those of the path. */
  keyOf?(path: Params): Params;
  description?: string;
  example: object;
}

/** How a change that is taken back compares a thing with the audit trail. */
interface Trail<T> {
  /** The fields that tell whether a thing is still as it was made; left out: all. */
  facts?: readonly string[];
  /** A thing as the trail says it. */
  shown?(thing: T): object;
  /** Whether it was only made for want of another, which may take its place. */
  isStopgap?(thing: T): boolean;
  /** The uses that keep it from being deleted; left out: all. */
  counted?: readonly string[];
}

interface Definition<F extends Fields, T extends object, L> extends Own<NoInfer<T>, NoInfer<L>> {
  /** Below `/manage/`, and of the command. */
  name: string;
  /** As one says it of one, and of several. */
  one: string;
  many: string;
  /** As the audit trail and the trash call one. */
  kind: AuditKind;
  /** Names of the schemas in the description: `TopicInput`, `ManagedTopic`. */
  schemas: { line: string; shown: string };
  table: SQLiteTable;
  /** The column that names one in the audit trail. */
  key: string;
  fields: F;
  /** What a row is, where it is not the columns of the fields. */
  stored?: Partial<ThingKind<T>>;
  /** What a request sends, where it is not the fields. */
  line?: z.ZodType<L>;
  /** What PUT takes at an address; left out: the fields without those of the address. */
  input?: z.ZodType;
  /** What an answer shows, where it is not the fields. */
  shown?: z.ZodType;
  /** The thing with a ref of the trail; left out: by its key. */
  where?(ref: string): SQL;
  /** The ref of a path; left out: its last part. */
  refOf?(path: Params): string;
  addresses: readonly Address[];
  /** An example of a line. */
  example: object;
  /** An example of what PUT takes at an address; left out: that of a line. */
  inputExample?: object;
  /** Texts of the operation that takes many lines at once; false: there is none. */
  put?: { summary?: string; description?: string } | false;
  list: List<T>;
  uses?: { shape: z.ZodRawShape; example: Uses };
  /** The key of another in a merge. */
  into?: { schema: z.ZodType; example: string | number };
  /** The columns that the command line prints. */
  printed: readonly string[];
  /** What of an answer a line takes back; left out: all. */
  toLine?(answer: Params): Params;
  trail?: Trail<T>;
  /** Its tab on the page of the content; left out: it has none. */
  page?: Page;
}

/** A collection as everything that follows from it sees it. */
export interface Collection<T extends object = object, L = unknown>
  extends Omit<Definition<Fields, T, L>, keyof Verbs<T, L>>,
    Verbs<T, L> {
  stored: ThingKind<T>;
  line: z.ZodType<L>;
  input: z.ZodType;
  shown: z.ZodType;
  where(ref: string): SQL;
  refOf(path: Params): string;
  /** Name of the list in answers. */
  plural: string;
  listingOf(reading: Reading, params: Params): Promise<Listing<T>>;
}

type Side<F extends Fields, S extends 'stored' | 'given'> = z.ZodObject<{ [name in keyof F]: F[name][S] }>;

/** Completes a definition. */
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
    const usual: Listing<T> = {
      ...byNameOrKey(params, { name: nameColumn, key }),
      ...stored,
      from: stored.table,
      where: [
        ...equals(columns(filters), values),
        ...(list.searched ? contains(params.search, columns(list.searched)) : []),
      ],
      search: list.searched ? undefined : named(params, { kind, key, filters: values }),
    };
    return list.listing ? ((await list.listing(reading, params, usual)) as Listing<T>) : usual;
  };
  const where = definition.where ?? ((ref: string) => sql`${key} = ${key.dataType === 'number' ? Number(ref) : ref}`);
  const rows = { kind, table, columns: names, key: definition.key as ColumnName<SQLiteTable> };
  const refOf = (thing: T) => String((thing as Record<string, unknown>)[definition.key]);
  return {
    save: ({ db, author }, lines, guard) => saveRows(db, rows, lines as Line<object>[], author, guard),
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
