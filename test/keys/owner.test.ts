import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiKeys, shares, subscriptions } from '../../src/db/schema.ts';
import { forgetKeys } from '../../src/keys/authenticate.ts';
import { forgetSessions } from '../../src/keys/sessions.ts';
import { sha256 } from '../../src/lib/hash/hash.ts';
import type { Seconds } from '../../src/lib/time.ts';
import { ask, askWith, makeKey, openTestDb } from '../support/index.ts';
import { askAsPage, dataOf, invitePerson, personOf } from '../support/people/index.ts';

/** Shares, feeds and invitations end together with the key or person that created them. */

let operator = '';
beforeAll(async () => {
  operator = await makeKey('operator');
});
beforeEach(() => {
  forgetKeys();
  forgetSessions();
});

const VIEW = 'insights/rising-content/';
type Ask = (path: string, init: { method: string; body?: object }) => Promise<Response>;

const byKey =
  (key: string): Ask =>
  (path, { method, body }) =>
    askWith(key, path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
const byPage =
  (cookie: string): Ask =>
  (path, init) =>
    askAsPage(path, { ...init, cookie });

/** Creates a share and a private feed. `opened` returns the statuses of both addresses. */
async function mintedBy(asking: Ask) {
  const share = await asking('/manage/shares', { method: 'POST', body: { name: 'Board', view: VIEW, days: 30 } });
  const { link, stored } = await dataOf<{ link: string; stored: { id: number; expires: string } }>(share);
  const followed = await asking('/manage/subscriptions', { method: 'POST', body: { kind: 'week', via: 'feed' } });
  const { feed } = await dataOf<{ feed: string }>(followed);
  const paths = [link, `${link}/data`, feed].map((address) => new URL(address).pathname);
  const stateOf = async () => {
    const answer = await askWith(operator, '/manage/shares');
    const { shares: all } = await dataOf<{ shares: { id: number; state: string; expires: string }[] }>(answer);
    return all.find(({ id }) => id === stored.id);
  };
  return {
    opened: async () => Promise.all(paths.map(async (path) => (await ask(path)).status)),
    stateOf,
    id: stored.id,
    expires: stored.expires,
  };
}

const OPEN = [200, 200, 200];
const CLOSED = [404, 404, 404];
let made = 0;
async function newKey(): Promise<{ key: string; id: number }> {
  const body = JSON.stringify({ kind: 'operator', name: `Key ${made++}` });
  const answer = await askWith(operator, '/manage/keys', { method: 'POST', body });
  const { key, stored } = await dataOf<{ key: string; stored: { id: number } }>(answer);
  return { key, id: stored.id };
}
const change = (id: number, values: Partial<typeof apiKeys.$inferInsert>) =>
  openTestDb().update(apiKeys).set(values).where(eq(apiKeys.id, id));
const revoke = (id: number) => askWith(operator, `/manage/keys/${id}`, { method: 'DELETE' });
const past = () => (Math.floor(Date.now() / 1000) - 1) as Seconds;

describe('end of shares and private feeds', () => {
  test('shares and feeds end if their key is revoked', async () => {
    const { key, id } = await newKey();
    const { opened, stateOf } = await mintedBy(byKey(key));
    expect(await opened()).toEqual(OPEN);
    expect((await revoke(id)).status).toBe(200);
    expect(await opened()).toEqual(CLOSED);
    expect(await stateOf()).toMatchObject({ state: 'revoked' });
  });

  test('shares and feeds end if their key is revoked directly in the database', async () => {
    const { key, id } = await newKey();
    const minted = await mintedBy(byKey(key));
    await change(id, { revokedAt: past() });
    expect(await minted.opened()).toEqual(CLOSED);
    expect(await minted.stateOf()).toMatchObject({ state: 'ended' });
  });

  test('shares and feeds show the expiry of their key and end with it', async () => {
    const { key, id } = await newKey();
    const { opened, stateOf } = await mintedBy(byKey(key));
    const tomorrow = (past() + 86_400) as Seconds;
    await change(id, { expiresAt: tomorrow });
    expect(await opened()).toEqual(OPEN);
    expect(await stateOf()).toMatchObject({
      state: 'living',
      expires: `${new Date(tomorrow * 1000).toISOString().slice(0, 19)}Z`,
    });
    await change(id, { expiresAt: past() });
    expect(await opened()).toEqual(CLOSED);
    expect(await stateOf()).toMatchObject({ state: 'expired' });
  });

  test('a new share shows the expiry of its key if that is earlier', async () => {
    const { key, id } = await newKey();
    const tomorrow = (past() + 86_400) as Seconds;
    await change(id, { expiresAt: tomorrow });
    const { expires, stateOf } = await mintedBy(byKey(key));
    expect(expires).toBe(`${new Date(tomorrow * 1000).toISOString().slice(0, 19)}Z`);
    expect(await stateOf()).toMatchObject({ expires });
  });

  test.each(['reader', 'editor', 'operator'] as const)(
    'shares and feeds end if their owner, a %s, is removed',
    async (role) => {
      const { id, cookie } = await personOf(operator, role);
      const { opened, stateOf } = await mintedBy(byPage(cookie));
      expect(await opened()).toEqual(OPEN);
      if (role === 'operator') await personOf(operator, 'operator');
      expect((await askWith(operator, `/manage/people/${id}`, { method: 'DELETE' })).status).toBe(200);
      expect(await opened()).toEqual(CLOSED);
      expect(await stateOf()).toMatchObject({ state: 'revoked' });
    },
  );

  test('shares and feeds are suspended as long as their owner has the partner role or an invalid role', async () => {
    const { id, cookie } = await personOf(operator, 'editor');
    const { opened, stateOf } = await mintedBy(byPage(cookie));
    const give = (role: string) =>
      askWith(operator, `/manage/people/${id}`, { method: 'PUT', body: JSON.stringify({ name: 'E', role }) });
    await give('partner');
    expect(await opened()).toEqual(CLOSED);
    expect(await stateOf()).toMatchObject({ state: 'ended' });
    await give('reader');
    expect(await opened()).toEqual(OPEN);
    for (const kind of ['secret', 'publishable'] as const) {
      await change(id, { kind });
      expect(await opened(), kind).toEqual(CLOSED);
    }
  });

  test('a share whose owner does not exist returns 404', async () => {
    const token = 'a'.repeat(40);
    const at = past();
    await openTestDb()
      .insert(shares)
      .values({
        ...{ name: 'x', view: VIEW, actor: 'x', keyId: 999_999 },
        hash: await sha256(token),
        createdAt: at,
        expiresAt: (at + 999) as Seconds,
      });
    expect((await ask(`/s/${token}`)).status).toBe(404);
  });
});

test('shares and feeds stay valid through key rotations until the last key is revoked', async () => {
  const first = await newKey();
  const { opened, stateOf } = await mintedBy(byKey(first.key));
  const rotate = async (id: number) => {
    const answer = await askWith(operator, `/manage/keys/${id}/rotate`, { method: 'POST', body: '{"grace":0}' });
    return (await dataOf<{ stored: { id: number } }>(answer)).stored.id;
  };
  const second = await rotate(first.id);
  expect(await opened()).toEqual(OPEN);
  await revoke(first.id);
  expect(await opened()).toEqual(OPEN);
  const third = await rotate(second);
  expect(await opened()).toEqual(OPEN);
  expect(await stateOf()).toMatchObject({ state: 'living' });
  await revoke(third);
  expect(await opened()).toEqual(CLOSED);
});

test('shares and feeds created with a rotated key end when that key is revoked', async () => {
  const { key, id } = await newKey();
  await askWith(operator, `/manage/keys/${id}/rotate`, { method: 'POST', body: '{"grace":600}' });
  forgetKeys();
  const { opened } = await mintedBy(byKey(key));
  expect(await opened()).toEqual(OPEN);
  await revoke(id);
  expect(await opened()).toEqual(CLOSED);
});

test('a recipient’s address is deleted if the key that subscribed it is revoked', async () => {
  const { id } = await newKey();
  const at = past();
  const values = { keyId: id, kind: 'week', ref: '', name: 'The week', via: 'mail', rhythm: 'digest' } as const;
  await openTestDb()
    .insert(subscriptions)
    .values({ ...values, address: 'board@news.example', createdAt: at, nextAt: 0 as never, sentItems: [] });
  await revoke(id);
  const [row] = await openTestDb().select().from(subscriptions).where(eq(subscriptions.keyId, id));
  expect(row).toMatchObject({ address: null, endedAt: expect.any(Number) });
});

describe('end of invitations', () => {
  const open = async (invitation: string) =>
    (await askAsPage('/session/invitation', { method: 'POST', body: { invitation } })).status;
  const stateOf = async (id: number) =>
    (await dataOf<{ state: string }>(await askWith(operator, `/manage/people/${id}`))).state;

  test.each<[string, (id: number) => unknown]>([
    ['is revoked', revoke],
    ['expires', (id) => change(id, { expiresAt: past() })],
  ])('an invitation becomes invalid if its key %s', async (_, end) => {
    const { key, id } = await newKey();
    const person = await invitePerson(key, 'operator');
    expect([await open(person.token), await stateOf(person.id)]).toEqual([200, 'invited']);
    await end(id);
    expect([await open(person.token), await stateOf(person.id)]).toEqual([404, 'ended']);
    const put = await askAsPage('/session/invitation', {
      method: 'PUT',
      body: { invitation: person.token, credential: { id: 'x', response: { clientDataJSON: 'x' } } },
    });
    expect(put.status).toBe(404);
  });

  test('an invitation to an existing person becomes invalid if the stolen key that sent it is revoked', async () => {
    const { key, id } = await newKey();
    const dana = await personOf(operator, 'operator', 'Dana');
    const again = await askWith(key, `/manage/people/${dana.id}/invitation`, { method: 'POST', body: '{}' });
    const token = (await dataOf<{ link: string }>(again)).link.split('#')[1] ?? '';
    expect(await open(token)).toBe(200);
    await revoke(id);
    expect(await open(token)).toBe(404);
  });

  test('an invitation becomes invalid if its sender loses the operator role, but the sender’s device link remains valid', async () => {
    await personOf(operator, 'operator');
    const maker = await personOf(operator, 'operator');
    const answer = await askAsPage('/manage/people', {
      method: 'POST',
      body: { name: 'Guest', role: 'reader' },
      cookie: maker.cookie,
    });
    const guest = (await dataOf<{ link: string }>(answer)).link.split('#')[1] ?? '';
    const device = await askAsPage('/session/device', { method: 'POST', body: {}, cookie: maker.cookie });
    const own = (await dataOf<{ link: string }>(device)).link.split('#')[1] ?? '';
    expect([await open(guest), await open(own)]).toEqual([200, 200]);
    await askWith(operator, `/manage/people/${maker.id}`, {
      method: 'PUT',
      body: JSON.stringify({ name: 'M', role: 'reader' }),
    });
    expect([await open(guest), await open(own)]).toEqual([404, 200]);
  });

  test('an invitation remains valid if its key is rotated', async () => {
    const { key, id } = await newKey();
    const { token } = await invitePerson(key, 'reader');
    await askWith(operator, `/manage/keys/${id}/rotate`, { method: 'POST', body: '{"grace":0}' });
    expect(await open(token)).toBe(200);
  });
});
