import { env } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import { forgetSigningSecrets, loadSigningSecrets } from '../../../src/keys/signing.ts';
import { findKeyById } from '../../../src/keys/store.ts';
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

test('of eight secrets that are made at once for a key that had none, each is one of the key’s', async () => {
  const id = await newKey();
  const made = await Promise.all(
    Array.from({ length: 8 }, () => send<{ secret: string }>(`/${id}/sign`, { grace: 3600 })),
  );
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
  expect(new Set(await secretsOf(id))).toEqual(new Set(made.map(({ data }) => data.secret)));
});

test('a key that is replaced while it gets its first secret, a name and an end loses none of them', async () => {
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

test('a key that is revoked at once with its replacement has a successor only if that was first', async () => {
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
