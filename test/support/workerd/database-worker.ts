/**
 * Worker with the database of the tests. It answers the D1 binding as the simulator does, with the same SQLite, but in
 * one call and without checking formats. The simulator takes two to four times as long per request.
 */
import { DurableObject } from 'cloudflare:workers';

interface DatabaseQuery {
  sql: string;
  params?: (string | number | null | number[])[] | null;
}

interface Counters {
  changes: number;
  lastRowId: number;
  /** Size of the database in bytes. */
  size: number;
}

const COMMENT_LINES = /^\s+--.*/gm;
/** A single statement that cannot change the counters. */
const READ_STATEMENT = /^\s*select\b[^;]*;?\s*$/i;

export class TestDatabase extends DurableObject {
  /** Counters after the last statement, or `null` if they are unknown. A full-text index writes when a write commits. */
  #counters: Counters | null = null;

  /**
   * Executes the queries of a request's body in one transaction. Returns the body of the response, in which rows are
   * arrays or objects.
   */
  execute(body: string, rowFormat: 'arrays' | 'objects'): string {
    try {
      const given = JSON.parse(body) as DatabaseQuery | DatabaseQuery[];
      const queries = [given].flat().filter(({ sql }) => sql.replace(COMMENT_LINES, '').trim().length > 0);
      if (queries.length === 0) throw new Error('No SQL statements detected.');
      const run = () => queries.map((query) => this.#run(query, rowFormat));
      const results = this.ctx.storage.transactionSync(run);
      if (!queries.every(({ sql }) => READ_STATEMENT.test(sql))) this.#counters = null;
      return JSON.stringify(results);
    } catch (error) {
      this.#counters = null;
      return JSON.stringify({ success: false, error: error instanceof Error ? error.message : String(error) });
    }
  }

  #count(): Counters {
    const { sql } = this.ctx.storage;
    const [[changes, lastRowId] = []] = sql.exec('SELECT total_changes(), last_insert_rowid()').raw();
    return { changes: Number(changes), lastRowId: Number(lastRowId), size: sql.databaseSize };
  }

  #run({ sql, params }: DatabaseQuery, rowFormat: 'arrays' | 'objects') {
    const before = this.#counters ?? this.#count();
    const values = (params ?? []).map((value) => (Array.isArray(value) ? new Uint8Array(value).buffer : value));
    const start = performance.now();
    const cursor = this.ctx.storage.sql.exec(sql, ...values);
    const columns = cursor.columnNames;
    const rows = Array.from(cursor.raw(), (row) =>
      row.map((value) => (value instanceof ArrayBuffer ? Array.from(new Uint8Array(value)) : value)),
    );
    const duration = performance.now() - start;
    const after = READ_STATEMENT.test(sql) ? before : this.#count();
    this.#counters = after;
    const changes = after.changes - before.changes;
    return {
      success: true,
      results:
        rowFormat === 'arrays'
          ? { columns, rows }
          : rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
      meta: {
        served_by: 'miniflare.db',
        served_by_primary: true,
        total_attempts: 1,
        timings: { sql_duration_ms: duration },
        duration,
        changes,
        last_row_id: after.lastRowId,
        changed_db: changes !== 0 || after.lastRowId !== before.lastRowId || after.size !== before.size,
        size_after: after.size,
        rows_read: cursor.rowsRead,
        rows_written: cursor.rowsWritten,
      },
    };
  }
}

export default {};
