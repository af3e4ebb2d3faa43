import type { Db } from '../db/client.ts';
import { UNGUARDED } from '../db/guard.ts';
import { columnNames, upsertRows } from '../db/json.ts';
import { companies } from '../db/schema.ts';
import { renameCompanies } from './articles/store/drafts.ts';
import { anyFacetOf } from './articles/store/rows.ts';
import { type Author, newChange, recordUpserts, updatedTokens } from './history/audit.ts';
import { companyToken } from './index/facets.ts';
import { chunks, type Line, lastByKey } from './saved.ts';

export type Company = typeof companies.$inferInsert & { id: number };

const CHUNK = 1000;
/** The fields that articles repeat. */
const CARRIED = ['name'];
const COLUMNS = columnNames(companies);

/** Stores companies and renames them in every article that carries them, in transactions of 1,000. */
export async function saveCompanies(
  db: Db,
  lines: readonly Line<Company>[],
  author: Author,
  guard = UNGUARDED,
): Promise<void> {
  const rows = lastByKey(lines, ({ id }) => id).map(({ value }) => value);
  for (const chunk of chunks(rows, CHUNK)) {
    const change = newChange(author);
    const tokens = chunk.map(({ id }) => [id, companyToken(id)] as const);
    await db.transaction(
      guard,
      recordUpserts(change, { kind: 'company', table: companies, columns: COLUMNS, key: 'id', rows: chunk }),
      upsertRows(companies, chunk, { columns: COLUMNS, key: ['id'] }),
      renameCompanies(anyFacetOf(updatedTokens(change, 'company', tokens, CARRIED))),
    );
  }
}
