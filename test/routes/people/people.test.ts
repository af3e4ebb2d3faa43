import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { shares } from '../../../src/db/schema.ts';
import { forgetSessions } from '../../../src/keys/sessions.ts';
import { sha256 } from '../../../src/lib/hash/hash.ts';
import type { Seconds } from '../../../src/lib/time.ts';
import { ask, askWith, makeKey, ORIGIN, openTestDb, publish } from '../../support/index.ts';
import { Authenticator, PRESENT } from '../../support/people/authenticator.ts';
import {
  askAsPage,
  challengeOf,
  cookieOf,
  dataOf,
  invitePerson,
  join,
  personOf,
  signIn,
  storedText,
} from '../../support/people/index.ts';

let operator = '';
beforeAll(async () => {
  operator = await makeKey('operator');
});

const reasonOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { reason: string }).reason,
];
const remove = (id: number) => askWith(operator, `/manage/people/${id}`, { method: 'DELETE' });
const whoIs = async (cookie: string) =>
  (
    await dataOf<{ session: { name: string; kind: string } | null }>(
      await ask('/session', { headers: { Cookie: cookie } }),
    )
  ).session;

describe('invitations', () => {
  test('an invitation can be used once to create a passkey, and signs the person in', async () => {
    const { token } = await invitePerson(operator, 'editor', 'Dana Whitfield');
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const device = new Authenticator();
    const joined = await join(token, device);
    expect(joined.status).toBe(200);
    expect(joined.headers.get('Set-Cookie')).toMatch(/HttpOnly.*SameSite=Strict/);
    expect(await whoIs(cookieOf(joined))).toMatchObject({ name: 'Dana Whitfield', kind: 'editor', isPerson: true });
    const again = await askAsPage('/session/invitation', { method: 'POST', body: { invitation: token } });
    expect(await reasonOf(again)).toEqual([404, 'notFound']);
    expect(await whoIs(cookieOf(await signIn(device)))).toMatchObject({ name: 'Dana Whitfield' });
  });

  test('an invitation creates only one passkey for concurrent devices', async () => {
    const { token } = await invitePerson(operator, 'reader');
    const devices = await Promise.all(
      Array.from({ length: 5 }, async () =>
        new Authenticator().create({ challenge: await challengeOf(token), origin: ORIGIN }),
      ),
    );
    const answers = await Promise.all(
      devices.map((credential) =>
        askAsPage('/session/invitation', { method: 'PUT', body: { invitation: token, credential } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });

  test('an invitation ends if it is replaced, its person is removed or seven days pass', async () => {
    const first = await invitePerson(operator, 'reader');
    const answer = await askWith(operator, `/manage/people/${first.id}/invitation`, { method: 'POST', body: '{}' });
    const { link } = await dataOf<{ link: string }>(answer);
    const open = (invitation: string) => askAsPage('/session/invitation', { method: 'POST', body: { invitation } });
    expect((await open(first.token)).status).toBe(404);
    const second = link.split('#')[1] ?? '';
    expect((await open(second)).status).toBe(200);
    const both = await Promise.all(
      [0, 1].map(() => askWith(operator, `/manage/people/${first.id}/invitation`, { method: 'POST', body: '{}' })),
    );
    const links = await Promise.all(both.map((one) => dataOf<{ link: string }>(one)));
    const opened = await Promise.all(links.map(({ link }) => open(link.split('#')[1] ?? '')));
    expect(opened.map(({ status }) => status).sort(), 'two that are made at once').toEqual([200, 404]);
    expect((await remove(first.id)).status).toBe(200);
    for (const { link } of links) expect((await open(link.split('#')[1] ?? '')).status).toBe(404);
  });

  test.each(['', 'x', '0'.repeat(64), '%00', `ngo_${'0'.repeat(34)}`])(
    'an invalid invitation token (%j) is rejected',
    async (invitation) => {
      expect((await askAsPage('/session/invitation', { method: 'POST', body: { invitation } })).status).toBe(404);
    },
  );
});

describe('passkeys', () => {
  test('a passkey can sign each challenge once, and only challenges of this service', async () => {
    const { device } = await personOf(operator, 'reader');
    const made = await askAsPage('/session/challenge', { method: 'POST', body: {} });
    const { options } = await dataOf<{ options: { challenge: string } }>(made);
    const credential = await device.get({ challenge: options.challenge, origin: ORIGIN });
    const send = (body: unknown) => askAsPage('/session/passkey', { method: 'POST', body });
    expect((await send({ credential })).status).toBe(200);
    expect(await reasonOf(await send({ credential }))).toEqual([401, 'passkeyInvalid']);
    for (const challenge of [btoa('0'.repeat(64)).replace(/=+$/, ''), 'AAAA', ''])
      expect((await send({ credential: await device.get({ challenge, origin: ORIGIN }) })).status).toBe(401);
  });

  test('a passkey is rejected for another origin or site, and for a challenge of an invitation', async () => {
    const { device } = await personOf(operator, 'reader');
    const fresh = async () => {
      const made = await askAsPage('/session/challenge', { method: 'POST', body: {} });
      return (await dataOf<{ options: { challenge: string } }>(made)).options.challenge;
    };
    const send = (credential: unknown) => askAsPage('/session/passkey', { method: 'POST', body: { credential } });
    const foreign = [
      { origin: 'https://evil.test' },
      { origin: 'https://evil.test', rpId: 'newsgauge.test' },
      { origin: ORIGIN, rpId: 'evil.test' },
      { origin: 'http://newsgauge.test' },
    ];
    for (const page of foreign)
      expect((await send(await device.get({ challenge: await fresh(), ...page }))).status, JSON.stringify(page)).toBe(
        401,
      );
    const { token } = await invitePerson(operator, 'reader');
    expect((await send(await device.get({ challenge: await challengeOf(token), origin: ORIGIN }))).status).toBe(401);
    expect((await join(token, new Authenticator(), 'https://evil.test')).status).toBe(401);
  });

  const UNWATCHED: [string, Pick<Parameters<Authenticator['get']>[0], 'flags' | 'client'>][] = [
    ['without a verified user', { flags: PRESENT }],
    ['with a verified but absent user', { flags: 0x04 }],
    ['without any flag', { flags: 0 }],
    ['framed by another site', { client: { crossOrigin: true } }],
    ['framed by a named site', { client: { crossOrigin: true, topOrigin: 'https://evil.test' } }],
    ['framed by a page of this site', { client: { crossOrigin: true, topOrigin: ORIGIN } }],
    ['with contradictory client data', { client: { topOrigin: 'https://evil.test' } }],
    ['with text instead of a boolean', { client: { crossOrigin: 'true' } }],
    ['with a number instead of a boolean', { client: { crossOrigin: 1 } }],
    ['with null instead of a boolean', { client: { crossOrigin: null } }],
  ];
  test.each(UNWATCHED)('a passkey %s cannot sign in', async (_, how) => {
    const { device } = await personOf(operator, 'editor');
    const made = await askAsPage('/session/challenge', { method: 'POST', body: {} });
    const { options } = await dataOf<{ options: { challenge: string; userVerification: string } }>(made);
    expect(options.userVerification).toBe('required');
    const credential = await device.get({ challenge: options.challenge, origin: ORIGIN, ...how });
    const answer = await askAsPage('/session/passkey', { method: 'POST', body: { credential } });
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    expect(await reasonOf(answer)).toEqual([401, 'passkeyInvalid']);
    expect(cookieOf(await signIn(device))).not.toBe('');
  });

  test.each(UNWATCHED)('a passkey %s cannot accept an invitation', async (_, how) => {
    const { token } = await invitePerson(operator, 'operator');
    const opened = await askAsPage('/session/invitation', { method: 'POST', body: { invitation: token } });
    const { options } = await dataOf<{
      options: { challenge: string; authenticatorSelection: { userVerification: string } };
    }>(opened);
    expect(options.authenticatorSelection.userVerification).toBe('required');
    const credential = await new Authenticator().create({ challenge: options.challenge, origin: ORIGIN, ...how });
    const answer = await askAsPage('/session/invitation', { method: 'PUT', body: { invitation: token, credential } });
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    expect(await reasonOf(answer)).toEqual([401, 'passkeyInvalid']);
  });

  test('a passkey signs in without crossOrigin in the client data', async () => {
    const { device } = await personOf(operator, 'reader');
    const made = await askAsPage('/session/challenge', { method: 'POST', body: {} });
    const { options } = await dataOf<{ options: { challenge: string } }>(made);
    const client = { crossOrigin: undefined };
    const credential = await device.get({ challenge: options.challenge, origin: ORIGIN, client });
    expect((await askAsPage('/session/passkey', { method: 'POST', body: { credential } })).status).toBe(200);
  });

  test('a passkey with an invalid signature, id or format is rejected without a server error', async () => {
    const { device } = await personOf(operator, 'reader');
    const made = await askAsPage('/session/challenge', { method: 'POST', body: {} });
    const { options } = await dataOf<{ options: { challenge: string } }>(made);
    const good = await device.get({ challenge: options.challenge, origin: ORIGIN });
    const wrong = [
      { ...good, response: { ...good.response, signature: 'AAAA' } },
      { ...good, id: 'AAAA', rawId: 'AAAA' },
      { id: good.id, response: { clientDataJSON: 'e30' } },
      { id: good.id, response: { clientDataJSON: '!!' } },
    ];
    for (const credential of wrong) {
      const answer = await askAsPage('/session/passkey', { method: 'POST', body: { credential } });
      expect([400, 401]).toContain(answer.status);
    }
  });

  test('a passkey cannot use the challenge of another person’s invitation', async () => {
    const [one, other] = [await invitePerson(operator, 'reader'), await invitePerson(operator, 'operator')];
    const credential = await new Authenticator().create({ challenge: await challengeOf(one.token), origin: ORIGIN });
    const body = { invitation: other.token, credential };
    expect((await askAsPage('/session/invitation', { method: 'PUT', body })).status).toBe(401);
  });
});

describe('removal of a person', () => {
  test('a removed person is signed out at once, cannot sign in and loses all shares', async () => {
    const { id, device, cookie } = await personOf(operator, 'reader');
    const body = { name: 'Board', view: 'insights/trending-topics/?period=7d', days: 30 };
    const share = await dataOf<{ link: string }>(await askAsPage('/manage/shares', { method: 'POST', body, cookie }));
    const shown = new URL(share.link).pathname;
    expect((await ask(shown)).status).toBe(200);
    expect((await remove(id)).status).toBe(200);
    forgetSessions();
    expect(await whoIs(cookie)).toBeNull();
    expect((await signIn(device)).status).toBe(401);
    expect((await ask(shown)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  test('the email address of a removed person is deleted, and shares created during the removal return 404', async () => {
    const body = JSON.stringify({ name: 'Gone', role: 'reader', email: 'gone@news.example' });
    const { person } = await dataOf<{ person: { id: number } }>(
      await askWith(operator, '/manage/people', { method: 'POST', body }),
    );
    const token = '5'.repeat(40);
    const share = { name: 'Late', view: 'insights/rising-content/', actor: 'Gone', keyId: person.id };
    const openShare = async () => (await ask(`/s/${token}`)).status;
    await openTestDb()
      .insert(shares)
      .values({ ...share, hash: await sha256(token), createdAt: 0 as Seconds, expiresAt: 4e9 as Seconds });
    expect(await openShare()).toBe(200);
    const partner = JSON.stringify({ name: 'Gone', role: 'partner', email: 'gone@news.example' });
    await askWith(operator, `/manage/people/${person.id}`, { method: 'PUT', body: partner });
    expect(await openShare()).toBe(404);
    await askWith(operator, `/manage/people/${person.id}`, { method: 'PUT', body });
    expect(await openShare()).toBe(200);
    await remove(person.id);
    await openTestDb().update(shares).set({ revokedAt: null }).where(eq(shares.keyId, person.id));
    expect(await openShare()).toBe(404);
    expect(await storedText()).not.toContain('gone@news.example');
  });

  test('the last operator with a passkey cannot be removed, even by concurrent requests', async () => {
    const [one, two] = [await personOf(operator, 'operator', 'One'), await personOf(operator, 'operator', 'Two')];
    const invited = await invitePerson(operator, 'operator', 'Not here yet');
    const ends = await Promise.all([remove(one.id), remove(two.id)]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const last = (await remove(one.id)).status === 409 ? one : two;
    const lower = await askAsPage(`/manage/people/${last.id}`, {
      method: 'PUT',
      body: { name: 'Last', role: 'reader' },
      cookie: last.cookie,
    });
    expect(await reasonOf(lower)).toEqual([409, 'conflict']);
    expect((await remove(invited.id)).status).toBe(200);
    const third = await personOf(operator, 'operator', 'Three');
    expect((await remove(last.id)).status).toBe(200);
    expect((await remove(third.id)).status).toBe(409);
  });
});

describe('roles', () => {
  test('a person’s changed role applies to existing sessions', async () => {
    const { id, cookie } = await personOf(operator, 'reader');
    expect((await askAsPage('/manage/topics', { cookie })).status).toBe(403);
    const body = JSON.stringify({ name: 'Now an editor', role: 'editor' });
    expect((await askWith(operator, `/manage/people/${id}`, { method: 'PUT', body })).status).toBe(200);
    expect((await askAsPage('/manage/topics', { cookie })).status).toBe(200);
  });

  test('an editor sees only content changes in the history', async () => {
    const { cookie } = await personOf(operator, 'editor');
    const topic = { id: 910, name: 'Hail', slug: 'hail', description: '', category: 1 };
    expect((await askAsPage('/manage/topics', { method: 'PUT', body: [topic], cookie })).status).toBe(200);
    type Trail = { entries: { kind: string; actor: string; session: string | null }[] };
    const kinds = async (asked: Promise<Response>) => (await dataOf<Trail>(await asked)).entries;
    const seen = await kinds(askAsPage('/manage/audit?limit=100', { cookie }));
    expect(seen[0]).toMatchObject({ kind: 'topic', actor: 'A editor' });
    expect(seen[0]?.session).toMatch(/^[0-9a-f]{16}$/);
    expect(seen.map(({ kind }) => kind)).not.toContain('person');
    expect((await kinds(askWith(operator, '/manage/audit?limit=100'))).map(({ kind }) => kind)).toContain('person');
    expect(await kinds(askAsPage('/manage/audit?kind=person', { cookie }))).toEqual([]);
    type Entries = { entries: { change: string; final: string | null }[] };
    const trail = await dataOf<Entries>(await askWith(operator, '/manage/audit?kind=person&limit=1'));
    expect(trail.entries[0]?.final).toMatch(/People/);
    const revert = `/manage/audit/${trail.entries[0]?.change}/revert`;
    expect((await askAsPage(revert, { method: 'POST', body: {}, cookie })).status).toBe(404);
    expect((await askWith(operator, revert, { method: 'POST', body: '{}' })).status).toBe(409);
  });

  test('readers can see and end only their own shares', async () => {
    const [one, other] = [await personOf(operator, 'reader', 'One'), await personOf(operator, 'reader', 'Other')];
    const body = { name: 'Mine', view: 'insights/rising-content/', days: 1 };
    const made = await dataOf<{ stored: { id: number } }>(
      await askAsPage('/manage/shares', { method: 'POST', body, cookie: one.cookie }),
    );
    const listOf = async (cookie: string) =>
      (await dataOf<{ shares: { id: number }[] }>(await askAsPage('/manage/shares', { cookie }))).shares.map(
        ({ id }) => id,
      );
    expect(await listOf(one.cookie)).toEqual([made.stored.id]);
    expect(await listOf(other.cookie)).toEqual([]);
    const end = (cookie: string) => askAsPage(`/manage/shares/${made.stored.id}`, { method: 'DELETE', cookie });
    expect((await end(other.cookie)).status).toBe(404);
    expect((await end(one.cookie)).status).toBe(200);
  });
});

test('a CSV or feed view cannot be shared', async () => {
  const { cookie } = await personOf(operator, 'reader', 'Table');
  for (const view of ['insights/popular-content/csv', 'insights/week/rss']) {
    const body = { name: 'x', view, days: 1 };
    const answer = await askAsPage('/manage/shares', { method: 'POST', body, cookie });
    expect([answer.status, await answer.json()], view).toMatchObject([400, { data: { view: expect.any(String) } }]);
  }
});

test('a share with an unpublished article cannot be created', async () => {
  const { cookie } = await personOf(operator, 'reader', 'Early');
  const publishIn = (days: number) => {
    const publishedAt = new Date(Date.now() + days * 86_400_000).toISOString();
    const article = {
      id: 991,
      url: 'https://ledger.example/991',
      title: 'Embargoed',
      publishedAt,
      contentType: 'article',
    };
    return publish(operator, 'articles', [article]);
  };
  const share = async (view: string) => {
    const answer = await askAsPage('/manage/shares', { method: 'POST', body: { name: 'x', view, days: 1 }, cookie });
    return answer.ok ? (await dataOf<{ stored: { names: unknown } }>(answer)).stored.names : answer.status;
  };
  await publishIn(1);
  expect(await share('insights/content/991/../../trending-topics/')).toEqual([]);
  expect(await share('insights/content/991/')).toBe(400);
  await publishIn(-1);
  expect(await share('insights/content/991/')).toEqual(['Embargoed']);
  await publishIn(1);
  const { shares } = await dataOf<{ shares: { names: unknown[] }[] }>(await askAsPage('/manage/shares', { cookie }));
  expect(shares.map(({ names }) => names)).toEqual([[null], []]);
});

describe('accounts', () => {
  test('an account lists its own passkeys and sessions, and its only passkey cannot be removed', async () => {
    const { cookie, device } = await personOf(operator, 'reader', 'Own');
    const stranger = await personOf(operator, 'reader', 'Stranger');
    type Account = { passkeys: { id: string }[]; sessions: { id: string; isOwn: boolean }[] };
    const look = async (of: string) => dataOf<Account>(await askAsPage('/session/account', { cookie: of }));
    const own = await look(cookie);
    expect(own).toMatchObject({ name: 'Own', kind: 'reader', isPerson: true });
    expect([own.passkeys.length, own.sessions.length]).toEqual([1, 1]);
    const path = `/session/passkeys/${own.passkeys[0]?.id}`;
    expect(await reasonOf(await askAsPage(path, { method: 'DELETE', cookie }))).toEqual([409, 'conflict']);
    const { link } = await dataOf<{ link: string }>(
      await askAsPage('/session/device', { method: 'POST', body: {}, cookie }),
    );
    const second = new Authenticator();
    expect((await join(link.split('#')[1] ?? '', second)).status).toBe(200);
    expect((await askAsPage(path, { method: 'DELETE', cookie: stranger.cookie })).status).toBe(404);
    const [kept, also] = [cookieOf(await signIn(second)), cookieOf(await signIn(device))];
    expect((await askAsPage(path, { method: 'DELETE', cookie: kept })).status).toBe(200);
    forgetSessions();
    expect([await whoIs(cookie), await whoIs(also)], 'begun with what was removed').toEqual([null, null]);
    expect((await signIn(device)).status).toBe(401);
    expect((await signIn(second)).status).toBe(200);
    const other = (await look(kept)).sessions.find(({ isOwn }) => !isOwn);
    const end = (of: string) => askAsPage(`/session/sessions/${other?.id}`, { method: 'DELETE', cookie: of });
    expect((await end(stranger.cookie)).status).toBe(404);
    expect((await end(kept)).status).toBe(200);
  });

  test('removing a session or passkey invalidates the device links created with it', async () => {
    const { id, cookie, device } = await personOf(operator, 'reader', 'Robbed');
    const linkOf = async (of: string) => {
      const made = await askAsPage('/session/device', { method: 'POST', body: {}, cookie: of });
      return (await dataOf<{ link: string }>(made)).link.split('#')[1] ?? '';
    };
    const second = new Authenticator();
    expect((await join(await linkOf(cookie), second)).status).toBe(200);
    const other = cookieOf(await signIn(second));
    const bySession = await linkOf(cookie);
    const look = await dataOf<{ passkeys: { id: string }[]; sessions: { id: string; isOwn: boolean }[] }>(
      await askAsPage('/session/account', { cookie }),
    );
    const own = look.sessions.find(({ isOwn }) => isOwn)?.id;
    expect((await askAsPage(`/session/sessions/${own}`, { method: 'DELETE', cookie: other })).status).toBe(200);
    const open = (invitation: string) => askAsPage('/session/invitation', { method: 'POST', body: { invitation } });
    expect((await open(bySession)).status).toBe(404);
    const byPasskey = await linkOf(cookieOf(await signIn(device)));
    const stolen = look.passkeys[0]?.id;
    expect((await askAsPage(`/session/passkeys/${stolen}`, { method: 'DELETE', cookie: other })).status).toBe(200);
    expect((await open(byPasskey)).status).toBe(404);
    const sent = await askWith(operator, `/manage/people/${id}/invitation`, { method: 'POST', body: '{}' });
    const { sessions } = await dataOf<{ sessions: { id: string }[] }>(
      await askAsPage('/session/account', { cookie: other }),
    );
    for (const page of sessions) await askWith(operator, `/manage/sessions/${page.id}`, { method: 'DELETE' });
    expect((await open((await dataOf<{ link: string }>(sent)).link.split('#')[1] ?? '')).status).toBe(200);
  });

  test('an API key has no devices', async () => {
    const made = await askWith(operator, '/session', { method: 'POST' });
    const device = await askAsPage('/session/device', { method: 'POST', body: {}, cookie: cookieOf(made) });
    expect(device.status).toBe(400);
  });
});

test('people do not appear in the list of keys, cannot be rotated or revoked like keys, and cannot sign in with a key', async () => {
  const { id } = await personOf(operator, 'operator', 'No key');
  const { keys } = await dataOf<{ keys: { id: number }[] }>(await askWith(operator, '/manage/keys?limit=1000'));
  expect(keys.map((key) => key.id)).not.toContain(id);
  for (const [path, method] of [
    ['', 'GET'],
    ['', 'DELETE'],
    ['/uses', 'GET'],
    ['/rotate', 'POST'],
    ['/sign', 'POST'],
  ] as const) {
    const init = { method, ...(method === 'POST' ? { body: '{}' } : {}) };
    expect((await askWith(operator, `/manage/keys/${id}${path}`, init)).status, `${method} ${path}`).toBe(404);
  }
});

test('invitations, challenges and session tokens are not stored in plain text', async () => {
  const { token } = await invitePerson(operator, 'reader');
  const challenge = atob((await challengeOf(token)).replaceAll('-', '+').replaceAll('_', '/'));
  const { cookie } = await personOf(operator, 'reader');
  const text = await storedText();
  for (const secret of [token, challenge, cookie.split('=')[1] ?? 'none']) expect(text).not.toContain(secret);
});
