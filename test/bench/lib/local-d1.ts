import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Db, openDb } from '../../../src/db/client.ts';

export function databaseFile(state: string): string {
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject');
  const [file, ...more] = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  if (!file || more.length > 0) throw new Error(`expected one database in ${folder}`);
  return join(folder, file);
}

/** Opens a D1 file without workerd to fill a large database. A crash may corrupt the file. */
export async function withFile<T>(file: string, use: (db: Db) => Promise<T>): Promise<T> {
  const sqlite = new DatabaseSync(file);
  sqlite.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 50000');
  const prepared = new Map<string, StatementSync>();
  const statement = (query: string, values: SQLInputValue[] = []) => {
    const run = () => {
      const known = prepared.get(query) ?? sqlite.prepare(query);
      prepared.set(query, known);
      return { results: known.all(...values), success: true, meta: {} };
    };
    return { run, all: async () => run(), bind: (...bound: SQLInputValue[]) => statement(query, bound) };
  };
  const batch = async (statements: ReturnType<typeof statement>[]) => {
    sqlite.exec('BEGIN IMMEDIATE');
    const results = statements.map((each) => each.run());
    sqlite.exec('COMMIT');
    return results;
  };
  try {
    return await use(openDb({ prepare: statement, batch } as never));
  } finally {
    sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    sqlite.close();
  }
}
