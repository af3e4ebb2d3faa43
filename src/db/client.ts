import type { SQL, SQLWrapper } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';

/** What a request has cost the database: rows as D1 counts them (exact), time in milliseconds as D1 reports it. */
export interface Usage {
  rowsRead: number;
  rowsWritten: number;
  milliseconds: number;
}

export interface Db extends DrizzleD1Database {
  readonly usage: Usage;
  /** Runs statements in one transaction (`DB.batch`), raw SQL included, and returns the rows of each. */
  together<Rows extends unknown[][]>(...statements: SQLWrapper[]): Promise<Rows>;
}

type Client = Pick<D1Database, 'prepare' | 'batch'>;

const INNER = Symbol('the statement that D1 knows');

/**
 * A Drizzle database over a D1 database or session which adds up what its statements read and write.
 *
 * Drizzle asks D1 for bare arrays, which come without figures; they are made here from row objects instead, so columns
 * of one result must differ in name (alias them in joins).
 */
export function openDb(client: Client): Db {
  const usage: Usage = { rowsRead: 0, rowsWritten: 0, milliseconds: 0 };
  const record = <T>(result: D1Result<T>): D1Result<T> => {
    usage.rowsRead += result.meta.rows_read ?? 0;
    usage.rowsWritten += result.meta.rows_written ?? 0;
    usage.milliseconds += result.meta.duration ?? 0;
    return result;
  };
  const wrap = (statement: D1PreparedStatement) => {
    const all = async <T>() => record(await statement.all<T>());
    return {
      [INNER]: statement,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all,
      run: all,
      raw: async () => (await all<Record<string, unknown>>()).results.map((row) => Object.values(row)),
      first: async () => (await all()).results[0] ?? null,
    };
  };
  const metered = {
    prepare: (query: string) => wrap(client.prepare(query)),
    batch: async (statements: { [INNER]: D1PreparedStatement }[]) =>
      (await client.batch(statements.map((statement) => statement[INNER]))).map(record),
  };
  const together = async <Rows extends unknown[][]>(...statements: SQLWrapper[]): Promise<Rows> => {
    const prepared = statements.map((statement) => prepare(client, statement.getSQL()));
    return (await client.batch(prepared)).map((result) => record(result).results) as Rows;
  };
  return Object.assign(drizzle(metered as unknown as D1Database), { usage, together });
}

/** A session for reads: any replica will do, later statements see at least what earlier ones saw. */
export const openReader = (d1: D1Database): Db => openDb(d1.withSession('first-unconstrained'));

const dialect = new SQLiteAsyncDialect();

function prepare(client: Client, statement: SQL): D1PreparedStatement {
  const { sql, params } = dialect.sqlToQuery(statement);
  return client.prepare(sql).bind(...params);
}
