import { env } from 'cloudflare:test';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { keepSalts } from '../../src/clicks/housekeeping.ts';
import {
  deleteBrokenSalts,
  deleteOldSalts,
  forgetSalts,
  importSalt,
  prepareSalts,
  readerSalt,
} from '../../src/clicks/salts/salts.ts';
import { importSalts, readerSalts } from '../../src/db/schema.ts';
import { assumeTrusted } from '../../src/db/trusted-time.ts';
import { openTestDb } from '../support/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 4, 12);
const NOON = MIDNIGHT + 12 * HOUR;
const TODAY = MIDNIGHT / DAY;
const db = openTestDb();
const kv = env.SALTS;
const stores = { db, kv };

const names = async () => (await kv.list()).keys.map(({ name }) => name).toSorted();
const rows = () => db.select().from(readerSalts).orderBy(readerSalts.day);

beforeEach(async () => {
  for (const name of await names()) await kv.delete(name);
  await db.delete(readerSalts);
  await db.delete(importSalts);
  forgetSalts();
});

describe('daily salt', () => {
  test('the salt is the same for a UTC day in all isolates and has 256 bits in each store', async () => {
    const salt = await readerSalt(stores, NOON);
    expect(salt).toMatch(/^[0-9a-f]{128}$/);
    forgetSalts();
    expect(await readerSalt(stores, MIDNIGHT)).toBe(salt);
    expect(await readerSalt(stores, MIDNIGHT + DAY - 1)).toBe(salt);
    expect(await readerSalt(stores, MIDNIGHT + DAY)).not.toBe(salt);
  });

  test('each store contains half of the salt, and the name of the key reveals nothing about the other half', async () => {
    const salt = await readerSalt(stores, NOON);
    const [row] = await rows();
    const other = await kv.get(row?.name ?? '');
    expect([row?.half, other]).toEqual([salt.slice(0, 64), salt.slice(64)]);
    expect(row?.name).toMatch(/^[0-9a-f]{32}$/);
  });

  test('isolates that start concurrently agree on one salt and leave no unused halves', async () => {
    const isolates = Array.from({ length: 8 }, () => openTestDb());
    const made = await Promise.all(
      isolates.map((own) => {
        forgetSalts();
        return readerSalt({ db: own, kv }, NOON);
      }),
    );
    expect(new Set(made).size).toBe(1);
    expect(await names()).toEqual([(await rows())[0]?.name]);
  });

  test('a cached salt is returned without queries', async () => {
    await readerSalt(stores, NOON);
    const { rowsRead } = db.usage;
    const unasked = { get: () => Promise.reject(new Error('asked')) } as unknown as typeof kv;
    await readerSalt({ db, kv: unasked }, NOON + 1000);
    expect(db.usage.rowsRead).toBe(rowsRead);
  });

  test.each<[string, Partial<typeof kv>]>([
    ['without its half in the key-value store', { get: async () => null } as never],
    ['in an unreachable key-value store', { get: () => Promise.reject(new Error('KV GET failed: 500')) } as never],
  ])('a salt %s is unavailable until its other half can be read', async (_, broken) => {
    const salt = await readerSalt(stores, NOON);
    forgetSalts();
    await expect(readerSalt({ db, kv: { ...methods, ...broken } }, NOON)).rejects.toThrow('is not available');
    expect(await readerSalt(stores, NOON)).toBe(salt);
    expect(await rows()).toHaveLength(1);
  });

  test('no salt is created if the key-value store fails', async () => {
    const full = { ...methods, put: () => Promise.reject(new Error('KV PUT failed: 429')) };
    await expect(readerSalt({ db, kv: full }, NOON)).rejects.toThrow('is not available');
    expect(await rows()).toEqual([]);
  });
});

const methods = {
  get: (name: string) => kv.get(name),
  put: (name: string, value: string, options?: KVNamespacePutOptions) => kv.put(name, value, options),
  delete: (name: string) => kv.delete(name),
} as unknown as Pick<KVNamespace, 'get' | 'put' | 'delete'>;

describe('prepareSalts', () => {
  test.each([
    ['just after noon', NOON + 1, [TODAY, TODAY + 1, TODAY + 2]],
    ['just before noon', NOON - 1, [TODAY, TODAY + 1]],
    ['at midnight', MIDNIGHT, [TODAY, TODAY + 1]],
  ])('prepareSalts creates salts for the current and the following days: %s', async (_, now, days) => {
    await prepareSalts(stores, now);
    expect((await rows()).map(({ day }) => day)).toEqual(days);
    const before = await rows();
    await prepareSalts(stores, now);
    expect(await rows()).toEqual(before);
  });

  test('a day uses the salt that was created in advance', async () => {
    await prepareSalts(stores, NOON);
    const [, tomorrow] = await rows();
    expect((await readerSalt(stores, MIDNIGHT + DAY)).slice(0, 64)).toBe(tomorrow?.half);
  });
});

