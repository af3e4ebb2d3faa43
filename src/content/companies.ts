import type { Db } from '../db/client.ts';
import type { Guard } from '../db/guard.ts';
import { columnNames } from '../db/json.ts';
import { companies } from '../db/schema.ts';
import { renameCompanies } from './articles/store/drafts.ts';
import { anyFacetOf } from './articles/store/rows.ts';
import { type Author, updatedTokens } from './history/audit.ts';
import { companyToken } from './index/facets.ts';
import type { Line } from './lines.ts';
import { type Rows, saveRows } from './rows.ts';
import type { CompanyInput } from './types.ts';

/** The fields that articles repeat. */
const CARRIED = ['name'];

const COMPANIES: Rows<typeof companies, 'id' | 'name' | 'organisationType', CompanyInput> = {
  kind: 'company',
  table: companies,
  columns: columnNames(companies),
  key: 'id',
  further: (change, rows) => {
    const tokens = rows.map(({ id }) => [id, companyToken(id)] as const);
    return [renameCompanies(anyFacetOf(updatedTokens(change, 'company', tokens, CARRIED)))];
  },
};

/** Stores companies and renames them in every article that carries them. */
export const saveCompanies = (
  db: Db,
  lines: readonly Line<CompanyInput>[],
  author: Author,
  guard?: Guard,
): Promise<void> => saveRows(db, COMPANIES, lines, author, guard);
