import { describe, expect, test } from 'vitest';
import { SITE_PAGES } from '../../src/web/shells/base/site-pages.ts';
import { ask } from '../support/index.ts';

const PAGES = SITE_PAGES.map(({ path }) => path);
const OWN = PAGES.filter((path) => path !== '/docs');

describe.each(PAGES)('public page %s', (path) => {
  test(`${path} is public and has a strict Content-Security-Policy`, async () => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  test(`${path} supports HEAD and returns 304 for its ETag`, async () => {
    const [get, head] = [await ask(path), await ask(path, { method: 'HEAD' })];
    expect(await head.text()).toBe('');
    const etag = get.headers.get('ETag') ?? '';
    expect(head.headers.get('ETag')).toBe(etag);
    const again = await ask(path, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('Content-Security-Policy')).toBe(get.headers.get('Content-Security-Policy'));
  });

  test(`${path} loads resources from the service only`, async () => {
    const text = await (await ask(path)).text();
    const loaded = [...text.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"/g)].map(
      ([, address]) => address,
    );
    for (const address of loaded)
      expect(address).toMatch(/^(\/pages\/([\w-]+\.(js|css|svg)|fonts\/[\w-]+\.woff2)|data:,)$/);
    expect(text).not.toMatch(/ style=| on\w+="/);
  });
});

describe.each(OWN)('page %s', (path) => {
  test(`${path} rejects other methods than GET`, async () => {
    const response = await ask(path, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  });
});

test('the overview page of an empty newsroom reads at most two rows and reports missing data', async () => {
  const response = await ask('/');
  expect(response.headers.get('Server-Timing')).toMatch(/rows=[012]"/);
  const text = await response.text();
  expect(text).toContain('Nothing has been published yet.');
  expect(text).toContain('No clicks within the last seven days.');
});
