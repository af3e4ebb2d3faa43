import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { audit } from '../../db/schema.ts';
import {
  bare,
  type ColumnName,
  columnNames,
  columnsOf,
  inList,
  joined,
  jsonField,
  jsonValue,
  objectOf,
} from '../../db/sql.ts';
import type { AuditAction, AuditKind } from '../../db/values.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import type { ThingKind } from '../things.ts';

/** The actor of what no person and no key has asked for. */
export const SERVICE_ACTOR = 'newsgauge';

/** Who changes something, and when. */
export interface Author {
  /** Name of a key, or of whatever else makes the change. */
  actor: string;
  /** The session that the change was made in, by its id; left out: a key by itself. */
  session?: string | undefined;
  /** What else is changed under the same id is one line of the trail with it; left out: each transaction is a line. */
  change?: string | undefined;
  now: Millis;
}

/** A transaction's identity in the audit trail. */
export interface AuditChange extends Author {
  id: string;
}

export const newAuditChange = (author: Author): AuditChange => ({
  ...author,
  id: author.change ?? crypto.randomUUID(),
});

/** Columns that every record fills. */
export const AUDIT_COLUMNS = joined(columnsOf(audit, columnNames(audit, 'id')).map(bare));

/** The values of the first five of `AUDIT_COLUMNS`. */
export const auditHead = ({ id, actor, session, now }: AuditChange, kind: AuditKind): SQL =>
  sql`${toSeconds(now)}, ${actor}, ${session ?? null}, ${id}, ${kind}`;

/** Statement that records a change of something whose rows are not content. Secrets never go in. */
export const recordOther = (
  change: AuditChange,
  kind: AuditKind,
  { ref, action, before, after, when }: { ref: SQL | string; action: AuditAction; before: SQL; after: SQL; when?: SQL },
): SQL =>
  sql`INSERT INTO ${audit} (${AUDIT_COLUMNS}) SELECT ${auditHead(change, kind)}, ${ref}, ${action}, ${before}, ${after} WHERE ${when ?? sql`true`}`;

interface Upserted<T extends SQLiteTable, C extends ColumnName<T>> {
  kind: AuditKind;
  table: T;
  /** The columns that the rows write, by their names in the schema. */
  columns: readonly C[];
  key: NoInfer<C>;
  rows: readonly { [name in C]?: unknown }[];
}

/**
 * Statement that records which rows are new and which differ from the stored ones; belongs before the upsert, in its
 * transaction. Equal rows are not recorded.
 */
export function recordUpserts<T extends SQLiteTable, C extends ColumnName<T>>(
  change: AuditChange,
  { kind, table, columns, key, rows }: Upserted<T, C>,
): SQL {
  const row = sql.raw('v.value');
  const stored = columnsOf(table, columns);
  const [keyColumn] = columnsOf(table, [key]);
  if (!keyColumn) throw new Error(`no column ${key}`);
  const given = stored.map((column, i) => (column.dataType === 'json' ? jsonField : jsonValue)(row, columns[i] ?? ''));
  return sql`INSERT INTO ${audit} (${AUDIT_COLUMNS})
    SELECT ${auditHead(change, kind)}, ${jsonValue(row, key)}, iif(${keyColumn} IS NULL, 'create', 'update'),
      iif(${keyColumn} IS NULL, NULL, ${objectOf(table, columns)}), ${row}
    FROM json_each(${JSON.stringify(rows)}) v LEFT JOIN ${table} ON ${keyColumn} = ${jsonValue(row, key)}
    WHERE ${keyColumn} IS NULL OR (${joined(stored.map((column) => sql`${column}`))}) IS NOT (${joined(given)})`;
}

/**
 * Query for the index tokens of the things that a change has recorded as updated in one of `fields`. `tokens`: each thing's ref and token.
 */
export const updatedTokens = (
  change: AuditChange,
  kind: AuditKind,
  tokens: readonly (readonly [ref: string | number, token: string])[],
  fields: readonly string[],
  actions: readonly AuditAction[] = ['update'],
): SQL => {
  const [was, is] = [audit.before, audit.after].map((side) => joined(fields.map((name) => jsonValue(side, name))));
  const own = sql`${audit.change} = ${change.id} AND ${audit.kind} = ${kind} AND ${inList(audit.action, actions)}`;
  return sql`SELECT v.value ->> 1 AS token FROM ${audit} JOIN json_each(${JSON.stringify(tokens)}) v
    ON CAST(v.value ->> 0 AS TEXT) = ${audit.ref} WHERE ${own} AND (${was}) IS NOT (${is})`;
};

/** A row that is recorded. */
export interface One {
  thing: Pick<ThingKind<unknown>, 'row' | 'table'>;
  where: SQL;
  ref: string | number;
}

/** Statement that records that a thing is deleted, or merged into another; belongs before that. */
export const recordRemoval = (
  change: AuditChange,
  kind: AuditKind,
  { thing, where, ref, mergedInto }: One & { mergedInto?: string | number },
): SQL =>
  sql`INSERT INTO ${audit} (${AUDIT_COLUMNS})
    SELECT ${auditHead(change, kind)}, ${String(ref)}, ${mergedInto === undefined ? 'delete' : 'merge'}, ${thing.row},
      ${mergedInto === undefined ? null : JSON.stringify({ mergedInto })}
    FROM ${thing.table} WHERE ${where}`;

/** Statement that records that a thing was put back; belongs after that. `mergedInto`: what it is taken out of again. */
export const recordRestored = (
  change: AuditChange,
  kind: AuditKind,
  { thing, where, ref, mergedInto = null }: One & { mergedInto?: string | null },
): SQL =>
  sql`INSERT INTO ${audit} (${AUDIT_COLUMNS})
    SELECT ${auditHead(change, kind)}, ${String(ref)}, 'restore', ${mergedInto === null ? null : JSON.stringify({ mergedInto })},
      ${thing.row} FROM ${thing.table} WHERE ${where}`;

interface AuditTarget {
  table: SQL;
  /** What tells the things apart, and the values of it that the change concerns. */
  key: SQLWrapper;
  refs: readonly string[];
  /** SQL for the JSON of what is recorded of a thing. */
  row: SQL;
}

/** Statements that record what a transaction makes of some things; those that stay as they are leave no record. */
export function recordAround(change: AuditChange, kind: AuditKind, { table, key, refs, row }: AuditTarget) {
  const of = (ref: SQL) => sql`(SELECT ${row} FROM ${table} WHERE ${key} = ${ref})`;
  const pending = sql`${audit.change} = ${change.id} AND ${audit.kind} = ${kind} AND ${audit.action} = 'update' AND ${audit.after} IS NULL`;
  const now = of(sql`${audit.ref}`);
  const become = sql`CASE WHEN ${audit.before} IS NULL THEN 'create' WHEN ${now} IS NULL THEN 'delete' ELSE 'update' END`;
  return {
    before: sql`INSERT INTO ${audit} (${AUDIT_COLUMNS}) SELECT ${auditHead(change, kind)}, v.value, 'update',
      ${of(sql.raw('v.value'))}, NULL FROM json_each(${JSON.stringify([...new Set(refs)])}) v`,
    after: [
      sql`DELETE FROM ${audit} WHERE ${pending} AND ${audit.before} IS ${now}`,
      sql`UPDATE ${audit} SET ${bare(audit.action)} = ${become},
        ${bare(audit.after)} = ${now} WHERE ${pending}`,
    ],
  };
}
