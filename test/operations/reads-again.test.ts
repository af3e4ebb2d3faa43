import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDb } from '../../src/db/client.ts';
import { counts } from '../../src/db/schema.ts';

/** The database, whose next calls fail as D1 says it. */
function failing(times: number, message: string) {
  let left = times;
  const fail = () => {
    if (left-- > 0) throw new Error(message);
  };
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values));
        if (name === 'all')
          return async () => {
            fail();
            return target.all();
          };
        return Reflect.get(target, name);
      },
    });
  const db = openDb({
    prepare: (query) => wrap(env.DB.prepare(query)),
    batch: async () => {
      fail();
      return env.DB.batch([env.DB.prepare('SELECT 1')]);
    },
  });
  return { db, isUsedUp: () => left <= 0 };
}

const INTERNAL = 'D1_ERROR: internal error; reference = abc';
const insert = { name: 'articles', count: 1, at: 1 } as const;

describe('what fails within D1', () => {
  test('is read again, also several at once', async () => {
    const { db, isUsedUp } = failing(2, INTERNAL);
    expect(await db.select().from(counts)).toEqual([]);
    expect(isUsedUp()).toBe(true);
    const { db: other } = failing(2, INTERNAL);
    await other.transaction(sql`SELECT 1`);
  });

  test('is not read for ever', async () => {
    await expect(failing(3, INTERNAL).db.select().from(counts)).rejects.toThrow();
  });

  test('is never written again, since it may have been written', async () => {
    await expect(failing(1, INTERNAL).db.insert(counts).values(insert)).rejects.toThrow();
    await expect(failing(1, INTERNAL).db.transaction(sql`SELECT 1`, sql`DELETE FROM ${counts}`)).rejects.toThrow();
  });

  test('is not read again where waiting is of no use', async () => {
    await expect(failing(1, 'D1_ERROR: no such table').db.select().from(counts)).rejects.toThrow();
  });
});
