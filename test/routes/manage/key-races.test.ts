import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { findKeyById } from '../../../src/keys/key-store.ts';
import { forgetSigningSecrets, loadSigningSecrets } from '../../../src/keys/signing.ts';
import { askWith, makeKey, openTestDb } from '../../support/index.ts';

const db = openTestDb();
let operator = '';
beforeAll(async () => {
  operator = await makeKey('operator');
});

const send = async <T>(path: string, body: object, method = 'POST'): Promise<{ status: number; data: T }> => {
  const response = await askWith(operator, `/manage/keys${path}`, { method, body: JSON.stringify(body) });
  return { status: response.status, data: ((await response.json()) as { data: T }).data };
};
const newKey = async () =>
  (await send<{ stored: { id: number } }>('/', { kind: 'publishable', name: 'Racing' })).data.stored.id;
const secretsOf = async (id: number) => {
  forgetSigningSecrets();
  const signer = (await findKeyById(db, id))?.signer ?? 0;
  return loadSigningSecrets({ db, kv: env.SALTS }, signer, Date.now());
};

test('eight concurrent requests for the first signing secret of a key all return valid secrets', async () => {
  const id = await newKey();
  const made = await Promise.all(
    Array.from({ length: 8 }, () => send<{ secret: string }>(`/${id}/sign`, { grace: 3600 })),
  );
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
  expect(new Set(await secretsOf(id))).toEqual(new Set(made.map(({ data }) => data.secret)));
});

test('a key rotated while its first secret, name and origins are being set keeps all of them', async () => {
  const id = await newKey();
  const [replaced, signed, changed, revoked] = await Promise.all([
    send<{ stored: { id: number } }>(`/${id}/rotate`, {}),
    send<{ secret: string }>(`/${id}/sign`, { grace: 3600 }),
    send(`/${id}`, { name: 'Renamed', origins: ['https://renamed.example'] }, 'PUT'),
    send(`/${await newKey()}`, {}, 'DELETE'),
  ]);
  expect([replaced.status, signed.status, changed.status, revoked.status]).toEqual([200, 200, 200, 200]);
  expect(await secretsOf(id)).toContain(signed.data.secret);
});

test('a key revoked during its rotation has a successor only if the rotation came first', async () => {
  const id = await newKey();
  const [revoked, ...replaced] = await Promise.all([
    send(`/${id}`, {}, 'DELETE'),
    ...Array.from({ length: 6 }, () => send<{ stored: { id: number } }>(`/${id}/rotate`, {})),
  ]);
  expect(revoked.status).toBe(200);
  for (const { status } of replaced) expect([200, 404]).toContain(status);
  const audit = await env.DB.prepare(`SELECT ref, action FROM audit WHERE kind = 'key' ORDER BY id`).all<{
    ref: string;
    action: string;
  }>();
  const end = audit.results.findLastIndex(({ ref, action }) => ref === String(id) && action === 'delete');
  expect(audit.results.slice(end + 1)).toEqual([]);
});

describe('concurrent revocations and deletions', () => {
  const revoked = async (path: string, kind: string, id: number) => {
    const all = Array.from({ length: 6 }, () => askWith(operator, `/manage/${path}/${id}`, { method: 'DELETE' }));
    const statuses = (await Promise.all(all)).map(({ status }) => status).toSorted();
    const query = `SELECT count(*) AS n FROM audit WHERE kind = ? AND ref = ? AND action = 'delete'`;
    return { statuses, recorded: await env.DB.prepare(query).bind(kind, String(id)).first('n') };
  };
  const ONE = { statuses: [200, ...Array(5).fill(404)], recorded: 1 };

  test('exactly one of six concurrent revocations of a key succeeds', async () => {
    expect(await revoked('keys', 'key', await newKey())).toEqual(ONE);
  });

  test('exactly one of six concurrent deletions of a webhook succeeds', async () => {
    const body = JSON.stringify({ name: 'Room', url: 'https://chat.example/', events: ['source.failed'] });
    const made = await askWith(operator, '/manage/webhooks', { method: 'POST', body });
    const { data } = await made.json<{ data: { stored: { id: number } } }>();
    expect(await revoked('webhooks', 'webhook', data.stored.id)).toEqual(ONE);
  });

  test('exactly one of six concurrent revocations of a share succeeds', async () => {
    const body = JSON.stringify({ name: 'Shared', view: 'insights/trending-topics/?period=7d', days: 1 });
    const made = await askWith(operator, '/manage/shares', { method: 'POST', body });
    const { data } = await made.json<{ data: { stored: { id: number } } }>();
    expect(await revoked('shares', 'share', data.stored.id)).toEqual(ONE);
  });
});
