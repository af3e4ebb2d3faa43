import { env } from 'cloudflare:test';
import { type Db, openDb } from '../../../src/db/client.ts';

/**
 * Returns a database that calls `before` once, just before the first transaction with a statement that matches `says`.
 */
export function dbWithBefore(says: RegExp, before: () => Promise<void>): Db {
  const texts = new WeakMap<object, string>();
  let isDone = false;
  const prepare = (query: string) => {
    const statement = env.DB.prepare(query);
    const bind = (...values: unknown[]) => {
      const bound = statement.bind(...values);
      texts.set(bound, query);
      return bound;
    };
    return { bind, all: () => statement.all() } as never;
  };
  const batch = async (statements: D1PreparedStatement[]) => {
    if (!isDone && statements.some((statement) => says.test(texts.get(statement) ?? ''))) {
      isDone = true;
      await before();
    }
    return env.DB.batch(statements);
  };
  return openDb({ prepare, batch: batch as D1Database['batch'] });
}
