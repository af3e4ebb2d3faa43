import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeKey, publish } from '../../support/index.ts';
import { type Fail, newAddress, outcome, queue, visit } from './beacon-support.ts';

const ARTICLE = 'https://news.example.com/story?id=1';
const SITE = 'https://reader.example';
const keys = { open: '', bound: '', secret: '' };

beforeAll(async () => {
  keys.open = await makeKey('publishable');
  keys.bound = await makeKey('publishable', [SITE]);
  keys.secret = await makeKey('secret');
  const article = { title: 'Story', introduction: 'Text', contentType: 'article' };
  const lists = { topics: [47], companies: [], countries: [], geoGroups: [] };
  const receipt = await publish(await makeKey('operator'), 'articles', [
    { id: 1, url: ARTICLE, publishedAt: '2026-01-31T08:00:00Z', ...article, ...lists },
    { id: 2, url: `${ARTICLE}2`, publishedAt: new Date(Date.now() + 86_400_000), ...article, ...lists },
  ]);
  expect(receipt).toEqual({ accepted: 2, rejected: [] });
});

beforeEach(() => {
  Object.assign(queue, { sent: [], sends: 0, failures: 0 });
});

const go = (headers: Record<string, string> = {}, key = keys.open) => visit(`/go/1?key=${key}`, { headers });

test('leads to the article and counts the click', async () => {
  const response = await go();
  expect(outcome(response)).toEqual([302, 'accepted']);
  expect(response.headers.get('Location')).toBe(ARTICLE);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.headers.get('Referrer-Policy')).toBe('strict-origin');
  expect(JSON.stringify([...response.headers])).not.toContain(keys.open);
  expect(queue.sent).toMatchObject([{ v: 1, contentId: 1, companyType: null, seniority: null }]);
});

test.each<[string, Record<string, string>, string]>([
  ['a navigation', { 'Sec-Fetch-Mode': 'navigate' }, 'accepted'],
  ['a bot', { 'User-Agent': 'Slackbot-LinkExpanding 1.0' }, 'dropped; reason=bot'],
  ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 'dropped; reason=prefetch'],
  ['a picture on some page', { 'Sec-Fetch-Mode': 'no-cors' }, 'dropped; reason=embedded'],
])('%s is led there', async (_, headers, said) => {
  const response = await go(headers);
  expect(outcome(response)).toEqual([302, said]);
  expect(queue.sends).toBe(said === 'accepted' ? 1 : 0);
});

test('HEAD tells the address and counts nothing', async () => {
  const response = await visit(`/go/1?key=${keys.open}`, { method: 'HEAD' });
  expect(outcome(response)).toEqual([302, 'dropped; reason=head']);
  expect(response.headers.get('Location')).toBe(ARTICLE);
  expect(queue.sends).toBe(0);
});

test('whoever clicks twice is led there twice and counted once', async () => {
  const reader = { 'CF-Connecting-IP': newAddress() };
  await go(reader);
  expect(outcome(await go(reader))).toEqual([302, 'dropped; reason=duplicate']);
  expect(queue.sent).toHaveLength(1);
});

test('a queue that takes nothing keeps nobody from the article', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  queue.failures = 3;
  expect(outcome(await go())).toEqual([302, 'dropped; reason=unavailable']);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test('a bound key works where no page is, and not for scripts of other pages', async () => {
  expect(outcome(await go({}, keys.bound))).toEqual([302, 'accepted']);
  expect(outcome(await go({ Origin: SITE }, keys.bound))).toEqual([302, 'accepted']);
  const foreign = await go({ Origin: 'https://other.example' }, keys.bound);
  expect([foreign.status, foreign.headers.get('Location')]).toEqual([403, null]);
});

describe('no way out', () => {
  test.each([
    ['an unknown article', '/go/99?key=open', 404, 'notFound'],
    ['an article of tomorrow', '/go/2?key=open', 404, 'notFound'],
    ['no number', '/go/story?key=open', 400, 'parameterInvalid'],
    ['an address', `/go/${encodeURIComponent('https://evil.example/')}?key=open`, 400, 'parameterInvalid'],
    ['no key', '/go/1', 401, 'apiKeyMissing'],
    ['an empty key', '/go/1?key=', 401, 'apiKeyMissing'],
    ['an unknown key', '/go/1?key=ngp_nonsense', 401, 'apiKeyInvalid'],
    ['a secret key', '/go/1?key=secret', 403, 'forbidden'],
    ['two keys', '/go/1?key=open&key=open', 400, 'parameterInvalid'],
  ])('by %s', async (_, path, status, reason) => {
    const response = await visit(
      path.replaceAll(/key=(open|secret)/g, (_, kind: 'open' | 'secret') => `key=${keys[kind]}`),
    );
    expect([response.status, ((await response.json()) as Fail).reason]).toEqual([status, reason]);
    expect(response.headers.get('Location')).toBeNull();
    expect(queue.sends).toBe(0);
  });

  test.each(['POST', 'PUT', 'DELETE'])('by %s', async (method) => {
    const response = await visit(`/go/1?key=${keys.open}`, { method });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
