import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDb } from '../../../../src/db/client.ts';
import { assumeTrusted } from '../../../../src/db/trusted-time.ts';
import { forgetShares } from '../../../../src/keys/share-links.ts';
import { sha256 } from '../../../../src/lib/hash/hash.ts';
import { retain } from '../../../../src/operations/retention.ts';
import { ask, askWith, makeKey, ORIGIN, publish, rowsRead } from '../../../support/index.ts';
import { rows as ROUTES } from '../../../verify/abuse/routes.ts';

let operator = '';
let secret = '';
beforeAll(async () => {
  operator = await makeKey('operator');
  secret = await makeKey('secret');
  await publish(operator, 'topics', [{ id: 1, name: 'Cyber', slug: 'cyber', category: 1 }]);
});

type Data = Record<string, never>;

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await askWith(operator, `/manage/${path}`, { method, headers, ...init });
  const { data } = await response.json<{ data: Data }>();
  return { status: response.status, data };
}

const readWith = async (key: string) => (await askWith(key, '/api/v2/topics/list/')).status;

describe('API keys', () => {
  test('a key is shown only once, and the history records binding, rotation and revocation without the key', async () => {
    const made = await send('POST', 'keys', { kind: 'secret', name: 'Partner' });
    expect(made).toMatchObject({ status: 200, data: { secret: null, stored: { name: 'Partner', state: 'living' } } });
    const { key, stored } = made.data as unknown as { key: string; stored: { id: number } };
    expect(await readWith(key)).toBe(200);
    expect(JSON.stringify(await send('GET', 'keys'))).not.toContain(key);

    const bound = await send('PUT', `keys/${stored.id}`, { name: 'Partner 2', origins: ['https://a.example'] });
    expect(bound.data).toMatchObject({ name: 'Partner 2', origins: ['https://a.example'] });

    const rotated = await send('POST', `keys/${stored.id}/rotate`, { grace: 3600 });
    const next = rotated.data as unknown as { key: string; stored: { id: number; name: string } };
    expect(next.stored.name).toBe('Partner 2');
    expect(next.key).not.toBe(key);

    expect((await send('DELETE', `keys/${stored.id}`)).data).toMatchObject({ state: 'revoked' });
    expect((await send('DELETE', `keys/${stored.id}`)).status).toBe(404);
    expect((await send('PUT', `keys/${stored.id}`, { name: 'Again' })).status).toBe(404);

    const { data } = await send('GET', `audit?kind=key&ref=${stored.id}`);
    const entries = data.entries as unknown as {
      action: string;
      before: object | null;
      after: object | null;
      actor: string;
    }[];
    expect(entries.map(({ action }) => action)).toEqual(['delete', 'update', 'update', 'create']);
    expect(entries[1]).toMatchObject({ before: { expiresAt: null }, after: { expiresAt: expect.any(Number) } });
    expect(entries[2]).toMatchObject({
      before: { name: 'Partner' },
      after: { name: 'Partner 2' },
      actor: 'test operator',
    });
    const text = JSON.stringify(data);
    for (const hidden of [key, next.key, await sha256(key), 'hash', 'signer']) expect(text).not.toContain(hidden);
  });

  test('keys can be listed in pages in both directions, sorted by name or age, and filtered', async () => {
    for (const name of ['Zeta', 'alpha', 'Beta', 'alpha']) await send('POST', 'keys', { kind: 'publishable', name });
    const gone = await send('POST', 'keys', { kind: 'publishable', name: 'Gone' });
    await send('DELETE', `keys/${(gone.data as unknown as { stored: { id: number } }).stored.id}`);
    const page = async (query: string) => {
      const { status, data } = await send('GET', `keys?kind=publishable&${query}`);
      const { keys, next, previous } = data as unknown as { keys: { name: string }[]; next: string; previous: string };
      return { status, next, previous, names: keys?.map(({ name }) => name).filter((name) => name !== 'Signed') };
    };
    const first = await page('state=living&sort=name&limit=2');
    expect(first.names).toEqual(['alpha', 'alpha']);
    const second = await page(`state=living&sort=name&limit=2&cursor=${first.next}`);
    expect(second.names).toEqual(['Beta', 'Zeta']);
    expect((await page(`state=living&sort=name&limit=2&cursor=${second.previous}`)).names).toEqual(first.names);
    expect((await page('sort=-id&limit=3')).names).toEqual(['Gone', 'alpha', 'Beta']);
    expect((await page('state=revoked')).names).toEqual(['Gone']);
    expect((await page('search=ALPH&sort=id')).names).toEqual(['alpha', 'alpha']);
    expect((await page('state=expired')).names).toEqual([]);
    for (const wrong of ['limit=0', 'sort=hash', `sort=id&cursor=${first.next}`, 'cursor=%00', 'state=dead'])
      expect([wrong, (await page(wrong)).status]).toEqual([wrong, 400]);
  });

  test('the exploration setting of a key is kept by a rotation and recorded in the history', async () => {
    const made = await send('POST', 'keys', { kind: 'publishable', name: 'Site', explore: 'feeds' });
    const { stored } = made.data as unknown as { stored: { id: number; explore: string } };
    expect(stored.explore).toBe('feeds');
    expect((await send('PUT', `keys/${stored.id}`, { name: 'Site', explore: 'all' })).data).toMatchObject({
      explore: 'all',
    });
    const next = await send('POST', `keys/${stored.id}/rotate`, {});
    expect(next.data).toMatchObject({ stored: { explore: 'all' } });
    expect((await send('PUT', `keys/${stored.id}`, { name: 'Site' })).data).toMatchObject({ explore: 'off' });
    const { data } = await send('GET', `audit?kind=key&ref=${stored.id}&action=update`);
    expect((data.entries as unknown as object[]).at(-1)).toMatchObject({
      before: { explore: 'feeds' },
      after: { explore: 'all' },
    });
    const other = await send('POST', 'keys', { kind: 'secret', name: 'Server' });
    const { id } = (other.data as unknown as { stored: { id: number } }).stored;
    for (const [method, path] of [
      ['POST', 'keys'],
      ['PUT', `keys/${id}`],
    ] as const)
      expect(await send(method, path, { kind: 'secret', name: 'Server', explore: 'all' })).toMatchObject({
        status: 400,
        data: { explore: 'applies to publishable keys only' },
      });
    expect((await send('PUT', `keys/${stored.id}`, { name: 'Site', explore: 'some' })).status).toBe(400);
  });

  test('a key with a signing secret is marked as such, and a new secret can be requested', async () => {
    const made = await send('POST', 'keys', { kind: 'publishable', name: 'Signed', sign: true });
    const { secret, stored } = made.data as unknown as { secret: string; stored: { id: number; signs: boolean } };
    expect([stored.signs, secret.startsWith('ngj_')]).toEqual([true, true]);
    const again = await send('POST', `keys/${stored.id}/sign`, {});
    expect((again.data as unknown as { secret: string }).secret).not.toBe(secret);
  });

  test.each([
    [{ kind: 'secret' }],
    [{ kind: 'root', name: 'A' }],
    [{ kind: 'secret', name: '  ' }],
    [{ kind: 'secret', name: 'A', origins: ['https://a.example/path'] }],
    [{ kind: 'secret', name: 'A', sign: true }],
    [{ kind: 'secret', name: 'A', expires: '2020-01-01T00:00:00Z' }],
  ])('a key cannot be created from %j', async (body) => {
    expect((await send('POST', 'keys', body)).status).toBe(400);
  });
});

