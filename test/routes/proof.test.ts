import { describe, expect, test } from 'vitest';
import { forgetKeys } from '../../src/keys/authenticate.ts';
import { hashKey } from '../../src/keys/key.ts';
import { findKey } from '../../src/keys/key-store.ts';
import { expectedProof } from '../../src/keys/proof.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { ask, makeKey, ORIGIN, openTestDb } from '../support/index.ts';

const nonce = '0123456789abcdef0123456789abcdef';
const { host } = new URL(ORIGIN);

async function provenFor(key: string, atHost = host) {
  const { id, proof } = await expectedProof(key, { host: atHost, nonce });
  const response = await ask(`/session/proof?id=${id}&nonce=${nonce}`);
  const { data, reason } = (await response.json()) as { data: { proof: string }; reason?: string };
  return response.ok ? data.proof === proof : reason;
}

describe('proof that the service knows a key', () => {
  test('a proof that the service knows a key covers the host and the nonce', async () => {
    const key = await makeKey('operator');
    expect(await provenFor(key)).toBe(true);
    expect(await provenFor(key, 'stranger.example')).toBe(false);
    expect(await provenFor(key, `${host}:8443`)).toBe(false);
    const { id } = await expectedProof(key, { host, nonce });
    const bodies = await Promise.all(
      [nonce, nonce.replace('0', '1')].map(async (each) => (await ask(`/session/proof?id=${id}&nonce=${each}`)).text()),
    );
    expect(new Set(bodies).size).toBe(2);
    for (const body of bodies) expect(body).not.toContain((await hashKey(key)).slice(16, 40));
  });

  test('only active operator keys have a proof that the service knows them', async () => {
    const revoked = await makeKey('operator');
    const db = openTestDb();
    const record = await findKey(db, await hashKey(revoked));
    await revokeKey(db, record?.id ?? 0, Math.floor(Date.now() / 1000));
    forgetKeys();
    for (const key of [await makeKey('secret'), await makeKey('publishable'), revoked, `ngo_${'0'.repeat(34)}`])
      expect(await provenFor(key)).toBe('notFound');
  });

  test.each(['id=%25&nonce=0', 'id=0123456789abcde_&nonce=00', 'nonce=00', ''])(
    'a request for a proof with ?%s is rejected',
    async (query) => {
      const response = await ask(`/session/proof?${query}`);
      expect(response.status).toBe(400);
      const { data } = (await response.json()) as { data: Record<string, string> };
      expect(Object.keys(data).sort()).toEqual(['id', 'nonce']);
    },
  );
});
