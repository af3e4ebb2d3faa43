import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Db, openDb } from '../db/client.ts';
import { fail } from './command.ts';

/**
 * Reads the local database as of one moment, beside a server that goes on. The file is opened as a file: a second workerd
 * would write to it, and the two would lock each other out.
 */
export async function withSnapshot<T>(state: string, use: (db: Db) => Promise<T>): Promise<T> {
  const sqlite = new DatabaseSync(databaseFile(state), { readOnly: true, timeout: 10_000 });
  const statement = (query: string, values: SQLInputValue[] = []) => ({
    bind: (...bound: SQLInputValue[]) => statement(query, bound),
    all: async () => ({ results: sqlite.prepare(query).all(...values), success: true, meta: {} }),
  });
  const batch = (statements: ReturnType<typeof statement>[]) => Promise.all(statements.map((each) => each.all()));
  try {
    sqlite.exec('BEGIN');
    return await use(openDb({ prepare: statement, batch } as never));
  } finally {
    sqlite.close();
  }
}

function databaseFile(state: string): string {
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name)) : [];
  const [file, ...more] = files;
  if (!file || more.length > 0) fail(`${state} holds no database; STATE_DIR names another folder`);
  return join(folder, file);
}
