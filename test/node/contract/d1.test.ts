import { beforeAll, describe, expect, test } from 'vitest';
import { runtime } from './runtime.ts';

describe.each(Object.entries(runtime.databases))('%s', (_, open) => {
  let db: D1Database;

  beforeAll(async () => {
    db = await open();
    await db.exec('CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT UNIQUE, data BLOB, size REAL)');
    await db.exec(
      'CREATE TABLE parents (id INTEGER PRIMARY KEY); CREATE TABLE children (parent REFERENCES parents (id) ON DELETE CASCADE)',
    );
    await db.exec(
      'CREATE TABLE log (id INTEGER); CREATE TRIGGER logged AFTER INSERT ON parents BEGIN INSERT INTO log VALUES (new.id); END',
    );
  });

  const first = (sql: string, ...values: unknown[]) =>
    db
      .prepare(sql)
      .bind(...values)
      .first();

  describe('values in D1', () => {
    test.each([
      ['a text', 'naïve 東京', 'naïve 東京', 'text'],
      ['an empty text', '', '', 'text'],
      ['a text with a zero', '\u0000x', '\u0000x', 'text'],
      ['a whole number', 42, 42, 'real'],
      ['a negative zero', -0, 0, 'real'],
      ['a fraction', 1.5, 1.5, 'real'],
      ['a large number', 2 ** 53, 2 ** 53, 'real'],
      ['true', true, 1, null],
      ['false', false, 0, null],
      ['null', null, null, 'null'],
      ['not a number', Number.NaN, null, 'null'],
      ['infinity', Number.POSITIVE_INFINITY, null, 'null'],
      ['bytes', new Uint8Array([1, 2, 255]), [1, 2, 255], 'blob'],
      ['a part of a buffer', new Uint8Array([1, 2, 3]).subarray(1, 2), [2], 'blob'],
      ['a buffer', new ArrayBuffer(2), [0, 0], 'blob'],
      ['a list of bytes', [1, 2], [1, 2], 'blob'],
    ])('%s is bound and returned', async (_, value, expected, type) => {
      const row = await first('SELECT ?1 AS value, typeof(?1) AS type', value);
      expect(row).toEqual({ value: expected, type: type ?? 'real' });
    });

    test.each([
      ['undefined', undefined, `Type 'undefined' not supported for value 'undefined'`],
      ['a bigint', 1n, `Type 'bigint' not supported for value '1'`],
      ['an object', {}, `Type 'object' not supported for value '[object Object]'`],
      ['a list of larger numbers', [300], `Type 'object' not supported for value '300'`],
    ])('binding %s is rejected', (_, value, text) => {
      expect(() => db.prepare('SELECT ?').bind(value)).toThrow(`D1_TYPE_ERROR: ${text}`);
    });

    test('integers above 2^53 are returned as the nearest float', async () => {
      expect(await first('SELECT 9007199254740993 AS a, 9223372036854775807 AS b')).toEqual({
        a: 9_007_199_254_740_992,
        b: 2 ** 63,
      });
      const inserted = await db.prepare('INSERT INTO log VALUES (9007199254740993) RETURNING id').all();
      expect(inserted.results).toEqual([{ id: 9_007_199_254_740_992 }]);
      expect(await first('SELECT count(*) AS n FROM log')).toEqual({ n: 1 });
      await db.exec('DELETE FROM log');
    });
  });

  describe('statements in D1', () => {
    test('first() returns a row, a column or null', async () => {
      const statement = db.prepare('SELECT 1 AS one, NULL AS none');
      expect(await statement.first()).toEqual({ one: 1, none: null });
      expect(await statement.first('one')).toBe(1);
      expect(await statement.first('none')).toBeNull();
      expect(await db.prepare('SELECT 1 AS one WHERE 0').first('one')).toBeNull();
      await expect(statement.first('two')).rejects.toThrow('D1_COLUMN_NOTFOUND: Column not found (two)');
    });

    test('raw() keeps all columns with the same name, and all() keeps only the last one', async () => {
      const statement = db.prepare('SELECT 1 AS a, 2 AS b, 3 AS b');
      expect(await statement.raw()).toEqual([[1, 2, 3]]);
      expect(await statement.raw({ columnNames: true })).toEqual([
        ['a', 'b', 'b'],
        [1, 2, 3],
      ]);
      expect((await statement.all()).results).toEqual([{ a: 1, b: 3 }]);
    });

    test('numbered parameters are bound by number', async () => {
      expect(await first('SELECT ?2 AS x, ?1 AS y, ?2 AS z', 1, 2)).toEqual({ x: 2, y: 1, z: 2 });
      expect(await first(`SELECT '?' AS x, ? AS "y?" -- ?`, 1)).toEqual({ x: '?', 'y?': 1 });
    });

    test.each([
      ['SELECT ?, ?', [1]],
      ['SELECT ?', [1, 2]],
      ['SELECT ?', []],
    ])('%s with parameters %j is rejected', async (sql, values) => {
      await expect(
        db
          .prepare(sql)
          .bind(...values)
          .all(),
      ).rejects.toThrow('D1_ERROR: Wrong number of parameter bindings for SQL query.');
    });

    test('exec() runs each line and returns the number of lines', async () => {
      expect(await db.exec('SELECT 1;\nSELECT 2')).toMatchObject({ count: 2 });
      await expect(db.exec('SELECT * FROM missing')).rejects.toThrow(
        'D1_EXEC_ERROR: Error in line 1: SELECT * FROM missing: no such table: missing: SQLITE_ERROR',
      );
    });

    test('a session has the interface of the database', async () => {
      const session = db.withSession('first-primary');
      expect(await session.prepare('SELECT 1 AS one').first('one')).toBe(1);
      expect(await session.batch([session.prepare('SELECT 2 AS two')])).toMatchObject([{ results: [{ two: 2 }] }]);
    });

    test('full-text search, JSON and mathematical functions are available', async () => {
      await db.exec('CREATE VIRTUAL TABLE words USING fts5(text)');
      await db.prepare('INSERT INTO words VALUES (?)').bind('the old house').run();
      expect(await first('SELECT rowid AS id FROM words WHERE words MATCH ?', '"old house"')).toEqual({ id: 1 });
      expect(
        await first(
          `SELECT exp(0) AS e, ln(1) AS l, pow(2, 3) AS p, json_group_array(value) AS j FROM json_each('[1,2]')`,
        ),
      ).toEqual({ e: 1, l: 0, p: 8, j: '[1,2]' });
    });
  });

  describe('result metadata in D1', () => {
    test('a result contains the number of changes and the id of the last row', async () => {
      const { meta, results, success } = await db.prepare(`INSERT INTO items (name) VALUES ('m1'), ('m2')`).run();
      expect({ results, success }).toEqual({ results: [], success: true });
      expect(meta).toMatchObject({ changes: 2, changed_db: true });
      expect(await first('SELECT id FROM items WHERE name = ?', 'm2')).toEqual({ id: meta.last_row_id });
      expect(meta.duration).toBeGreaterThanOrEqual(0);
    });

    test('the result of a query reports no changes', async () => {
      const { meta } = await db.prepare('SELECT * FROM items').all();
      expect(meta).toMatchObject({ changes: 0, changed_db: false });
    });

    test('a statement that begins with WITH reports changes if it writes', async () => {
      const names = `WITH named(name) AS (\n  VALUES ('w1'), ('w2'))\n`;
      const read = await db.prepare(`${names}SELECT name, 'delete' AS word FROM named`).all();
      expect([read.results.length, read.meta.changes]).toEqual([2, 0]);
      const { meta } = await db.prepare(`${names}insert INTO items (name) SELECT name FROM named`).run();
      expect(meta).toMatchObject({ changes: 2, changed_db: true });
      const { meta: deleted } = await db
        .prepare(`${names}DELETE FROM items WHERE name IN (SELECT name FROM named)`)
        .run();
      expect(deleted.changes).toBe(2);
    });

    test('a result counts changes by triggers and foreign keys', async () => {
      const [inserted] = await db.batch([db.prepare('INSERT INTO parents VALUES (1), (2)')]);
      expect(inserted?.meta.changes).toBe(4);
      await db.prepare('INSERT INTO children VALUES (1), (1), (2)').run();
      expect((await db.prepare('DELETE FROM parents WHERE id = 1').run()).meta.changes).toBe(3);
    });

    test('a result with RETURNING contains the rows and the number of changes', async () => {
      const { results, meta } = await db.prepare('INSERT INTO parents VALUES (6), (7) RETURNING id').all();
      expect(results).toEqual([{ id: 6 }, { id: 7 }]);
      expect(meta.changes).toBe(4);
    });
  });

  describe('batch() in D1', () => {
    test('batch() returns the result of each statement', async () => {
      const results = await db.batch([
        db.prepare(`INSERT INTO items (name) VALUES ('b1')`),
        db.prepare(`SELECT name FROM items WHERE name = 'b1'`),
        db.prepare(`UPDATE items SET size = 1 WHERE name = 'b1'`),
      ]);
      expect(results.map(({ results, meta }) => [results, meta.changes])).toEqual([
        [[], 1],
        [[{ name: 'b1' }], 0],
        [[], 1],
      ]);
    });

    test('batch() stores nothing if one statement fails', async () => {
      const failing = db.batch([
        db.prepare(`INSERT INTO items (name) VALUES ('lost')`),
        db.prepare('INSERT INTO items (name) VALUES (?)').bind('b1'),
      ]);
      await expect(failing).rejects.toThrow('UNIQUE constraint failed: items.name');
      expect(await first('SELECT count(*) AS n FROM items WHERE name = ?', 'lost')).toEqual({ n: 0 });
    });

    test('a batch is a transaction, isolated from concurrent ones', async () => {
      const add = (name: string) =>
        db.batch([
          db.prepare('INSERT INTO items (name, size) SELECT ?, count(*) FROM items').bind(name),
          db.prepare('UPDATE items SET size = size - (SELECT count(*) FROM items) WHERE name = ?').bind(name),
        ]);
      await Promise.all(Array.from({ length: 20 }, (_, i) => add(`at the same time ${i}`)));
      expect(await first(`SELECT DISTINCT size FROM items WHERE name LIKE 'at the same time%'`)).toEqual({ size: -1 });
    });

    test('batch() rejects an empty list', async () => {
      await expect(db.batch([])).rejects.toThrow('D1_ERROR: No SQL statements detected.');
    });
  });

  describe('errors in D1', () => {
    test.each([
      ['SELECT * FROM missing', 'no such table: missing: SQLITE_ERROR'],
      ['SELECT missing FROM items', 'no such column: missing: SQLITE_ERROR'],
      ['SELEC 1', 'near "SELEC": syntax error: SQLITE_ERROR'],
      [
        `INSERT INTO items (name) VALUES ('m1')`,
        'UNIQUE constraint failed: items.name: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)',
      ],
      [
        'INSERT INTO items (id) VALUES (1)',
        'UNIQUE constraint failed: items.id: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_PRIMARYKEY)',
      ],
      [
        'INSERT INTO children VALUES (99)',
        'FOREIGN KEY constraint failed: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_FOREIGNKEY)',
      ],
      [`SELECT json_extract('{}', 'words of ours')`, `bad JSON path: 'words of ours': SQLITE_ERROR`],
      [`SELECT 'a' LIKE '${'x'.repeat(51)}'`, 'LIKE or GLOB pattern too complex: SQLITE_ERROR'],
      [`SELECT ${Array.from({ length: 101 }, (_, i) => i).join()}`, 'too many columns in result set: SQLITE_ERROR'],
      [
        Array.from({ length: 6 }, (_, i) => `SELECT ${i}`).join(' UNION ALL '),
        'too many terms in compound SELECT: SQLITE_ERROR',
      ],
      ['', 'No SQL statements detected.'],
      [`ATTACH 'x' AS y`, 'not authorized: SQLITE_AUTH'],
    ])('%.40s throws the documented error', async (sql, text) => {
      const thrown = await db
        .prepare(sql)
        .all()
        .then(
          () => null,
          (error: Error) => error,
        );
      expect(thrown).toBeInstanceOf(Error);
      // Node does not report the offset of an SQL error.
      const [message, cause] = [thrown?.message, (thrown?.cause as Error | undefined)?.message].map((each) =>
        each?.replace(/ at offset \d+/, ''),
      );
      expect([message, cause]).toEqual([`D1_ERROR: ${text}`, text]);
    });

    test('an error raised by a trigger has its own message', async () => {
      await db.exec(`CREATE TRIGGER refused BEFORE DELETE ON items BEGIN SELECT RAISE(ABORT, 'not now'); END`);
      await expect(db.exec('DELETE FROM items')).rejects.toThrow('not now: SQLITE_CONSTRAINT');
    });

    test('more than a hundred parameters are rejected', async () => {
      const values = Array.from({ length: 101 }, (_, i) => i);
      const statement = db.prepare(`SELECT ${values.map(() => '?').join()}`).bind(...values);
      await expect(statement.all()).rejects.toThrow('D1_ERROR: too many SQL variables');
    });

    test('BEGIN and SAVEPOINT are rejected', async () => {
      await expect(db.prepare('BEGIN').run()).rejects.toThrow(/^D1_ERROR: .*transaction/);
      await expect(db.prepare('SAVEPOINT x').run()).rejects.toThrow(/^D1_ERROR: .*transaction/);
    });
  });
});
