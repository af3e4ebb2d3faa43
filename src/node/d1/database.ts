import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Turns } from '../turns.ts';
import { d1Error, toD1Error, wrongBindings } from './d1-errors.ts';
import { bindable, toD1Rows } from './d1-values.ts';
import { inTransaction } from './sqlite.ts';
import { type Compiled, compilerOf, mayWrite } from './statements.ts';

interface Parameterized {
  text: string;
  values: readonly SQLInputValue[];
}

interface Options {
  turns?: Turns;
  before?: () => void;
  /** Called after a statement that may write. The argument is its error, or `null` if the statement changed rows. */
  written?: (thrown: unknown) => void;
}

/** Runs statements like D1. Several statements in one call form one transaction. */
class Session {
  readonly #database: DatabaseSync;
  readonly #compile: (text: string) => Compiled;
  readonly #totals: ReturnType<DatabaseSync['prepare']>;
  readonly #turns: Turns;
  readonly #options: Options;

  constructor(database: DatabaseSync, options: Options) {
    this.#database = database;
    this.#compile = compilerOf(database);
    this.#totals = database.prepare('SELECT total_changes() AS changes, last_insert_rowid() AS lastRowId');
    this.#totals.setReadBigInts(true);
    this.#options = options;
    this.#turns = options.turns ?? new Turns();
  }

  async run(statements: readonly Parameterized[]): Promise<D1Result[]> {
    const canWrite = statements.some(({ text }) => mayWrite(text));
    const results = await this.#asD1(canWrite, () => {
      const [only] = statements;
      if (!only) throw d1Error('No SQL statements detected.');
      if (statements.length === 1) return [this.#runOne(only)];
      return inTransaction(this.#database, () => statements.map((statement) => this.#runOne(statement)));
    });
    if (results.some(({ meta }) => meta.changes > 0)) this.#options.written?.(null);
    return results;
  }

  /** Returns rows as arrays, because objects would lose one of two columns with the same name. */
  raw({ text, values }: Parameterized): Promise<{ columns: string[]; rows: unknown[][] }> {
    return this.#asD1(mayWrite(text), () => {
      const compiled = this.#compiled(text, values);
      const { statement, hasRows } = compiled;
      statement.setReturnArrays(true);
      try {
        const rows = hasRows ? (toD1Rows(this.#rows(compiled, values)) as unknown[][]) : [];
        if (!hasRows) statement.run(...values);
        return { columns: statement.columns().map(({ name }) => name), rows };
      } finally {
        statement.setReturnArrays(false);
      }
    });
  }

  exec(text: string): Promise<void> {
    return this.#asD1(true, () => this.#database.exec(text));
  }

  async #asD1<T>(canWrite: boolean, work: () => T): Promise<T> {
    if (this.#turns.isOver) await this.#turns.next();
    try {
      if (canWrite) this.#options.before?.();
      return work();
    } catch (thrown) {
      const error = toD1Error(thrown);
      if (canWrite) this.#options.written?.(error);
      throw error;
    }
  }

  #compiled(text: string, values: readonly SQLInputValue[]): Compiled {
    const compiled = this.#compile(text);
    if (compiled.parameters !== values.length) throw wrongBindings();
    return compiled;
  }

  #runOne({ text, values }: Parameterized): D1Result {
    const start = performance.now();
    const compiled = this.#compiled(text, values);
    const { statement, hasRows, mayWrite } = compiled;
    const before = mayWrite ? this.#readTotals() : null;
    let results: unknown[] = [];
    if (hasRows) results = toD1Rows(this.#rows(compiled, values));
    else statement.run(...values);
    const after = before && this.#readTotals();
    const changes = before && after ? after.changes - before.changes : 0;
    const meta = {
      duration: performance.now() - start,
      changes,
      changed_db: changes > 0,
      // `node:sqlite` does not report the number of rows read.
      rows_read: 0,
      rows_written: changes,
      ...(after ? { last_row_id: after.lastRowId } : {}),
    };
    return { success: true, meta, results } as unknown as D1Result;
  }

  #rows({ statement }: Compiled, values: readonly SQLInputValue[]): object[] {
    try {
      return statement.all(...values);
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw thrown;
      statement.setReadBigInts(true);
      return statement.all(...values);
    }
  }

  /** Returns the number of row changes since the file was opened, including those by triggers and foreign keys. */
  #readTotals(): { changes: number; lastRowId: number } {
    const { changes, lastRowId } = this.#totals.get() ?? {};
    return { changes: Number(changes), lastRowId: Number(lastRowId) };
  }
}

class PreparedStatement {
  readonly #session: Session;
  readonly text: string;
  readonly values: readonly SQLInputValue[];

  constructor(session: Session, text: string, values: readonly SQLInputValue[] = []) {
    this.#session = session;
    this.text = text;
    this.values = values;
  }

  bind(...values: unknown[]): PreparedStatement {
    return new PreparedStatement(this.#session, this.text, values.map(bindable));
  }

  async all(): Promise<D1Result> {
    return (await this.#session.run([this]))[0] as D1Result;
  }

  run(): Promise<D1Result> {
    return this.all();
  }

  async first(column?: string): Promise<unknown> {
    const [row] = (await this.all()).results as Record<string, unknown>[];
    if (!row || column === undefined) return row ?? null;
    if (row[column] === undefined)
      throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`, { cause: new Error('Column not found') });
    return row[column];
  }

  async raw({ columnNames = false }: { columnNames?: boolean } = {}): Promise<unknown[]> {
    const { columns, rows } = await this.#session.raw(this);
    return columnNames ? [columns, ...rows] : rows;
  }
}

/** Creates a D1 client for a SQLite file. There are no replicas, so every session reads this file. */
export function d1On(database: DatabaseSync, options: Options = {}): D1Database {
  const session = new Session(database, options);
  const prepare = (text: string) => new PreparedStatement(session, text);
  const batch = (statements: readonly PreparedStatement[]) => session.run(statements);
  const client = {
    prepare,
    batch,
    exec: async (text: string) => {
      const start = performance.now();
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      for (const [i, line] of lines.entries()) {
        try {
          await session.exec(line);
        } catch (thrown) {
          const reason = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : thrown;
          throw d1Error(`Error in line ${i + 1}: ${line}: ${reason}`, 'D1_EXEC_ERROR');
        }
      }
      return { count: lines.length, duration: performance.now() - start };
    },
    withSession: () => ({ prepare, batch, getBookmark: () => null }),
  };
  return client as unknown as D1Database;
}
