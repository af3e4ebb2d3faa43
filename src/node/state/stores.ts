import { d1On } from '../d1/database.ts';
import { openD1File, openFile } from '../d1/sqlite.ts';
import { kvOn } from '../kv.ts';
import { filesOf } from './files.ts';

export interface Stores {
  db: D1Database;
  kv: ReturnType<typeof kvOn>;
}

/** Runs `use` with the open database and salt store of a migrated state folder. A server may be running. */
export async function withStores<T>(state: string, use: (stores: Stores) => Promise<T>): Promise<T> {
  const files = filesOf(state);
  const database = openD1File(files.database);
  const halves = openFile(files.halves);
  try {
    return await use({ db: d1On(database), kv: kvOn(halves) });
  } finally {
    halves.close();
    database.close();
  }
}