describe('deleteOldSalts', () => {
  test.each([
    ['the same day', 0, true],
    ['the last millisecond of the next day', 1.5 * DAY - 1, true],
    ['48 hours after the start of the day', 1.5 * DAY, false],
  ])('a salt is kept until the end of the next day: %s', async (_, later, kept) => {
    await readerSalt(stores, NOON);
    await deleteOldSalts(stores, assumeTrusted(NOON + later));
    expect([(await rows()).length, (await names()).length]).toEqual(kept ? [1, 1] : [0, 0]);
  });

  test('the half in the database is overwritten before its row is deleted, because deleted bytes stay in the file', async () => {
    await readerSalt(stores, NOON);
    const [row] = await rows();
    await env.DB.batch([
      env.DB.prepare('CREATE TABLE deleted_rows (name TEXT, half TEXT)'),
      env.DB.prepare(
        'CREATE TRIGGER deletes BEFORE DELETE ON reader_salts BEGIN INSERT INTO deleted_rows VALUES (old.name, old.half); END',
      ),
    ]);
    try {
      await deleteOldSalts(stores, assumeTrusted(NOON + 1.5 * DAY));
      const { results } = await env.DB.prepare('SELECT name, half FROM deleted_rows').all();
      expect(results).toEqual([{ name: '0'.repeat(row?.name.length ?? 0), half: '0'.repeat(row?.half.length ?? 0) }]);
    } finally {
      await env.DB.batch([env.DB.prepare('DROP TRIGGER deletes'), env.DB.prepare('DROP TABLE deleted_rows')]);
    }
  });

  test('the key-value store expires salts even if the cron job never runs', async () => {
    await readerSalt(stores, NOON);
    const { keys } = await kv.list();
    const left = (keys[0]?.expiration ?? 0) - Date.now() / 1000;
    expect(Math.abs(left - 36 * 3600)).toBeLessThan(60);
  });

  test('the row is kept if the key-value store is unreachable, so that both halves are deleted later', async () => {
    await readerSalt(stores, NOON);
    const broken = { ...methods, delete: () => Promise.reject(new Error('KV DELETE failed')) };
    await expect(deleteOldSalts({ db, kv: broken }, assumeTrusted(NOON + 2 * DAY))).rejects.toThrow('DELETE failed');
    expect(await rows()).toHaveLength(1);
  });

  test('current salts stay unchanged', async () => {
    await prepareSalts(stores, NOON);
    const before = await rows();
    await keepSalts(stores, NOON + DAY);
    expect((await rows()).slice(0, 3)).toEqual(before);
  });
});

describe('salts of imports', () => {
  const day = TODAY - 14;

  test('imports have their own salt per day, different from the salt of beacons', async () => {
    const imported = await importSalt(stores, TODAY, NOON);
    expect(await importSalt(stores, day, NOON)).not.toBe(imported);
    expect(await readerSalt(stores, NOON)).not.toBe(imported);
    forgetSalts();
    expect(await importSalt(stores, TODAY, NOON)).toBe(imported);
  });

  test('the salt for imports of a day is kept as long as that day can be imported', async () => {
    const salt = await importSalt(stores, TODAY, NOON);
    await deleteOldSalts(stores, assumeTrusted(MIDNIGHT + 15 * DAY - 1));
    forgetSalts();
    expect(await importSalt(stores, TODAY, NOON)).toBe(salt);
    await deleteOldSalts(stores, assumeTrusted(MIDNIGHT + 15 * DAY));
    expect(await db.select().from(importSalts)).toEqual([]);
  });

  test('a restored salt without its other half is replaced, but only an hour after its creation', async () => {
    const salt = await importSalt(stores, TODAY, NOON);
    for (const name of await names()) await kv.delete(name);
    forgetSalts();
    await expect(importSalt(stores, TODAY, NOON + HOUR - 1000)).rejects.toThrow('is not available');
    const replaced = await importSalt(stores, TODAY, NOON + HOUR);
    expect(replaced).not.toBe(salt);
    forgetSalts();
    expect(await importSalt(stores, TODAY, NOON + HOUR)).toBe(replaced);
  });
});

test('deleteBrokenSalts deletes salts of the current day that have lost a half, but no earlier ones', async () => {
  const readers = await readerSalt(stores, NOON);
  const [lost, kept] = [await importSalt(stores, TODAY, NOON), await importSalt(stores, TODAY - 1, NOON)];
  const [today] = await db.select().from(importSalts).where(eq(importSalts.day, TODAY));
  for (const { name } of [...(await rows()), ...(today ? [today] : [])]) await kv.delete(name);
  expect(await deleteBrokenSalts(stores, NOON + 15 * DAY)).toEqual({ readers: 0, imports: 0 });
  expect(await deleteBrokenSalts(stores, NOON)).toEqual({ readers: 1, imports: 1 });
  forgetSalts();
  expect(await readerSalt(stores, NOON)).not.toBe(readers);
  expect(await importSalt(stores, TODAY, NOON)).not.toBe(lost);
  expect(await importSalt(stores, TODAY - 1, NOON)).toBe(kept);
  expect(await deleteBrokenSalts(stores, NOON)).toEqual({ readers: 0, imports: 0 });
});