describe('sessions', () => {
  test('a session is listed, attributed in the history and ended', async () => {
    const signedIn = await askWith(operator, '/session', { method: 'POST' });
    const cookie = signedIn.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const origin = new URL(signedIn.url || ORIGIN).origin;
    const inSession = (method: string, path: string, body?: string) =>
      ask(path, { method, headers: { Cookie: cookie, Origin: origin }, ...(body ? { body } : {}) });
    const { data } = await (await inSession('GET', '/manage/sessions')).json<{
      data: { sessions: { id: string; isOwn: boolean }[] };
    }>();
    const own = data.sessions.find(({ isOwn }) => isOwn);
    expect(own?.id).toMatch(/^[0-9a-f]{16}$/);

    await inSession('PUT', '/manage/topics/1', JSON.stringify({ name: 'In session', slug: 'cyber', category: 1 }));
    const trail = await send('GET', 'audit?kind=topic&ref=1&limit=1');
    expect(trail.data).toMatchObject({ entries: [{ session: own?.id, after: { name: 'In session' } }] });

    expect((await send('DELETE', `sessions/${own?.id}`)).status).toBe(200);
    expect((await inSession('GET', '/manage/sessions')).status).toBe(401);
    expect((await send('DELETE', `sessions/${own?.id}`)).status).toBe(404);
  });
});

