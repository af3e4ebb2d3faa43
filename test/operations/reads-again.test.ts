import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDb } from '../../src/db/client.ts';
import { counts } from '../../src/db/schema.ts';

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

describe('retries after internal errors of D1', () => {
  test('a read is retried after internal errors of D1', async () => {
    const { db, isUsedUp } = failing(2, INTERNAL);
    expect(await db.select().from(counts)).toEqual([]);
    expect(isUsedUp()).toBe(true);
    const { db: other } = failing(2, INTERNAL);
    await other.transaction(sql`SELECT 1`);
  });

  test('a read fails after three attempts', async () => {
    await expect(failing(3, INTERNAL).db.select().from(counts)).rejects.toThrow();
  });

  test('a write is never retried, because it may have succeeded', async () => {
    await expect(failing(1, INTERNAL).db.insert(counts).values(insert)).rejects.toThrow();
    await expect(failing(1, INTERNAL).db.transaction(sql`SELECT 1`, sql`DELETE FROM ${counts}`)).rejects.toThrow();
  });

  test('a read is not retried after a permanent error', async () => {
    await expect(failing(1, 'D1_ERROR: no such table').db.select().from(counts)).rejects.toThrow();
  });
});
