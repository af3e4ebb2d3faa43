import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ConflictError, failWhere, NO_PRECONDITION, PreparedQuery } from '../../src/db/client.ts';
import { clickTotals } from '../../src/db/schema.ts';
import { openTestDb } from '../support/index.ts';

const row = (outcome: string, clicks: number) => ({ outcome, clicks, through: 1 });
const names = new PreparedQuery(
  z.object({ name: z.string() }),
  sql`SELECT outcome AS name FROM ${clickTotals} ORDER BY outcome`,
);

beforeEach(async () => {
  await openTestDb().delete(clickTotals);
});

describe('Db.transaction', () => {
  test('a transaction returns results under the names of its statements, even with unnamed statements in between', async () => {
    const db = openTestDb();
    const { before, written, after } = await db.transaction({
      guard: NO_PRECONDITION,
      before: names,
      written: db.insert(clickTotals).values(row('b', 2)).returning({ name: clickTotals.outcome }),
      between: [sql`SELECT 1`, sql`SELECT 2`],
      after: names,
    });
    expect({ before, written, after }).toEqual({ before: [], written: [{ name: 'b' }], after: [{ name: 'b' }] });
  });

  test('a transaction returns a list for a list of statements, even if it is empty', async () => {
    const db = openTestDb();
    const inserted = ['b', 'a'].map((name) =>
      db.insert(clickTotals).values(row(name, 1)).returning({ name: clickTotals.outcome }),
    );
    const { none, some, all } = await db.transaction({
      none: [] as PreparedQuery<unknown>[],
      some: inserted,
      all: [names, names],
    });
    expect({ none, some, all }).toEqual({
      none: [],
      some: [[{ name: 'b' }], [{ name: 'a' }]],
      all: [
        [{ name: 'a' }, { name: 'b' }],
        [{ name: 'a' }, { name: 'b' }],
      ],
    });
  });

  test('a transaction is atomic and reads and writes the same rows as its statements would alone', async () => {
    const [alone, named] = [openTestDb(), openTestDb()];
    await alone.transaction(alone.insert(clickTotals).values(row('a', 1)), names.sql);
    await named.delete(clickTotals);
    const { rowsRead, rowsWritten } = named.usage;
    await named.transaction({ stored: named.insert(clickTotals).values(row('a', 1)), names });
    expect([named.usage.rowsRead - rowsRead, named.usage.rowsWritten - rowsWritten]).toEqual([
      alone.usage.rowsRead,
      alone.usage.rowsWritten,
    ]);
    await expect(
      named.transaction({ first: named.insert(clickTotals).values(row('b', 1)), bad: sql`SELECT` }),
    ).rejects.toThrow();
    expect(await named.rows(names.schema, names.sql)).toEqual([{ name: 'a' }]);
  });
});

describe('preconditions of a transaction', () => {
  const stored = (name: string) => sql`EXISTS (SELECT 1 FROM ${clickTotals} WHERE ${clickTotals.outcome} = ${name})`;

  test('a failed precondition throws a ConflictError and stores nothing', async () => {
    const db = openTestDb();
    await db.insert(clickTotals).values(row('a', 1));
    const insert = () => db.insert(clickTotals).values(row('b', 1));
    await expect(db.transaction({ guard: failWhere(stored('a')), b: insert() })).rejects.toThrow(ConflictError);
    await expect(db.transaction(insert(), failWhere(stored('c'), stored('b')))).rejects.toThrow(ConflictError);
    expect(await db.rows(names.schema, names.sql)).toEqual([{ name: 'a' }]);
  });

  test('a fulfilled precondition has no effect', async () => {
    const db = openTestDb();
    await db.transaction({ guard: failWhere(stored('a')), a: db.insert(clickTotals).values(row('a', 1)) });
    expect(await db.rows(names.schema, names.sql)).toEqual([{ name: 'a' }]);
  });

  test.each([
    ['invalid JSON text', sql`SELECT json('overtaken')`],
    ['an invalid JSON list', sql`SELECT value FROM json_each('[1')`],
    ['an invalid JSON path', sql`SELECT json_extract('{}', 'title')`],
    ['an invalid JSON patch', sql`SELECT json_patch('{}', '{')`],
    [
      'a key that is stored',
      sql`INSERT INTO ${clickTotals} (outcome, clicks, through) VALUES ('a', 1, 1), ('a', 1, 1)`,
    ],
  ])('%s is not reported as a failed precondition', async (_, faulty) => {
    const thrown = await openTestDb()
      .transaction(NO_PRECONDITION, faulty)
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).not.toBeInstanceOf(ConflictError);
  });
});