describe('shared links', () => {
  test('the owner of shared links may have 2,000 active ones', async () => {
    const share = { name: 'The week', view: 'insights/rising-content/', days: 1 };
    const { data } = await send('POST', 'shares', share);
    const { id } = (data as unknown as { stored: { id: number } }).stored;
    const series = 'WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 1999)';
    const columns = 'name, view, actor, key_id, created_at, expires_at';
    await env.DB.prepare(
      `INSERT INTO shares (hash, ${columns}) ${series} SELECT 'many ' || value, ${columns} FROM shares, n WHERE id = ?`,
    )
      .bind(id)
      .run();
    const refused = await send('POST', 'shares', share);
    expect(refused).toMatchObject({
      status: 400,
      data: { view: expect.stringContaining('the limit is 2000 active links') },
    });
    await send('DELETE', `shares/${id}`);
    expect((await send('POST', 'shares', share)).status).toBe(200);
    await env.DB.prepare("DELETE FROM shares WHERE hash LIKE 'many %'").run();
  });

  const view = 'insights/trending-topics/?period=7d&limit=5';
  const make = async (body: object = {}) => {
    const { status, data } = await send('POST', 'shares', { name: 'Board', view, ...body });
    const { link, stored } = data as unknown as { link: string; stored: { id: number } };
    return { status, id: stored?.id, path: link ? new URL(link).pathname : '' };
  };

  test('a shared link returns its view as a page and as data, and nothing else', async () => {
    const { path } = await make();
    const page = await ask(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Type')).toContain('text/html');
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(page.headers.get('Cache-Control')).toContain('no-store');
    const api = await askWith(secret, `/api/v2/${view}`);
    expect(await (await ask(`${path}/data?period=24h&limit=50`)).json()).toEqual(await api.json());
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask(path, { method })).status).toBe(405);
    for (const more of ['/../manage/keys', '/data/../../manage/keys', '/manage', '//data', '/data/1']) {
      expect((await ask(path + more)).status).not.toBe(200);
    }
  });

  test('the token of a shared link grants no access to other routes', async () => {
    const { path } = await make();
    const token = path.slice('/s/'.length);
    const closed = ROUTES.filter(
      ({ access, slow }) => !['open', 'program', 'beacon', 'link'].includes(access) && !slow,
    );
    expect(closed.length).toBeGreaterThan(80);
    for (const { method, path: address, body } of closed) {
      const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const separator = address.includes('?') ? '&' : '?';
      const inQuery = await ask(`${address}${separator}apiKey=${token}&token=${token}`, init);
      const inHeader = await ask(address, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, 'X-API-Key': token },
      });
      const inCookie = await ask(address, {
        ...init,
        headers: { Cookie: `__Host-newsgauge=${token}; newsgauge-8941=${token}` },
      });
      expect([method, address, inQuery.status, inHeader.status, inCookie.status]).toEqual([
        method,
        address,
        401,
        401,
        401,
      ]);
    }
  });

  test('a shared link stops working when it is revoked or expires', async () => {
    const { id, path } = await make({ days: 1 });
    expect((await send('DELETE', `shares/${id}`)).data).toMatchObject({ state: 'revoked' });
    expect((await ask(path)).status).toBe(404);
    expect((await ask(`${path}/data`)).status).toBe(404);
    const late = await make({ days: 1 });
    await env.DB.prepare('UPDATE shares SET expires_at = 1 WHERE id = ?').bind(late.id).run();
    expect((await ask(late.path)).status).toBe(404);
    const listed = await send('GET', 'shares');
    expect(listed.data).toMatchObject({
      shares: expect.arrayContaining([expect.objectContaining({ id: late.id, state: 'expired' })]),
    });
    expect(JSON.stringify(listed.data)).not.toContain(late.path.slice(3));
  });

  test.each([
    ['feed/'],
    ['insights/../feed/'],
    ['/manage/keys'],
    ['//example.com/insights/'],
    ['https://example.com/api/v2/insights/rising-content/'],
    ['insights/rising-content/?limit=0'],
    ['insights/nothing/'],
    ['insights/rising-content/?apiKey=a'],
    ['\\\\example.com'],
    [''],
  ])('a shared link cannot be created for view %j', async (view) => {
    expect((await make({ view })).status).toBe(400);
  });

  test('a shared link is listed for 90 days after it was revoked, regardless of its expiry', async () => {
    const { data } = await send('POST', 'shares', { name: 'Long', view: 'insights/popular-content/', days: 365 });
    const { id } = (data as unknown as { stored: { id: number } }).stored;
    await send('DELETE', `shares/${id}`);
    const isKept = async (days: number) => {
      await forgetShares(openDb(env.DB), assumeTrusted(Date.now() + days * 86_400_000));
      return (await env.DB.prepare('SELECT 1 FROM shares WHERE id = ?').bind(id).first()) !== null;
    };
    expect([await isKept(89), await isKept(91)]).toEqual([true, false]);
  });

  test('the database stores only the hash of a shared link’s token', async () => {
    const { path } = await make();
    const token = path.slice('/s/'.length);
    const { results } = await env.DB.prepare('SELECT * FROM shares').all();
    expect(JSON.stringify(results)).not.toContain(token);
    expect(JSON.stringify(results)).toContain(await sha256(token));
    const audit = await env.DB.prepare('SELECT * FROM audit').all();
    expect(JSON.stringify(audit.results)).not.toContain(token);
  });
});

