import { fillPlaceholders, is, SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import type { RunnableQuery } from 'drizzle-orm/runnable-query';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';

export interface Usage {
  rowsRead: number;
  rowsWritten: number;
  milliseconds: number;
  /** Number of rows read that responses report. It may be below the actual number, which would reveal click counts. */
  saidRows: number;
  /** Number of rows read that responses do not report, because the number would reveal hidden data. */
  hiddenRows: number;
}

export class PreparedQuery<Row> {
  readonly sql: SQL;
  readonly schema: z.ZodType<Row>;
  constructor(schema: z.ZodType<Row>, sql: SQL) {
    this.schema = schema;
    this.sql = sql;
  }
}

export interface QueryText {
  text: string;
  params: unknown[];
}

/** Builds the SQL text of a query once and reuses it. Building the text takes as long as running a short query. */
export function compileQuery(query: SQL): (values: Record<string, unknown>) => QueryText {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return (values) => ({ text, params: fillPlaceholders(params, values) });
}

interface Builder {
  _prepare(): { mapResult(result: D1Result, isFromBatch: boolean): unknown };
}

export type Statement = RunnableQuery<unknown, 'sqlite'> | PreparedQuery<unknown> | SQL;

type ResultOf<S> =
  S extends PreparedQuery<infer Row> ? Row[] : S extends RunnableQuery<infer Result, 'sqlite'> ? Result : undefined;

export type NamedStatements = Readonly<Record<string, Statement | readonly Statement[]>>;

export type Results<N extends NamedStatements> = {
  [Name in keyof N]: N[Name] extends readonly Statement[] ? ResultsOf<N[Name]> : ResultOf<N[Name]>;
};
type ResultsOf<S extends readonly Statement[]> = { [I in keyof S]: ResultOf<S[I]> };

export interface Db extends Omit<DrizzleD1Database, 'transaction' | 'batch'> {
  readonly usage: Usage;
  /** Runs statements in one transaction, which is one D1 batch. A failed precondition throws `ConflictError`. */
  transaction<const N extends NamedStatements>(named: N): Promise<Results<N>>;
  transaction(...statements: readonly Statement[]): Promise<void>;
  rows<Row>(schema: z.ZodType<Row>, statement: SQL | QueryText): Promise<Row[]>;
}

type Client = Pick<D1Database, 'prepare' | 'batch'>;

const D1_STATEMENT = Symbol('the statement that D1 knows');

/**
 * Opens a database and adds D1 usage to `usage`. Column names of a result must be distinct, because the arrays for
 * drizzle are built from row objects. D1 reports no usage for plain arrays.
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
    const all = async <T>() => record(await retryReads([query], () => statement.all<T>()));
    return {
      [D1_STATEMENT]: statement,
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
    batch: async (statements: { [D1_STATEMENT]: D1PreparedStatement; query: string }[]) => {
      const run = () => client.batch(statements.map((statement) => statement[D1_STATEMENT]));
      return (
        await retryReads(
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
      await retryReads(
        queries.map(({ sql }) => sql),
        run,
      )
    ).map(record);
  };
  const run = async (statements: readonly Statement[]): Promise<D1Result[]> => {
    try {
      return await batch(statements.map(sqlOf));
    } catch (thrown) {
      throw toKnownError(thrown);
    }
  };
  const transaction = async (
    ...given: [NamedStatements] | Statement[]
  ): Promise<Record<string, unknown> | undefined> => {
    const [named] = given;
    if (!isNamed(named)) return void (await run(given as Statement[]));
    const results = (await run(Object.values(named).flat())).values();
    const next = (statement: Statement) => resultOf(statement, results.next().value as D1Result);
    return Object.fromEntries(
      Object.entries(named).map(([name, each]) => [name, isList(each) ? each.map(next) : next(each)]),
    );
  };
  const resultsOf = async ({ text, params }: QueryText) =>
    (await wrap(text, client.prepare(text).bind(...params)).all()).results;
  const rows = async <Row>(schema: z.ZodType<Row>, statement: SQL | QueryText): Promise<Row[]> =>
    z.array(schema).parse(await ('text' in statement ? resultsOf(statement) : database.all(statement)));
  const database = drizzle(metered as unknown as D1Database);
  return Object.assign(database, { usage, rows, transaction }) as unknown as Db;
}

const isList = (each: Statement | readonly Statement[]): each is readonly Statement[] => Array.isArray(each);
const isNamed = (given: NamedStatements | Statement | undefined): given is NamedStatements =>
  given !== undefined && Object.getPrototypeOf(given) === Object.prototype;

const sqlOf = (statement: Statement): SQL => {
  if (statement instanceof PreparedQuery) return statement.sql;
  return (statement as unknown as SQLWrapper).getSQL();
};

function resultOf(statement: Statement, result: D1Result): unknown {
  if (statement instanceof PreparedQuery) return z.array(statement.schema).parse(result.results);
  return is(statement, SQL) ? undefined : (statement as unknown as Builder)._prepare().mapResult(result, true);
}

const dialect = new SQLiteAsyncDialect();

const READ_RETRY_DELAYS_MS = [5, 50];
const isRead = (query: string): boolean => /^\s*SELECT\b/i.test(query);

/** Retries reads that fail inside D1. Such failures occur when a concurrent write fails, for example on a full disk. */
async function retryReads<T>(queries: readonly string[], run: () => Promise<T>): Promise<T> {
  for (const pause of queries.every(isRead) ? READ_RETRY_DELAYS_MS : []) {
    try {
      return await run();
    } catch (thrown) {
      if (!/internal error; reference/.test(String(thrown))) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return run();
}

/** Statement that makes the transaction fail if the state on which a change was based no longer exists. */
export type Precondition = SQL;

export const NO_PRECONDITION: Precondition = sql`SELECT 1 AS guarded`;

/** Error text of a failed precondition. `json_extract` with an invalid path makes SQLite fail with this text. */
const CONFLICT_TEXT = 'overtaken by another change';

/** Builds a precondition. If one of the conditions is true, the transaction throws `ConflictError`. */
export const failWhere = (...conditions: SQL[]): Precondition =>
  sql`SELECT CASE WHEN ${sql.join(conditions, sql` OR `)} THEN json_extract('{}', ${CONFLICT_TEXT}) END AS seen`;

/** Error of a transaction that a precondition stopped before anything was stored. */
export class ConflictError extends Error {}

/** Text that SQLite's error message contains if a write happens during a restore. */
export const RESTORING = 'a backup is being restored';

function toKnownError(thrown: unknown): unknown {
  const text = thrown instanceof Error ? `${thrown.message} ${thrown.cause}` : '';
  if (text.includes(CONFLICT_TEXT)) return new ConflictError();
  return text.includes(RESTORING) ? new Error(RESTORING) : thrown;
}
