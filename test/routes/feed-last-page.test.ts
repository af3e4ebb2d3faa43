import { env } from 'cloudflare:test';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { askUnder, withDatabase } from '../operations/openmetrics.ts';
import { askWith, makeKey, publish } from '../support/index.ts';

const MINUTE_MS = 60_000;
const FAILED = withDatabase(() => Promise.reject(new Error('D1_ERROR: Network connection lost.')));

/** Each test begins two hours later, because the clock of costly queries must not go back. */
let begin = Date.now();
beforeEach(() => {
  begin += 120 * MINUTE_MS;
});

let key: string;
beforeAll(async () => {
  const operator = await makeKey('operator');
  key = await makeKey('publishable');
  await publish(operator, 'topics', [{ id: 1, name: 'Cyber', slug: 'cyber', category: 1 }]);
  const article = { contentType: 'article', topics: [1], publishedAt: new Date(begin - MINUTE_MS).toISOString() };
  const at = (id: number) => ({ ...article, id, url: `https://ledger.example/${id}`, title: `Storm ${id}` });
  await publish(operator, 'articles', [at(1), at(2)]);
  await askWith(operator, '/manage/searches/storms', {
    method: 'PUT',
    body: JSON.stringify({ name: 'Storms', filter: { includeTopics: '1' } }),
  });
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const get = (path: string, minutes: number, bindings: Env = env) => {
  vi.setSystemTime(begin + minutes * MINUTE_MS);
  return askUnder(bindings, path, { headers: { 'X-API-Key': key } });
};

test.each([
  '/api/v2/feed?output=html&views=1',
  '/api/v2/feed/related?id=1&output=html',
  '/api/v2/feed-recommended?output=html',
  '/feeds/storms?output=html',
  '/embed/trending?link=https://ledger.example/{slug}',
])('the embed %s shows its last page if the database fails, for an hour', async (path) => {
  const good = await get(path, 0);
  const page = (await good.text()).replace(/ data-list-token="[^"]*"/, '');
  expect([good.status, page]).toEqual([200, expect.stringContaining('<html')]);
  for (const minutes of [2, 59]) {
    const stale = await get(path, minutes, FAILED);
    expect([stale.status, stale.headers.get('Cache-Control')]).toEqual([200, 'private, max-age=0']);
    expect(await stale.text()).toBe(page);
  }
  expect((await get(path, 63, FAILED)).status).toBe(503);
});

test.each([
  ['/api/v2/feed?limit=3', 503],
  ['/api/v2/feed?output=html&limit=0', 400],
])('%s returns an error instead of its last page', async (path, status) => {
  await get(path, 0);
  expect((await get(path, 2, FAILED)).status).toBe(status);
});
