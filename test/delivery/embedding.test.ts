import { beforeAll, describe, expect, test } from 'vitest';
import { forgetKeys } from '../../src/keys/authenticate.ts';
import { hashKey } from '../../src/keys/key.ts';
import { findKey } from '../../src/keys/key-store.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { ask, askWith, makeKey, openTestDb, publish, rowsRead } from '../support/index.ts';

const MINE = 'https://mine.test';
const YOURS = 'https://yours.test';
let mine = '';
let yours = '';
let free = '';
beforeAll(async () => {
  [mine, yours, free] = [
    await makeKey('publishable', [MINE]),
    await makeKey('publishable', [YOURS, 'https://b.yours.test']),
    await makeKey('secret'),
  ];
  const operator = await makeKey('operator');
  await publish(
    operator,
    'topics',
    [1, 2].map((id) => ({ id, name: `T${id}`, slug: `t-${id}`, description: '', category: 1 })),
  );
  const articles = Array.from({ length: 30 }, (_, i) => ({
    id: i + 1,
    url: `https://example.com/${i}`,
    title: `Story ${i}`,
    introduction: 'x',
    publishedAt: new Date(Date.now() - i * 1e6).toISOString(),
    contentType: 'article',
    topics: [1, 2],
  }));
  await publish(operator, 'articles', articles);
  const today = new Date().toISOString().slice(0, 10);
  await askWith(operator, `/manage/recommended/${today}`, { method: 'PUT', body: '{"articles":[3,1]}' });
});

const feed = (key: string, query: string, init?: RequestInit) => ask(`/api/v2/feed?apiKey=${key}&${query}`, init);
const policy = (response: Response) => response.headers.get('Content-Security-Policy');

describe('framing of HTML feeds', () => {
  test.each(['feed', 'feed-recommended'])(
    'each key gets its own frame-ancestors but shares the cached body of /%s',
    async (path) => {
      const asked = async (key: string) => {
        const response = await ask(`/api/v2/${path}?output=html&apiKey=${key}`);
        return { rows: rowsRead(response), policy: policy(response), body: await response.text() };
      };
      // The first requests also load the keys into the cache.
      for (const key of [mine, yours, free]) await asked(key);
      const answers = [await asked(mine), await asked(yours), await asked(free), await asked(mine)];
      expect(answers.map(({ rows }) => rows)).toEqual([0, 0, 0, 0]);
      expect(answers.map((answer) => /frame-ancestors .*$/.exec(answer.policy ?? '')?.[0])).toEqual([
        `frame-ancestors ${MINE}`,
        `frame-ancestors ${YOURS} https://b.yours.test`,
        'frame-ancestors *',
        `frame-ancestors ${MINE}`,
      ]);
      for (const { body } of answers) expect(body).toBe(answers[0]?.body);
    },
  );

  test('an HTML feed sends a strict-origin Referrer-Policy and no X-Frame-Options, and contains no key', async () => {
    const response = await feed(mine, 'output=html&limit=3');
    expect(response.headers.get('Referrer-Policy')).toBe('strict-origin');
    expect(response.headers.has('X-Frame-Options')).toBe(false);
    const body = await response.text();
    expect(body).toContain('rel="next"');
    expect(body).not.toContain(mine);
    expect(body).not.toContain(mine.slice(8, 24));
  });

  test.each(['json', 'rss'])('%s output has no Content-Security-Policy', async (output) => {
    expect(policy(await feed(mine, `output=${output}`))).toBeNull();
  });
});

