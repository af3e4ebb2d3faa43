import { beforeEach, expect, test } from 'vitest';
import { dailySalt, deleteOldSalts, forgetSalts, readerHash } from '../../src/clicks/reader.ts';
import { salts } from '../../src/db/schema.ts';
import { openTestDb } from '../support/index.ts';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 4, 12, 12);
const db = openTestDb();

beforeEach(async () => {
  await db.delete(salts);
  forgetSalts();
});

test('a salt holds for a UTC day, in every isolate, and has 256 bits', async () => {
  const salt = await dailySalt(db, NOON);
  expect(salt).toMatch(/^[0-9a-f]{64}$/);
  forgetSalts();
  expect(await dailySalt(db, NOON - 12 * 3_600_000)).toBe(salt);
  expect(await dailySalt(db, NOON + 12 * 3_600_000 - 1)).toBe(salt);
  expect(await dailySalt(db, NOON + 12 * 3_600_000)).not.toBe(salt);
});

test('isolates that begin the day together agree on one salt', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => dailySalt(db, NOON)));
  expect(new Set(made).size).toBe(1);
});

test('a known salt costs no query', async () => {
  await dailySalt(db, NOON);
  const { rowsRead } = db.usage;
  await dailySalt(db, NOON + 1000);
  expect(db.usage.rowsRead).toBe(rowsRead);
});

test('a reader is the same for a day and another one the next', async () => {
  const hash = async (now: number, address = '192.0.2.7', agent = 'Firefox') =>
    readerHash(await dailySalt(db, now), address, agent);
  const reader = await hash(NOON);
  expect(reader).toMatch(/^[0-9a-f]{32}$/);
  expect(await hash(NOON + 60_000)).toBe(reader);
  expect(await hash(NOON + DAY)).not.toBe(reader);
  expect(await hash(NOON, '192.0.2.8')).not.toBe(reader);
  expect(await hash(NOON, '192.0.2.7', 'Chrome')).not.toBe(reader);
});

test.each([
  ['the day itself', 0, true],
  ['the day after', DAY, true],
  ['the last moment of the day after', 1.5 * DAY - 1, true],
  ['48 hours after it began', 1.5 * DAY, false],
])('a salt on %s', async (_, later, kept) => {
  await dailySalt(db, NOON);
  await deleteOldSalts(db, NOON + later);
  expect(await db.select().from(salts)).toHaveLength(kept ? 1 : 0);
});
