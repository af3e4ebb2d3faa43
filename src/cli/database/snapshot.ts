import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { failCommand } from '../../command/command.ts';
import { type Db, openDb } from '../../db/client.ts';
import { type D1Statement, d1By } from '../../db/d1.ts';
import { runtimeFailureOf } from '../../node/failure.ts';
import { filesOf } from '../../node/state/files.ts';
import { refuseOther } from '../../node/state/folder.ts';

/** Reads a snapshot of the local database, with or without a running server. */
export async function withSnapshot<T>(state: string, use: (db: Db) => Promise<T>): Promise<T> {
  const sqlite = new DatabaseSync(databaseOf(state), { readOnly: true, timeout: 10_000 });
  const resultOf = ({ sql, values }: D1Statement) => {
    const results = sqlite.prepare(sql).all(...(values as SQLInputValue[]));
    return { results, success: true, meta: {} } as unknown as D1Result;
  };
  try {
    sqlite.exec('BEGIN');
    return await use(openDb(d1By(async (statements) => statements.map(resultOf))));
  } finally {
    sqlite.close();
  }
}

/** Runs a task, or ends the command with an explanation if the state folder is unusable. */
export function orFail<T>(state: string, use: () => T): T {
  try {
    return use();
  } catch (thrown) {
    const { message, remedy } = runtimeFailureOf(thrown, state);
    failCommand(message, remedy);
  }
}

function databaseOf(state: string): string {
  orFail(state, () => refuseOther(state));
  const { database } = filesOf(state);
  if (!existsSync(database)) failCommand(`${state} contains no database; set STATE_DIR to another folder`);
  return database;
}