describe('caching of feeds', () => {
  test.each([
    ['output=html&includeTopics=1,2&limit=7', 'limit=7&includeTopics=1,%202,1&output=HTML'],
    [
      'output=rss&excludeCountries=gb&limit=7',
      'excludeCountries=GB,gb&output=rss&limit=7&includePaywalled=1&searchTerms=',
    ],
    ['limit=11', 'limit=11&output=json&theme=auto&excludeNonHttpsSources=0&nonsense=1'],
    ['output=html&accent=%23ABCDEF', 'output=html&accent=abcdef&includePaywalled=1'],
  ])('%s and %s share a cached response', async (one, other) => {
    const first = await feed(mine, one);
    expect(rowsRead(first)).toBeGreaterThan(0);
    const again = await feed(mine, other);
    expect(rowsRead(again)).toBe(0);
    expect(await again.text()).toBe(await first.text());
  });

  test.each(['html', 'rss', 'json'])('a cached %s response is not served without an active key', async (output) => {
    const query = `output=${output}&limit=13`;
    const doomed = await makeKey('publishable');
    expect((await feed(doomed, query)).status).toBe(200);
    expect(rowsRead(await feed(doomed, query))).toBe(0);
    expect((await ask(`/api/v2/feed?${query}`)).status).toBe(401);
    expect((await feed(`${doomed}x`, query)).status).toBe(401);
    expect((await feed(mine, query, { headers: { Origin: YOURS } })).status).toBe(403);
    const db = openTestDb();
    await revokeKey(db, (await findKey(db, await hashKey(doomed)))?.id ?? 0, 1);
    forgetKeys();
    const revoked = await feed(doomed, query);
    expect(revoked.status).toBe(401);
    expect(await revoked.text()).not.toContain('Story');
  });
});

describe.each(['html', 'rss', 'json'])('conditional requests for output=%s', (output) => {
  const query = `output=${output}&limit=17`;

  test('an unchanged feed returns 304 with the same headers as the page', async () => {
    const full = await feed(mine, query);
    const tag = full.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    const not = await feed(mine, query, { headers: { 'If-None-Match': tag } });
    expect(not.status).toBe(304);
    expect(await not.text()).toBe('');
    expect(policy(not)).toBe(policy(full));
    expect((await feed(mine, query, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  test('HEAD returns the headers of GET without a body', async () => {
    const [head, get] = [await feed(mine, query, { method: 'HEAD' }), await feed(mine, query)];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of [
      'Content-Type',
      'ETag',
      'Link',
      'Cache-Control',
      'Content-Security-Policy',
      'Referrer-Policy',
    ]) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
  });
});

describe('errors of HTML feeds', () => {
  test.each([
    ['/api/v2/feed?output=html', 401, 'This feed has no key'],
    ['/api/v2/feed/?output=HTML&apiKey=nonsense', 401, 'This feed is no longer available'],
    ['/api/v2/feed?output=html&limit=0&apiKey=', 400, '<dt>limit</dt>'],
    ['/api/v2/feed-recommended?output=html&date=yesterday&apiKey=', 400, '<dt>date</dt>'],
    ['/api/v2/feed/nowhere?output=html&apiKey=', 404, 'Feed not found'],
  ])('%s returns an error page with status %d', async (path, status, words) => {
    const response = await ask(path.replace(/apiKey=$/, `apiKey=${free}`));
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(policy(response)).toMatch(/^default-src 'none'; .*; frame-ancestors \*$/);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.text()).toContain(words);
  });

  test('the error page for a bound key may be framed only by the key’s sites', async () => {
    expect(policy(await feed(mine, 'output=html&limit=0'))).toContain(`frame-ancestors ${MINE}`);
  });

  test('a forbidden origin gets an error page in the requested theme', async () => {
    const response = await feed(mine, 'output=html&theme=dark', { headers: { Origin: YOURS } });
    expect(response.status).toBe(403);
    const body = await response.text();
    expect(body).toContain('This feed cannot be shown here');
    expect(body).toContain(':root{color-scheme:dark');
    expect(body).not.toContain('prefers-color-scheme');
  });

  test.each(['output=json&limit=0', 'output=rss&limit=0'])('%s returns its error as JSend', async (query) => {
    expect(await (await feed(mine, query)).json()).toMatchObject({
      status: 'fail',
      code: 400,
      reason: 'parameterInvalid',
    });
  });

  test('HEAD returns the error status without a body', async () => {
    const response = await ask('/api/v2/feed?output=html', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([401, '']);
  });
});