describe('the audit trail', () => {
  test('the audit trail can be filtered by resource, actor and time and reads few rows', async () => {
    await publish(operator, 'topics', [{ id: 2, name: 'A', slug: 'a', category: 1 }]);
    await publish(operator, 'topics', [{ id: 2, name: 'B', slug: 'a', category: 1 }]);
    await publish(operator, 'rules', [{ kind: 'topic', ref: '2', words: ['bee'] }]);
    await send('DELETE', 'topics/2');
    const of = async (query: string) =>
      ((await send('GET', `audit?${query}`)).data.entries as unknown as { action: string; kind: string }[]).map(
        ({ action }) => action,
      );
    expect(await of('kind=topic&ref=2')).toEqual(['delete', 'update', 'create']);
    expect(await of('kind=rule&ref=topic/2')).toEqual(['create']);
    expect(await of('actor=nobody')).toEqual([]);
    expect((await of('actor=test%20operator&limit=100')).length).toBeGreaterThan(3);
    expect(await of('to=2020-01-01')).toEqual([]);
    expect(await of('kind=topic&ref=2&action=delete')).toEqual(['delete']);
  });

  test('the audit trail reads at most a hundred rows per page of twenty thousand entries, for every filter', async () => {
    await env.DB.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)
      INSERT INTO audit (at, actor, change, kind, ref, action, before, after)
      SELECT 1700000000 + i, 'importer', 'c', 'article', i, 'create', NULL, '{}' FROM n`.replaceAll('\n', ' '),
    );
    await env.DB.exec(
      `INSERT INTO audit (at, actor, change, kind, ref, action, before, after) VALUES (1700000001, 'importer', 'd', 'article', '19007', 'merge', '{}', '{}'), (1700000002, 'importer', 'e', 'topic', '19007', 'update', '{}', '{}')`,
    );
    const asked = [
      'action=merge',
      'action=restore',
      'action=merge&actor=importer',
      'kind=article&action=merge',
      'ref=19007',
    ];
    asked.push(
      'kind=topic&actor=importer',
      'change=d',
      'change=nothing',
      'kind=webhook',
      'actor=nobody',
      'action=create',
    );
    asked.push('from=2023-11-14&to=2023-11-14', 'kind=article&ref=19007', 'actor=importer');
    for (const query of asked) {
      const response = await askWith(operator, `/manage/audit?${query}&limit=20`);
      expect([query, response.status]).toEqual([query, 200]);
      expect(rowsRead(response), query).toBeLessThanOrEqual(100);
    }
    const merged = await send('GET', 'audit?action=merge&actor=importer');
    expect(merged.data).toMatchObject({ entries: [{ change: 'd' }], next: null });
    const seventh = await send('GET', 'audit?ref=19007');
    expect((seventh.data.entries as unknown as { change: string }[]).map(({ change }) => change)).toEqual([
      'c',
      'e',
      'd',
    ]);
  });

  test('audit entries are deleted after 90 days, and trash entries after 30', async () => {
    const db = openDb(env.DB);
    const now = Date.now();
    const count = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n');
    expect(await count('trash')).toBeGreaterThan(0);
    await retain(db, assumeTrusted(now + 31 * 86_400_000));
    expect(await count('trash')).toBe(0);
    expect(await count('audit')).toBeGreaterThan(0);
    await retain(db, assumeTrusted(now + 91 * 86_400_000));
    expect(await count('audit')).toBe(0);
  });
});
