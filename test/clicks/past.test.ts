import { env } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { importClicks, pastClickInput } from '../../src/clicks/import-past-clicks.ts';
import { openDb } from '../../src/db/client.ts';
import { wakeLateWindows } from '../../src/rankings/object/watchdog.ts';
import { openTestDb } from '../support/index.ts';
import { withObjects } from '../support/windows.ts';
import { Faults, faultyEnv } from './exactness/world.ts';
import { clickedArticles, emptyNewsroom, rows, windowRow } from './support.ts';

const HOUR = 3_600_000;
const now = Date.UTC(2034, 6, 1, 12, 30);

beforeEach(async () => {
  await emptyNewsroom();
  await clickedArticles();
});

const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    line: i + 1,
    value: pastClickInput.parse({
      contentId: 1 + (i % 3),
      at: new Date(now - (i % 300) * HOUR).toISOString(),
      reader: `reader ${i % 40}`,
    }),
  }));

test('importing the same clicks twice writes no rows the second time', async () => {
  const first = openTestDb();
  expect(await importClicks(first, env, lines(700), now)).toEqual(new Map());
  expect(first.usage.rowsWritten).toBeGreaterThan(700);
  const published = await Promise.all([0, 1, 2, 3].map(windowRow));
  const second = openTestDb();
  expect(await importClicks(second, env, lines(700), now)).toEqual(new Map());
  expect(second.usage.rowsWritten).toBe(0);
  expect(await Promise.all([0, 1, 2, 3].map(windowRow))).toEqual(published);
});

test('imported readers are stored only as hashes', async () => {
  await importClicks(openTestDb(), env, lines(10), now);
  const ids = (
    await Promise.all([0, 1, 2, 3, 4].map((n) => rows<{ id: string }>(`SELECT id FROM click_ids_${n}`)))
  ).flat();
  expect(ids).toHaveLength(10);
  for (const { id } of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});

test.each([
  ['the running hour', 0, undefined],
  ['14 days ago', 336, undefined],
  ['the hour before that', 337, /older than 14 days/],
  ['an hour ahead', -1, /in the future/],
])('a click from %s is imported if it is at most 14 days old and not in the future', async (_name, ago, message) => {
  const value = {
    ...(lines(1)[0]?.value as ReturnType<typeof lines>[number]['value']),
    at: Math.floor(now / 1000) - ago * 3600,
  };
  const refusals = await importClicks(openTestDb(), env, [{ line: 7, value }], now);
  expect([...refusals]).toEqual(message ? [[7, { at: expect.stringMatching(message) }]] : []);
});

test('the watchdog updates rankings after an import during which the objects were unreachable', async () => {
  const unreachable = withObjects(() => ({ notify: () => Promise.reject(new Error('Network connection lost.')) }));
  await importClicks(openTestDb(), env, lines(1), now);
  await expect(importClicks(openTestDb(), unreachable, lines(6), now)).rejects.toThrow('Network connection lost.');
  expect(await windowRow(0)).toMatchObject({ engagement_24h: 1 });
  expect(await wakeLateWindows(openTestDb(), env, now)).toBe(4);
  expect(await windowRow(0)).toMatchObject({ engagement_24h: 6 });
  expect(await windowRow(3)).toMatchObject({ engagement_24h: 2 });
});

test('the watchdog updates rankings after an import whose response was lost', async () => {
  await importClicks(openTestDb(), env, lines(1), now);
  const faults = new Faults([{ call: 0, when: 'after' }]);
  const lossy = faultyEnv(faults);
  await expect(importClicks(openDb(lossy.DB.withSession()), lossy, lines(6), now)).rejects.toThrow();
  expect(faults.struck).toBe(1);
  expect(await windowRow(0)).toMatchObject({ engagement_24h: 1 });
  await wakeLateWindows(openTestDb(), env, now);
  expect(await windowRow(0)).toMatchObject({ engagement_24h: 6 });
});
