import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDb } from '../../src/db/client.ts';
import { authenticate, forgetKeys } from '../../src/keys/authenticate.ts';
import { hashKey } from '../../src/keys/key.ts';
import { createKey, findKey, listKeys } from '../../src/keys/key-store.ts';
import { replaceKey } from '../../src/keys/manage.ts';
import { withDatabase } from '../operations/openmetrics.ts';
import { openTestDb } from '../support/index.ts';
import { revokeKey } from './revoke-key.ts';

const NOW = 1_800_000_000;
const MS = NOW * 1000;
const MINUTE = 60_000;

async function newKey({ expiresAt = null as number | null, origins = [] as string[] } = {}) {
  const db = openTestDb();
  const key = await createKey(db, { kind: 'publishable', name: 'reader site', origins, expiresAt }, NOW);
  const id = (await findKey(db, await hashKey(key)))?.id ?? 0;
  return { key, id };
}

const rotate = (id: number, grace: number) => replaceKey(openTestDb(), id, { now: NOW, grace }, () => sql`SELECT 1`);
const lives = async (key: string, at: number) => (await authenticate(openTestDb(), key, at)) !== null;

beforeEach(forgetKeys);

test('authenticate() returns all fields of a stored key except the key itself', async () => {
  const { key, id } = await newKey({ origins: ['https://reader.example'], expiresAt: NOW + 10 });
  expect(await authenticate(openTestDb(), key, MS)).toEqual({
    id,
    kind: 'publishable',
    name: 'reader site',
    ending: key.slice(-4),
    origins: ['https://reader.example'],
    createdAt: NOW,
    expiresAt: NOW + 10,
    revokedAt: null,
    signer: null,
    explore: 'off',
    clicksNeed: 'nothing',
    isPerson: false,
    email: null,
  });
  expect(JSON.stringify(await listKeys(openTestDb()))).not.toContain(key);
});

describe('authentication of a key', () => {
  test('authentication reads one row, then none for a minute while the key is cached', async () => {
    const { key } = await newKey();
    const db = openTestDb();
    await authenticate(db, key, MS);
    expect(db.usage.rowsRead).toBe(1);
    await authenticate(db, key, MS + MINUTE - 1);
    expect(db.usage.rowsRead).toBe(1);
  });

  test('authentication rejects a key in the second in which it expires, cached or not', async () => {
    const { key } = await newKey({ expiresAt: NOW + 10 });
    expect(await lives(key, MS + 9999)).toBe(true);
    expect(await lives(key, MS + 10_000)).toBe(false);
  });

  test('authentication rejects a revoked key within 60 seconds', async () => {
    const { key, id } = await newKey();
    expect(await lives(key, MS)).toBe(true);
    expect(await revokeKey(openTestDb(), id, NOW)).toBe(true);
    expect(await lives(key, MS + MINUTE)).toBe(false);
  });

  test('authentication accepts a known key for one hour while the database is unavailable', async () => {
    const { key } = await newKey();
    const out = openDb(withDatabase(() => Promise.reject(new Error('D1_ERROR: Network connection lost.'))).DB);
    await expect(authenticate(out, key, MS)).rejects.toThrow();
    expect(await lives(key, MS)).toBe(true);
    expect(await authenticate(out, key, MS + 60 * MINUTE - 1)).not.toBeNull();
    await expect(authenticate(out, key, MS + 62 * MINUTE)).rejects.toThrow();
  });

  test('a key is accepted for only an hour without the database, even if it is used every few seconds', async () => {
    const { key } = await newKey();
    const out = openDb(withDatabase(() => Promise.reject(new Error('D1_ERROR: Network connection lost.'))).DB);
    expect(await lives(key, MS)).toBe(true);
    const opens = (at: number) => authenticate(out, key, at, undefined, true);
    for (let minutes = 0.5; minutes < 60; minutes += 0.5) expect(await opens(MS + minutes * MINUTE)).not.toBeNull();
    let last = 60;
    for (let minutes = 60; minutes < 64; minutes += 0.1)
      for (const found of [opens, (at: number) => authenticate(out, key, at)])
        if (await found(MS + minutes * MINUTE).catch(() => null)) last = minutes;
    expect(last).toBeLessThan(61);
  });

  test('a single database error does not extend the validity of a revoked key', async () => {
    const { key, id } = await newKey();
    expect(await lives(key, MS)).toBe(true);
    await revokeKey(openTestDb(), id, NOW);
    let failures = 0;
    const session = env.DB.withSession('first-primary');
    const failsOnce = new Proxy(session, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (name !== 'prepare') return typeof value === 'function' ? value.bind(target) : value;
        if (failures++ > 0) return value.bind(target);
        return () => {
          throw new Error('D1_ERROR: Network connection lost.');
        };
      },
    });
    expect(await authenticate(openDb(failsOnce as unknown as D1Database), key, MS + MINUTE)).toBeNull();
    expect(failures).toBeGreaterThan(1);
  });

  test('authentication rejects a revoked key at once if it is not cached', async () => {
    const { key, id } = await newKey();
    await revokeKey(openTestDb(), id, NOW);
    expect(await lives(key, MS)).toBe(false);
  });
});

test('a key can be revoked only once', async () => {
  const { id } = await newKey();
  expect(await revokeKey(openTestDb(), id, NOW)).toBe(true);
  expect(await revokeKey(openTestDb(), id, NOW + 1)).toBe(false);
  expect(await revokeKey(openTestDb(), 999_999, NOW)).toBe(false);
});

describe('rotation of a key', () => {
  test('a rotation creates a key of the same kind and keeps the old one valid for the grace period', async () => {
    const { key, id } = await newKey({ origins: ['https://reader.example'] });
    const next = (await rotate(id, 100))?.key ?? '';
    const record = await authenticate(openTestDb(), next, MS);
    expect(record).toMatchObject({ kind: 'publishable', name: 'reader site', origins: ['https://reader.example'] });
    expect(await lives(key, MS + 99_999)).toBe(true);
    expect(await lives(key, MS + 100_000)).toBe(false);
  });

  test('a rotation does not extend the expiry', async () => {
    const { key, id } = await newKey({ expiresAt: NOW + 10 });
    const next = (await rotate(id, 100))?.key ?? '';
    expect(await lives(key, MS + 10_000)).toBe(false);
    expect(await lives(next, MS + 10_000)).toBe(false);
  });

  test('a rotation returns null for an expired or unknown key', async () => {
    const { id } = await newKey({ expiresAt: NOW - 1 });
    expect(await rotate(id, 0)).toBeNull();
    expect(await rotate(999_999, 0)).toBeNull();
  });
});
