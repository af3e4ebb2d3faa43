import { env } from 'cloudflare:test';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { TRIGGERS } from '../../src/db/tables.ts';
import { ALL_TABLES, INDEXES } from '../../src/operations/all-tables.ts';
import { forgetCheck, NEWEST_MIGRATION } from '../../src/operations/ready.ts';
import { readiness } from '../../src/routes/health.ts';
import { seed } from '../search/seed.ts';
import { ask, rowsRead } from '../support/index.ts';
import { sized } from '../support/size.ts';
import { askReady, askUnder, withDatabase } from './openmetrics.ts';

const broken = withDatabase(() => Promise.reject(new Error('D1_ERROR: Network connection lost')));
const silent = withDatabase(() => new Promise(() => {}));
const run = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .run();

afterEach(async () => {
  await run('DELETE FROM restore_lock');
  await run(`INSERT OR IGNORE INTO d1_migrations (name) VALUES (?)`, NEWEST_MIGRATION);
});

describe('GET /health/live', () => {
  test('the liveness check needs no key and is not cached', async () => {
    const response = await ask('/health/live');
    expect(await response.json()).toEqual({ status: 'success', data: { live: true }, code: 200 });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  test('the liveness check does not depend on the database', async () => {
    expect((await askUnder(broken, '/health/live')).status).toBe(200);
    expect(rowsRead(await ask('/health/live'))).toBe(0);
  });
});

describe('GET /health/ready', () => {
  test('the readiness check needs no key and is not cached', async () => {
    const response = await askReady();
    expect(await response.json()).toEqual({ status: 'success', data: { ready: true }, code: 200 });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    // Most of the rows that are read describe the tables, indexes and triggers of the schema.
    expect(rowsRead(response)).toBeLessThanOrEqual(452);
    expect(rowsRead(await askReady())).toBeLessThanOrEqual(165);
  });

  test('concurrent and repeated readiness requests share a single check', async () => {
    readiness.forget();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('/health/ready')));
    answers.push(await ask('/health/ready'));
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect(answers.filter((answer) => rowsRead(answer) > 0)).toHaveLength(1);
  });

  test('requests that share a hanging check return 503 after their own timeout', async () => {
    const began = performance.now();
    await askReady(silent);
    const alone = performance.now() - began;
    readiness.forget();
    const answers = await Promise.all(Array.from({ length: 8 }, () => askUnder(silent, '/health/ready')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(503));
    expect(performance.now() - began - alone).toBeLessThan(4 * alone);
  });

  test.each<[reason: string, answer: () => Promise<Response>]>([
    ['databaseUnavailable', () => askReady(broken)],
    ['databaseUnavailable', () => askReady(silent)],
    [
      'migrationsMissing',
      async () => {
        await run(`DELETE FROM d1_migrations WHERE name = ?`, NEWEST_MIGRATION);
        return askReady();
      },
    ],
    [
      'migrationsMissing',
      () => askReady(withDatabase(() => Promise.reject(new Error('D1_ERROR: no such table: d1_migrations')))),
    ],
    [
      'restoring',
      async () => {
        await run('INSERT INTO restore_lock (id, started_at) VALUES (1, 0)');
        return askReady();
      },
    ],
    [
      'otherVersion',
      async () => {
        await run(`UPDATE d1_migrations SET name = 'other_' || name`);
        const answer = await askReady();
        await run('DELETE FROM d1_migrations');
        return answer;
      },
    ],
    [
      'databaseDamaged',
      async () => {
        await run('ALTER TABLE companies RENAME TO gone');
        const answer = await askReady();
        await run('ALTER TABLE gone RENAME TO companies');
        return answer;
      },
    ],
  ])('readiness returns 503 with the reason %s', async (reason, answer) => {
    const response = await answer();
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ status: 'error', code: 503, reason });
    expect(body).not.toMatch(/D1_ERROR|d1_migrations|\.sql/);
  });
});

const SOME_TABLES = ALL_TABLES.filter((_, i) => (i + seed) % sized(16, 1) === 0);

test.each(SOME_TABLES.map((table) => getTableName(table)))(
  'readiness returns 503 if the table %s is missing',
  async (name) => {
    await run(`ALTER TABLE ${name} RENAME TO gone`);
    const response = await askReady();
    await run(`ALTER TABLE gone RENAME TO ${name}`);
    expect(await response.json()).toMatchObject({ code: 503, reason: 'databaseDamaged' });
  },
);

const lastColumn = (table: (typeof ALL_TABLES)[number]) => Object.values(getTableColumns(table)).at(-1)?.name ?? '';
test.each(
  ALL_TABLES.filter((_, i) => (i + seed) % sized(16, 6) === 0).map((table) => [getTableName(table), lastColumn(table)]),
)('readiness returns 503 if %s lacks its column %s', async (table, column) => {
  // SQLite cannot rename a column that a view refers to.
  const { results: views } = await definitions('view');
  for (const { name } of views) await run(`DROP VIEW ${name}`);
  await run(`ALTER TABLE ${table} RENAME COLUMN ${column} TO gone`);
  const response = await askReady();
  await run(`ALTER TABLE ${table} RENAME COLUMN gone TO ${column}`);
  for (const { sql } of views) await run(sql);
  expect(await response.json()).toMatchObject({ code: 503, reason: 'databaseDamaged' });
});

const definitions = (type: string) =>
  env.DB.prepare(
    `SELECT name, sql FROM sqlite_master WHERE type = ? AND sql NOT NULL AND name NOT LIKE '_cf%' ORDER BY name`,
  )
    .bind(type)
    .all<{ name: string; sql: string }>();

test.each([
  ['index', INDEXES],
  ['trigger', TRIGGERS],
])('readiness returns 503 if any %s is missing, and 200 once it is restored', async (type, names) => {
  const { results } = await definitions(type);
  expect(results.map(({ name }) => name)).toEqual([...names].sort());
  for (const { name, sql } of [...results.slice(0, 1), ...results.slice(-1)]) {
    await run(`DROP ${type} ${name}`);
    forgetCheck();
    const without = await askReady();
    expect(await without.json(), name).toMatchObject({ code: 503, reason: 'databaseDamaged' });
    await run(sql);
    expect((await askReady()).status, name).toBe(200);
  }
});

test.each(['/health/live', '/health/ready', '/health/live/', '/health/ready/'])(
  'HEAD %s returns 200 without a body',
  async (path) => {
    const response = await ask(path, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  },
);

test.each(['/health/live', '/health/ready'])('POST %s returns 405', async (path) => {
  const response = await ask(path, { method: 'POST' });
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});
