export interface D1Statement {
  sql: string;
  values: unknown[];
}

/** Creates a D1 client that runs statements with `run`, which must execute them in one transaction. */
export function d1By(run: (statements: D1Statement[]) => Promise<D1Result[]>): D1Database {
  const prepare = (sql: string, values: unknown[] = []) => {
    const all = async () => (await run([{ sql, values }]))[0];
    const first = async () => (await all())?.results[0] ?? null;
    return { sql, values, all, first, bind: (...bound: unknown[]) => prepare(sql, bound) };
  };
  return { prepare, batch: run } as unknown as D1Database;
}
