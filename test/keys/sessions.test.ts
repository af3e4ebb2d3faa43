import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDb } from '../../src/db/client.ts';
import { assumeTrusted } from '../../src/db/trusted-time.ts';
import { hashKey } from '../../src/keys/key.ts';
import { createKey, findKey } from '../../src/keys/key-store.ts';
import { replaceKey } from '../../src/keys/manage.ts';
import {
  createSession,
  endSession,
  findSession,
  forgetEnded,
  forgetSessions,
  SESSION_LIFE,
} from '../../src/keys/sessions.ts';
import { withDatabase } from '../operations/openmetrics.ts';
import { openTestDb } from '../support/index.ts';
import { revokeKey } from './revoke-key.ts';

const NOW = 1_800_000_000;
const MS = NOW * 1000;

async function newKey(expiresAt: number | null = null) {
  const db = openTestDb();
  const given = await createKey(db, { kind: 'operator', name: 'Newsroom', origins: [], expiresAt }, NOW);
  const key = await findKey(db, await hashKey(given));
  if (!key) throw new Error('the key is stored');
  return key;
}

const rotate = (id: number, grace: number) => replaceKey(openTestDb(), id, { now: NOW, grace }, () => sql`SELECT 1`);
const lives = async (token: string, at: number) => {
  forgetSessions();
  return (await findSession(openTestDb(), token, at)) !== null;
};

beforeEach(forgetSessions);

test('a session is valid for twelve hours', async () => {
  const key = await newKey();
  const { id, token, expiresAt } = await createSession(openTestDb(), key, NOW);
  expect(expiresAt).toBe(NOW + SESSION_LIFE);
  expect(await findSession(openTestDb(), token, MS)).toEqual({ id, key, expiresAt });
  expect(await lives(token, MS + SESSION_LIFE * 1000 - 1)).toBe(true);
  expect(await lives(token, MS + SESSION_LIFE * 1000)).toBe(false);
});

test('a session ends if its key is revoked or expires, or after the grace period of a rotation', async () => {
  const [revoked, expiring, rotated] = [await newKey(), await newKey(NOW + 60), await newKey()];
  const tokens = await Promise.all(
    [revoked, expiring, rotated].map(async (key) => (await createSession(openTestDb(), key, NOW)).token),
  );
  await revokeKey(openTestDb(), revoked.id, NOW);
  await rotate(rotated.id, 3600);
  expect(await Promise.all(tokens.map((token) => lives(token, MS + 1000)))).toEqual([false, true, true]);
  expect(await Promise.all(tokens.map((token) => lives(token, MS + 61_000)))).toEqual([false, false, true]);
  expect(await Promise.all(tokens.map((token) => lives(token, MS + 3_601_000)))).toEqual([false, false, false]);
});

test('an ended session is rejected at once by the isolate that ended it', async () => {
  const { token } = await createSession(openTestDb(), await newKey(), NOW);
  expect(await findSession(openTestDb(), token, MS)).not.toBeNull();
  await endSession(openTestDb(), token, MS);
  expect(await findSession(openTestDb(), token, MS)).toBeNull();
  expect(await lives(token, MS)).toBe(false);
});

describe('sessions while the database is unavailable', () => {
  const out = () => openDb(withDatabase(() => Promise.reject(new Error('D1_ERROR: Network connection lost.'))).DB);
  const begin = async () => (await createSession(openTestDb(), await newKey(), NOW)).token;
  const HOUR = 3_600_000;

  test('a session that has been seen before remains valid for an hour', async () => {
    const token = await begin();
    await expect(findSession(out(), token, MS)).rejects.toThrow();
    expect(await findSession(openTestDb(), token, MS)).not.toBeNull();
    expect(await findSession(out(), token, MS + HOUR - 1)).not.toBeNull();
    await expect(findSession(out(), token, MS + HOUR + 10_000)).rejects.toThrow();
  });

  test('an ended session is rejected', async () => {
    const token = await begin();
    expect(await findSession(openTestDb(), token, MS)).not.toBeNull();
    await expect(endSession(out(), token, MS)).rejects.toThrow();
    expect(await findSession(out(), token, MS + 60_000)).toBeNull();
  });

  test('a session whose key was revoked before the outage is rejected', async () => {
    const key = await newKey();
    const { token } = await createSession(openTestDb(), key, NOW);
    expect(await findSession(openTestDb(), token, MS)).not.toBeNull();
    await revokeKey(openTestDb(), key.id, NOW);
    expect(await findSession(openTestDb(), token, MS + 6_000)).toBeNull();
    expect(await findSession(out(), token, MS + 60_000)).toBeNull();
  });
});

test('only the hash of a session token is stored, and malformed tokens cause no query', async () => {
  const db = openTestDb();
  const { token } = await createSession(db, await newKey(), NOW);
  const { results } = await (await import('cloudflare:test')).env.DB.prepare('SELECT * FROM sessions').all();
  expect(JSON.stringify(results)).not.toContain(token);
  const meter = openTestDb();
  for (const text of ['', 'x', `${token}0`, token.toUpperCase(), "' OR 1=1 --"])
    expect(await findSession(meter, text, MS)).toBeNull();
  expect(meter.usage.rowsRead).toBe(0);
});

test('a key has at most fifty sessions, and housekeeping deletes the expired ones', async () => {
  const key = await newKey();
  const tokens: string[] = [];
  for (let i = 0; i < 52; i++) tokens.push((await createSession(openTestDb(), key, NOW + i)).token);
  expect(await lives(tokens[1] ?? '', MS + 60_000)).toBe(false);
  expect(await lives(tokens[2] ?? '', MS + 60_000)).toBe(true);
  await createSession(openTestDb(), key, NOW + 2 * SESSION_LIFE);
  await forgetEnded(openTestDb(), assumeTrusted(MS + 2000 * SESSION_LIFE + 86_400_000));
  const { env } = await import('cloudflare:test');
  const row = await env.DB.prepare('SELECT count(*) AS n FROM sessions').first();
  expect(row).toEqual({ n: 1 });
});
