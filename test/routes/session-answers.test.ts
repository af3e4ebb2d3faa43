import { beforeAll, describe, expect, test } from 'vitest';
import { ask, askWith, makeKey, ORIGIN } from '../support/index.ts';

interface BatchedAnswer {
  status: number;
  etag: string | null;
  body: { data: unknown };
}

const HISTORY = '/api/v2/insights/history/?days=28';
const TRENDING = '/api/v2/topics/trending/';

let cookie = '';
let secret = '';
beforeAll(async () => {
  secret = await makeKey('secret');
  const { headers } = await askWith(secret, '/session', { method: 'POST' });
  cookie = headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
});

const post = (requests: unknown, headers: Record<string, string> = { Cookie: cookie, Origin: ORIGIN }) =>
  ask('/session/answers', { method: 'POST', headers, body: JSON.stringify({ requests }) });
async function answersOf(...parameters: Parameters<typeof post>): Promise<BatchedAnswer[]> {
  const response = await post(...parameters);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { answers: BatchedAnswer[] } }).data.answers;
}

describe('several requests at once', () => {
  test('each answer equals that of a request alone', async () => {
    const paths = [HISTORY, TRENDING, '/api/v2/insights/topics/999/history/', '/api/v2/insights/history/?days=1'];
    const answers = await answersOf(paths.map((path) => ({ path })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 400]);
    for (const [i, path] of paths.entries()) {
      const alone = await ask(path, { headers: { Cookie: cookie } });
      expect(answers[i]).toMatchObject({ status: alone.status, etag: alone.headers.get('ETag') });
      expect(answers[i]?.body).toEqual(await alone.json());
    }
  });

  test('an unchanged answer has no body', async () => {
    const [first] = await answersOf([{ path: HISTORY }]);
    expect(first?.etag).not.toBeNull();
    expect(await answersOf([{ path: HISTORY, etag: first?.etag }])).toMatchObject([{ status: 304, body: null }]);
  });

  test('fields that the page does not use are left out at any depth', async () => {
    const [answer] = await answersOf([{ path: HISTORY, omit: ['date', 'code'] }]);
    expect(answer?.body).toEqual({ status: 'success', data: { days: expect.anything() } });
    expect(JSON.stringify(answer)).not.toContain('date');
  });

  test('each request needs the permission that it needs alone', async () => {
    const paths = [{ path: HISTORY }, { path: '/manage/recommended/2026-01-31' }];
    expect(await answersOf(paths)).toMatchObject([{ status: 200 }, { status: 403 }]);
    expect(await answersOf(paths, {})).toMatchObject([{ status: 401 }, { status: 401 }]);
    expect(await answersOf(paths, { Authorization: `Bearer ${secret}` })).toMatchObject([
      { status: 401 },
      { status: 401 },
    ]);
  });

  test('other paths, too many requests and none are rejected', async () => {
    for (const path of [
      '/manage/keys',
      '/api/v2/insights/../../../manage/keys',
      '/session/answers',
      '//other.example/api/v2/insights/history/',
      'https://other.example/api/v2/insights/history/',
    ])
      expect((await post([{ path }])).status, path).toBe(400);
    expect((await post([])).status).toBe(400);
    expect((await post(Array.from({ length: 13 }, () => ({ path: HISTORY })))).status).toBe(400);
  });
});
