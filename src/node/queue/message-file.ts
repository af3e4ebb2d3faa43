import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { inTransaction } from '../d1/sqlite.ts';
import type { MessageFile } from './message-store.ts';

export function messageFile(database: DatabaseSync): MessageFile {
  const statements = new Map<string, StatementSync>();
  const rowsOf = <T>(query: string, values: unknown[]): T[] => {
    if (/^CREATE /.test(query)) {
      database.exec(query);
      return [];
    }
    const statement = statements.get(query) ?? database.prepare(query);
    statements.set(query, statement);
    return statement.all(...(values as SQLInputValue[])) as T[];
  };
  return {
    sql: {
      exec: <T>(query: string, ...values: unknown[]) => {
        const rows = rowsOf<T>(query, values);
        return { toArray: () => rows, one: () => rows[0] as T };
      },
    },
    transactionSync: (work) => (database.isTransaction ? work() : inTransaction(database, work)),
  };
}
