import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import { signingSecrets } from '../../src/db/schema.ts';
import { assumeTrusted } from '../../src/db/trusted-time.ts';
import {
  addSigningSecret,
  deleteExpiredSigningSecrets,
  forgetSigningSecrets,
  loadSigningSecrets,
  newSigner,
} from '../../src/keys/signing.ts';
import { openTestDb } from '../support/index.ts';

const NOW = Date.UTC(2026, 4, 12, 12);
const SECONDS = NOW / 1000;
const DAY = 86_400;
const db = openTestDb();
const stores = { db, kv: env.SALTS };

const load = (signer: number, now = NOW) => {
  forgetSigningSecrets();
  return loadSigningSecrets(stores, signer, now);
};

beforeEach(async () => {
  await db.delete(signingSecrets);
});

test('a signing secret has 256 bits after its prefix and is loaded unchanged', async () => {
  const signer = newSigner();
  const secret = await addSigningSecret(stores, signer, SECONDS, 0);
  expect(secret).toMatch(/^ngj_[0-9a-f]{64}$/);
  expect(await load(signer)).toEqual([secret]);
  expect(await load(newSigner())).toEqual([]);
});

test('neither the database nor KV alone reveals a signing secret', async () => {
  const secret = await addSigningSecret(stores, 7, SECONDS, 0);
  const [row] = await db.select().from(signingSecrets);
  const other = await env.SALTS.get(row?.name ?? '');
  for (const text of [JSON.stringify(row), other ?? '']) expect(text).not.toContain(secret.slice(4));
  for (const changed of [{ half: '0'.repeat(64) }, { name: 'signing-of-another' }]) {
    await db.update(signingSecrets).set({ half: row?.half ?? '', name: row?.name ?? '', ...changed });
    expect(await load(7)).not.toContain(secret);
  }
});

describe('replacement of a signing secret', () => {
  test('the previous secret remains valid for its grace period, and the new one is valid at once', async () => {
    const former = await addSigningSecret(stores, 7, SECONDS - DAY, 0);
    const current = await addSigningSecret(stores, 7, SECONDS, 3600);
    expect(new Set(await load(7))).toEqual(new Set([former, current]));
    expect(await load(7, NOW + 3_600_000 - 1000)).toHaveLength(2);
    expect(await load(7, NOW + 3_600_000)).toEqual([current]);
  });

  test('a grace period in progress is not extended by another new secret', async () => {
    await addSigningSecret(stores, 7, SECONDS, 0);
    await addSigningSecret(stores, 7, SECONDS, 60);
    const newest = await addSigningSecret(stores, 7, SECONDS, 9999);
    expect(await load(7, NOW + 61_000)).toHaveLength(2);
    expect(await load(7, NOW + 10_000_000)).toEqual([newest]);
  });

  test('the secrets of other signers do not change', async () => {
    const others = await addSigningSecret(stores, 8, SECONDS, 0);
    await addSigningSecret(stores, 7, SECONDS, 0);
    await addSigningSecret(stores, 7, SECONDS, 0);
    expect(await load(8, NOW + 1000)).toEqual([others]);
  });
});

test('expired signing secrets are deleted from the database and KV', async () => {
  await addSigningSecret(stores, 7, SECONDS, 0);
  const current = await addSigningSecret(stores, 7, SECONDS, 60);
  const names = async () => (await env.SALTS.list({ prefix: 'signing-' })).keys.length;
  const before = await names();
  await deleteExpiredSigningSecrets(stores, assumeTrusted(NOW + 1000 * DAY + 59_000));
  expect(await names()).toBe(before);
  await deleteExpiredSigningSecrets(stores, assumeTrusted(NOW + 1000 * DAY + 60_000));
  expect(await names()).toBe(before - 1);
  expect(await load(7)).toEqual([current]);
});

test('a signing secret without its KV half is omitted, and an unavailable KV is an error', async () => {
  await addSigningSecret(stores, 7, SECONDS, 0);
  forgetSigningSecrets();
  const broken = { ...env.SALTS, get: async () => Promise.reject(new Error('KV GET failed')) } as never;
  await expect(loadSigningSecrets({ db, kv: broken }, 7, NOW)).rejects.toThrow('KV GET failed');
  const [row] = await db.select().from(signingSecrets);
  await env.SALTS.delete(row?.name ?? '');
  expect(await load(7)).toEqual([]);
});

test('a signing secret is cached for a minute without another query', async () => {
  const secret = await addSigningSecret(stores, 7, SECONDS, 0);
  await load(7);
  const { rowsRead } = db.usage;
  expect(await loadSigningSecrets(stores, 7, NOW + 59_000)).toEqual([secret]);
  expect(db.usage.rowsRead).toBe(rowsRead);
});
