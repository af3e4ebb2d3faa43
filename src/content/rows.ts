import { sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, NO_PRECONDITION, type Precondition, type Statement } from '../db/client.ts';
import { companies, geoGroups } from '../db/schema.ts';
import { type ColumnName, columnNames, upsertRows } from '../db/sql.ts';
import type { AuditKind } from '../db/values.ts';
import { renameCompanies } from './articles/store/drafts.ts';
import { forgetGeography, rewriteGeography } from './geography.ts';
import {
  type AuditChange,
  type Author,
  newAuditChange,
  type One,
  recordRemoval,
  recordUpserts,
  updatedTokens,
} from './history/audit.ts';
import { chunks, type ImportLine, lastByKey } from './import-lines.ts';
import { anyTokenOf } from './index/entries.ts';
import { companyToken } from './index/tokens.ts';
import type { CompanyInput } from './types.ts';

interface Rows<T extends SQLiteTable, C extends ColumnName<T>, R> {
  kind: AuditKind;
  table: T;
  columns: readonly C[];
  key: C;
  further?: (change: AuditChange, rows: readonly R[]) => readonly Statement[];
}

const ROWS_PER_STATEMENT = 200;

/** Stores the last import line of each key, with an audit record, in transactions of 200 rows. Skips unchanged rows. */
export async function saveRows<T extends SQLiteTable, C extends ColumnName<T>, R extends { [name in C]?: unknown }>(
  db: Db,
  { kind, table, columns, key, further = () => [] }: Rows<T, C, R>,
  lines: readonly ImportLine<R>[],
  author: Author,
  guard: Precondition = NO_PRECONDITION,
): Promise<void> {
  const rows = lastByKey(lines, (row) => String(row[key])).map(({ value }) => value);
  for (const chunk of chunks(rows, ROWS_PER_STATEMENT)) {
    const change = newAuditChange(author);
    await db.transaction(
      guard,
      recordUpserts(change, { kind, table, columns, key, rows: chunk }),
      upsertRows(table, chunk, { columns, key: [key] }),
      ...further(change, chunk),
    );
  }
}

/** Deletes a row and records the deletion in the audit trail, but creates no trash entry. */
export const removeRow = (
  db: Db,
  kind: AuditKind,
  one: One,
  author: Author,
  guard: Precondition = NO_PRECONDITION,
): Promise<void> =>
  db.transaction(
    guard,
    recordRemoval(newAuditChange(author), kind, one),
    sql`DELETE FROM ${one.thing.table} WHERE ${one.where}`,
  );

const REPEATED_FIELDS = ['name'];

const COMPANIES: Rows<typeof companies, 'id' | 'name' | 'organisationType', CompanyInput> = {
  kind: 'company',
  table: companies,
  columns: columnNames(companies),
  key: 'id',
  further: (change, rows) => {
    const tokens = rows.map(({ id }) => [id, companyToken(id)] as const);
    return [renameCompanies(anyTokenOf(updatedTokens(change, 'company', tokens, REPEATED_FIELDS)))];
  },
};

export const saveCompanies = (
  db: Db,
  lines: readonly ImportLine<CompanyInput>[],
  author: Author,
  guard?: Precondition,
): Promise<void> => saveRows(db, COMPANIES, lines, author, guard);

type GeoGroupChange = Pick<typeof geoGroups.$inferInsert, 'slug' | 'name' | 'countries'>;

const GROUPS: Rows<typeof geoGroups, keyof GeoGroupChange, GeoGroupChange> = {
  kind: 'geoGroup',
  table: geoGroups,
  columns: ['slug', 'name', 'countries'],
  key: 'slug',
  further: () => [rewriteGeography],
};

/** Stores geo groups and rewrites the copy of all groups. Articles contain only slugs, so they need no change. */
export async function saveGeoGroups(
  db: Db,
  lines: readonly ImportLine<GeoGroupChange>[],
  author: Author,
  guard?: Precondition,
) {
  await saveRows(db, GROUPS, lines, author, guard);
  forgetGeography();
}
