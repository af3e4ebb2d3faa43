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
import { unquestioned } from '../../src/db/trusted-time.ts';
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

describe('the salt of a day', () => {
  test('is valid for a UTC day in every isolate, and has 256 bits in each store', async () => {
    const salt = await readerSalt(stores, NOON);
    expect(salt).toMatch(/^[0-9a-f]{128}$/);
    forgetSalts();
    expect(await readerSalt(stores, MIDNIGHT)).toBe(salt);
    expect(await readerSalt(stores, MIDNIGHT + DAY - 1)).toBe(salt);
    expect(await readerSalt(stores, MIDNIGHT + DAY)).not.toBe(salt);
  });

  test('is complete in neither store, and the key’s name reveals nothing of the half', async () => {
    const salt = await readerSalt(stores, NOON);
    const [row] = await rows();
    const other = await kv.get(row?.name ?? '');
    expect([row?.half, other]).toEqual([salt.slice(0, 64), salt.slice(64)]);
    expect(row?.name).toMatch(/^[0-9a-f]{32}$/);
  });

  test('is unique even if many isolates begin the day together, without leftover halves', async () => {
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

  test('costs nothing if cached', async () => {
    await readerSalt(stores, NOON);
    const { rowsRead } = db.usage;
    const unasked = { get: () => Promise.reject(new Error('asked')) } as unknown as typeof kv;
    await readerSalt({ db, kv: unasked }, NOON + 1000);
    expect(db.usage.rowsRead).toBe(rowsRead);
  });

  test.each<[string, Partial<typeof kv>]>([
    ['whose half is gone', { get: async () => null } as never],
    ['whose store is out of reach', { get: () => Promise.reject(new Error('KV GET failed: 500')) } as never],
  ])('%s is unavailable, and is requested again', async (_, broken) => {
    const salt = await readerSalt(stores, NOON);
    forgetSalts();
    await expect(readerSalt({ db, kv: { ...methods, ...broken } }, NOON)).rejects.toThrow('out of reach');
    expect(await readerSalt(stores, NOON)).toBe(salt);
    expect(await rows()).toHaveLength(1);
  });

  test('is not created if the key-value store fails, so no row names a missing half', async () => {
    const full = { ...methods, put: () => Promise.reject(new Error('KV PUT failed: 429')) };
    await expect(readerSalt({ db, kv: full }, NOON)).rejects.toThrow('out of reach');
    expect(await rows()).toEqual([]);
  });
});

const methods = {
  get: (name: string) => kv.get(name),
  put: (name: string, value: string, options?: KVNamespacePutOptions) => kv.put(name, value, options),
  delete: (name: string) => kv.delete(name),
} as unknown as Pick<KVNamespace, 'get' | 'put' | 'delete'>;

describe('made ahead', () => {
  test.each([
    ['just after noon', NOON + 1, [TODAY, TODAY + 1, TODAY + 2]],
    ['just before', NOON - 1, [TODAY, TODAY + 1]],
    ['at midnight', MIDNIGHT, [TODAY, TODAY + 1]],
  ])('%s', async (_, now, days) => {
    await prepareSalts(stores, now);
    expect((await rows()).map(({ day }) => day)).toEqual(days);
    const before = await rows();
    await prepareSalts(stores, now);
    expect(await rows()).toEqual(before);
  });

  test('a day uses the salt that was created for it', async () => {
    await prepareSalts(stores, NOON);
    const [, tomorrow] = await rows();
    expect((await readerSalt(stores, MIDNIGHT + DAY)).slice(0, 64)).toBe(tomorrow?.half);
  });
});

describe('deleted', () => {
  test.each([
    ['the day itself', 0, true],
    ['the last moment of the day after', 1.5 * DAY - 1, true],
    ['48 hours after it began', 1.5 * DAY, false],
  ])('on %s', async (_, later, kept) => {
    await readerSalt(stores, NOON);
    await deleteOldSalts(stores, unquestioned(NOON + later));
    expect([(await rows()).length, (await names()).length]).toEqual(kept ? [1, 1] : [0, 0]);
  });

  test('the database’s half is overwritten before its row goes: a deleted row’s bytes stay in the file', async () => {
    await readerSalt(stores, NOON);
    const [row] = await rows();
    await env.DB.batch([
      env.DB.prepare('CREATE TABLE deleted_rows (name TEXT, half TEXT)'),
      env.DB.prepare(
        'CREATE TRIGGER deletes BEFORE DELETE ON reader_salts BEGIN INSERT INTO deleted_rows VALUES (old.name, old.half); END',
      ),
    ]);
    try {
      await deleteOldSalts(stores, unquestioned(NOON + 1.5 * DAY));
      const { results } = await env.DB.prepare('SELECT name, half FROM deleted_rows').all();
      expect(results).toEqual([{ name: '0'.repeat(row?.name.length ?? 0), half: '0'.repeat(row?.half.length ?? 0) }]);
    } finally {
      await env.DB.batch([env.DB.prepare('DROP TRIGGER deletes'), env.DB.prepare('DROP TABLE deleted_rows')]);
    }
  });

  test('the key-value store expires salts by itself if the cron never runs', async () => {
    await readerSalt(stores, NOON);
    const { keys } = await kv.list();
    const left = (keys[0]?.expiration ?? 0) - Date.now() / 1000;
    expect(Math.abs(left - 36 * 3600)).toBeLessThan(60);
  });

  test('a store that is out of reach keeps the row, so that both halves go later', async () => {
    await readerSalt(stores, NOON);
    const broken = { ...methods, delete: () => Promise.reject(new Error('KV DELETE failed')) };
    await expect(deleteOldSalts({ db, kv: broken }, unquestioned(NOON + 2 * DAY))).rejects.toThrow('DELETE failed');
    expect(await rows()).toHaveLength(1);
  });

  test('current salts stay unchanged', async () => {
    await prepareSalts(stores, NOON);
    const before = await rows();
    await keepSalts(stores, NOON + DAY);
    expect((await rows()).slice(0, 3)).toEqual(before);
  });
});

describe('imports', () => {
  const day = TODAY - 14;

  test('have a salt per day, unlike that of beacons', async () => {
    const imported = await importSalt(stores, TODAY, NOON);
    expect(await importSalt(stores, day, NOON)).not.toBe(imported);
    expect(await readerSalt(stores, NOON)).not.toBe(imported);
    forgetSalts();
    expect(await importSalt(stores, TODAY, NOON)).toBe(imported);
  });

  test('retain it as long as an import can reach the day', async () => {
    const salt = await importSalt(stores, TODAY, NOON);
    await deleteOldSalts(stores, unquestioned(MIDNIGHT + 15 * DAY - 1));
    forgetSalts();
    expect(await importSalt(stores, TODAY, NOON)).toBe(salt);
    await deleteOldSalts(stores, unquestioned(MIDNIGHT + 15 * DAY));
    expect(await db.select().from(importSalts)).toEqual([]);
  });

  test('replace a restored salt without its half, but not while the half may be in transit', async () => {
    const salt = await importSalt(stores, TODAY, NOON);
    for (const name of await names()) await kv.delete(name);
    forgetSalts();
    await expect(importSalt(stores, TODAY, NOON + HOUR - 1000)).rejects.toThrow('out of reach');
    const replaced = await importSalt(stores, TODAY, NOON + HOUR);
    expect(replaced).not.toBe(salt);
    forgetSalts();
    expect(await importSalt(stores, TODAY, NOON + HOUR)).toBe(replaced);
  });
});

test('a salt whose half is lost for good is replaced at once, unless it is of the past', async () => {
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
