import { is, SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import type { RunnableQuery } from 'drizzle-orm/runnable-query';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';

/** What a request has cost the database: rows as D1 counts them (exact), time in milliseconds as D1 reports it. */
export interface Usage {
  rowsRead: number;
  rowsWritten: number;
  milliseconds: number;
  /** Rows that the answer says it has read, where the true number would say how often something was clicked. At least as many as were read. */
  saidRows: number;
  /** Rows read that the answer does not say it has read, since they would say that something is there which it must not show. */
  hiddenRows: number;
}

/** Raw SQL whose rows are parsed by a schema. */
export class Query<Row> {
  readonly sql: SQL;
  readonly schema: z.ZodType<Row>;
  constructor(schema: z.ZodType<Row>, sql: SQL) {
    this.schema = schema;
    this.sql = sql;
  }
}

/** What drizzle's own `batch` uses of a statement, which its types do not show. */
interface Builder {
  _prepare(): { mapResult(result: D1Result, isFromBatch: boolean): unknown };
}

/** A statement of the query builder, raw SQL with typed rows, or raw SQL without a result. */
export type Statement = RunnableQuery<unknown, 'sqlite'> | Query<unknown> | SQL;

type ResultOf<S> =
  S extends Query<infer Row> ? Row[] : S extends RunnableQuery<infer Result, 'sqlite'> ? Result : undefined;

/** Statements by name, run in this order; under one name there may be a list. */
export type Named = Readonly<Record<string, Statement | readonly Statement[]>>;

/** A builder gives what it maps, a `Query` its rows, raw SQL nothing, and a list the results of each. */
export type Results<N extends Named> = {
  [Name in keyof N]: N[Name] extends readonly Statement[] ? ResultsOf<N[Name]> : ResultOf<N[Name]>;
};
type ResultsOf<S extends readonly Statement[]> = { [I in keyof S]: ResultOf<S[I]> };

export interface Db extends Omit<DrizzleD1Database, 'transaction' | 'batch'> {
  readonly usage: Usage;
  /**
   * Runs statements in one transaction (one batch of D1), and answers by their names; nothing where they have none. Throws with
   * nothing written where one of them fails: `Overtaken` if that is a guard.
   */
  transaction<const N extends Named>(named: N): Promise<Results<N>>;
  transaction(...statements: readonly Statement[]): Promise<void>;
  /** The rows of raw SQL, parsed by `schema`. */
  rows<Row>(schema: z.ZodType<Row>, statement: SQL): Promise<Row[]>;
}

type Client = Pick<D1Database, 'prepare' | 'batch'>;

const INNER = Symbol('the statement that D1 knows');

/**
 * A Drizzle database over a D1 database or session which adds up what its statements read and write.
 *
 * Drizzle asks D1 for bare arrays, which come without usage figures; here they are built from row objects, so the columns
 * of a result need distinct names (alias them in joins). `usage`: what they are added to.
 */
export function openDb(
  client: Client,
  usage: Usage = { rowsRead: 0, rowsWritten: 0, milliseconds: 0, saidRows: 0, hiddenRows: 0 },
): Db {
  const record = <T>(result: D1Result<T>): D1Result<T> => {
    usage.rowsRead += result.meta.rows_read ?? 0;
    usage.rowsWritten += result.meta.rows_written ?? 0;
    usage.milliseconds += result.meta.duration ?? 0;
    return result;
  };
  const wrap = (query: string, statement: D1PreparedStatement) => {
    const all = async <T>() => record(await again([query], () => statement.all<T>()));
    return {
      [INNER]: statement,
      query,
      bind: (...values: unknown[]) => wrap(query, statement.bind(...values)),
      all,
      run: all,
      raw: async () => (await all<Record<string, unknown>>()).results.map((row) => Object.values(row)),
      first: async () => (await all()).results[0] ?? null,
    };
  };
  const metered = {
    prepare: (query: string) => wrap(query, client.prepare(query)),
    batch: async (statements: { [INNER]: D1PreparedStatement; query: string }[]) => {
      const run = () => client.batch(statements.map((statement) => statement[INNER]));
      return (
        await again(
          statements.map(({ query }) => query),
          run,
        )
      ).map(record);
    },
  };
  const batch = async (statements: readonly SQL[]) => {
    const queries = statements.map((statement) => dialect.sqlToQuery(statement));
    const run = () => client.batch(queries.map(({ sql, params }) => client.prepare(sql).bind(...params)));
    return (
      await again(
        queries.map(({ sql }) => sql),
        run,
      )
    ).map(record);
  };
  const run = async (statements: readonly Statement[]): Promise<D1Result[]> => {
    try {
      return await batch(statements.map(sqlOf));
    } catch (thrown) {
      throw thrownAs(thrown);
    }
  };
  const transaction = async (...given: [Named] | Statement[]): Promise<Record<string, unknown> | undefined> => {
    const [named] = given;
    if (!isNamed(named)) return void (await run(given as Statement[]));
    const results = (await run(Object.values(named).flat())).values();
    const next = (statement: Statement) => resultOf(statement, results.next().value as D1Result);
    return Object.fromEntries(
      Object.entries(named).map(([name, each]) => [name, isList(each) ? each.map(next) : next(each)]),
    );
  };
  const rows = async <Row>(schema: z.ZodType<Row>, statement: SQL): Promise<Row[]> =>
    z.array(schema).parse(await database.all(statement));
  const database = drizzle(metered as unknown as D1Database);
  return Object.assign(database, { usage, rows, transaction }) as unknown as Db;
}

const isList = (each: Statement | readonly Statement[]): each is readonly Statement[] => Array.isArray(each);
const isNamed = (given: Named | Statement | undefined): given is Named =>
  given !== undefined && Object.getPrototypeOf(given) === Object.prototype;

const sqlOf = (statement: Statement): SQL => {
  if (statement instanceof Query) return statement.sql;
  // Every runnable builder wraps its SQL, but its type does not say so.
  return (statement as unknown as SQLWrapper).getSQL();
};

function resultOf(statement: Statement, result: D1Result): unknown {
  if (statement instanceof Query) return z.array(statement.schema).parse(result.results);
  return is(statement, SQL) ? undefined : (statement as unknown as Builder)._prepare().mapResult(result, true);
}

const dialect = new SQLiteAsyncDialect();

/** Milliseconds until the next attempt of a read. */
const PAUSES = [5, 50];
const isRead = (query: string): boolean => /^\s*SELECT\b/i.test(query);

/**
 * A read that fails within D1 is made again, as the platform does of itself: a write that has failed, as on a full disk, takes what
 * is asked at the same time with it.
 */
async function again<T>(queries: readonly string[], run: () => Promise<T>): Promise<T> {
  for (const pause of queries.every(isRead) ? PAUSES : []) {
    try {
      return await run();
    } catch (thrown) {
      if (!/internal error; reference/.test(String(thrown))) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return run();
}

/** Optimistic locking: a statement of a transaction that makes it fail if what the change was computed from is no longer so. */
export type Guard = SQL;

export const UNGUARDED: Guard = sql`SELECT 1 AS guarded`;

/** The path is none, so that the database refuses it and repeats it: words of ours are all that its message is recognised by. */
const REFUSED = 'overtaken by another change';

/** Makes the transaction throw `Overtaken` if one of the conditions holds. Reads what the conditions read. */
export const failWhere = (...conditions: SQL[]): Guard =>
  sql`SELECT CASE WHEN ${sql.join(conditions, sql` OR `)} THEN json_extract('{}', ${REFUSED}) END AS seen`;

/** A guarded change that came too late: nothing was stored. */
export class Overtaken extends Error {}

/** As `REFUSED`, of what must not be written while a backup is being restored. */
export const RESTORING = 'a backup is being restored';

/** What the database threw, or what a statement of ours has made it throw. */
function thrownAs(thrown: unknown): unknown {
  const text = thrown instanceof Error ? `${thrown.message} ${thrown.cause}` : '';
  if (text.includes(REFUSED)) return new Overtaken();
  return text.includes(RESTORING) ? new Error(RESTORING) : thrown;
}
