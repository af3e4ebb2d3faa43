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

/** Actor of changes that neither a person nor a key made. */
export const SERVICE_ACTOR = 'newsgauge';

export interface Author {
  actor: string;
  /** Session id. Undefined if a key was used. */
  session?: string | undefined;
  /** Id of the change. Several transactions of the same change share it. */
  change?: string | undefined;
  now: Millis;
}

export interface AuditChange extends Author {
  id: string;
}

export const newAuditChange = (author: Author): AuditChange => ({
  ...author,
  id: author.change ?? crypto.randomUUID(),
});

export const AUDIT_COLUMNS = joined(columnsOf(audit, columnNames(audit, 'id')).map(bare));

/** SQL values of the first five columns in `AUDIT_COLUMNS`. */
export const auditHead = ({ id, actor, session, now }: AuditChange, kind: AuditKind): SQL =>
  sql`${toSeconds(now)}, ${actor}, ${session ?? null}, ${id}, ${kind}`;

/** Builds a statement that records changes of data other than content, such as settings. Rows must hold no secrets. */
export const recordOther = (
  change: AuditChange,
  kind: AuditKind,
  { ref, action, before, after, when }: { ref: SQL | string; action: AuditAction; before: SQL; after: SQL; when?: SQL },
): SQL =>
  sql`INSERT INTO ${audit} (${AUDIT_COLUMNS}) SELECT ${auditHead(change, kind)}, ${ref}, ${action}, ${before}, ${after} WHERE ${when ?? sql`true`}`;

interface Upserted<T extends SQLiteTable, C extends ColumnName<T>> {
  kind: AuditKind;
  table: T;
  columns: readonly C[];
  key: NoInfer<C>;
  rows: readonly { [name in C]?: unknown }[];
}

/** Builds a statement that records new and changed rows. It must run before the upsert, in the same transaction. */
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

/** Selects the index tokens of resources whose `fields` a change updated. `tokens` contains pairs `[ref, token]`. */
export const updatedTokens = (
  change: AuditChange,
  kind: AuditKind,
  tokens: readonly (readonly [ref: string | number, token: string])[],
  fields: readonly string[],
  actions: readonly AuditAction[] = ['update'],
): SQL => {
  const [was, is] = [audit.before, audit.after].map((side) => joined(fields.map((name) => jsonValue(side, name))));
  const own = sql`${audit.change} = ${change.id} AND ${audit.kind} = ${kind} AND ${inList(audit.action, actions)}`;
  // The OFFSET makes SQLite parse the JSON once and index its rows, instead of once per record.
  const listed = sql`(SELECT CAST(value ->> 0 AS TEXT) AS listedRef, value ->> 1 AS listedToken FROM json_each(${JSON.stringify(tokens)}) LIMIT -1 OFFSET 0)`;
  return sql`SELECT v.listedToken AS token FROM ${audit} JOIN ${listed} v ON v.listedRef = ${audit.ref}
    WHERE ${own} AND (${was}) IS NOT (${is})`;
};

export interface One {
  thing: Pick<ThingKind<unknown>, 'row' | 'table'>;
  where: SQL;
  ref: string | number;
}

/** Builds a statement that records a deletion or merge. It must run before the rows are deleted. */
export const recordRemoval = (
  change: AuditChange,
  kind: AuditKind,
  { thing, where, ref, mergedInto }: One & { mergedInto?: string | number },
): SQL =>
  sql`INSERT INTO ${audit} (${AUDIT_COLUMNS})
    SELECT ${auditHead(change, kind)}, ${String(ref)}, ${mergedInto === undefined ? 'delete' : 'merge'}, ${thing.row},
      ${mergedInto === undefined ? null : JSON.stringify({ mergedInto })}
    FROM ${thing.table} WHERE ${where}`;

/** Builds a statement that records a restore. It must run after the rows are restored. */
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
  key: SQLWrapper;
  refs: readonly string[];
  row: SQL;
}

/** Builds statements that record how a transaction changes certain rows. Unchanged rows are not recorded. */
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
