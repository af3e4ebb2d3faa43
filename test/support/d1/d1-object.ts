import { DurableObject } from 'cloudflare:workers';

type Value = string | number | null | number[];

interface Query {
  sql: string;
  params?: Value[] | null;
}

interface Changes {
  totalChanges: number;
  lastRowId: number;
}

/**
 * D1 database of the tests: SQLite in an object, as in the platform's simulator, but reached by one call instead of two
 * HTTP requests. `direct.test.ts` compares both.
 */
export class D1Object extends DurableObject {
  #changes: Changes = { totalChanges: 0, lastRowId: 0 };
  #size = 0;

  /** Runs the body of a D1 request in one transaction. Returns the body of the response. */
  query(body: string, areRows: boolean): string {
    const given = JSON.parse(body) as Query | Query[];
    const queries = (Array.isArray(given) ? given : [given]).filter(({ sql }) => sql.replace(/^\s+--.*/gm, '').trim());
    try {
      if (queries.length === 0) throw new Error('No SQL statements detected.');
      return JSON.stringify(this.ctx.storage.transactionSync(() => queries.map((query) => this.#run(query, areRows))));
    } catch (thrown) {
      return JSON.stringify({ success: false, error: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  }

  #run({ sql, params }: Query, areRows: boolean): object {
    const canWrite = !/^\s*SELECT\b/i.test(sql);
    const before = canWrite ? this.#readChanges() : this.#changes;
    const sizeBefore = this.#size;
    const began = performance.now();
    const cursor = this.ctx.storage.sql.exec(sql, ...(params ?? []).map(toSql));
    const { columnNames: columns } = cursor;
    const rows = Array.from(cursor.raw(), (row) => row.map(toJson));
    const duration = performance.now() - began;
    if (canWrite) {
      this.#changes = this.#readChanges();
      this.#size = this.ctx.storage.sql.databaseSize;
    }
    const { totalChanges, lastRowId } = this.#changes;
    const changes = totalChanges - before.totalChanges;
    return {
      success: true,
      results: areRows
        ? { columns, rows }
        : rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
      meta: {
        served_by: 'miniflare.db',
        served_by_primary: true,
        total_attempts: 1,
        timings: { sql_duration_ms: duration },
        duration,
        changes,
        last_row_id: lastRowId,
        changed_db: changes > 0 || lastRowId !== before.lastRowId || this.#size !== sizeBefore,
        size_after: this.#size,
        rows_read: cursor.rowsRead,
        rows_written: cursor.rowsWritten,
      },
    };
  }

  #readChanges(): Changes {
    const query = 'SELECT total_changes() AS totalChanges, last_insert_rowid() AS lastRowId';
    return this.ctx.storage.sql.exec<Changes & Record<string, number>>(query).one();
  }
}

const toSql = (value: Value) => (Array.isArray(value) ? new Uint8Array(value).buffer : value);
const toJson = (value: SqlStorageValue) => (value instanceof ArrayBuffer ? Array.from(new Uint8Array(value)) : value);

export default { fetch: () => new Response(null, { status: 404 }) };
