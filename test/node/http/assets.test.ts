import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Assets } from '../../../src/node/http/assets.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-assets-'));
let assets: Assets;
beforeAll(() => {
  mkdirSync(join(folder, 'docs/guides'), { recursive: true });
  writeFileSync(join(folder, 'docs/guides/feeds.html'), '<h1>Poll feeds</h1>');
  writeFileSync(join(folder, 'docs/search.json'), '[]');
  writeFileSync(join(folder, '_headers'), '/docs/*\n  Referrer-Policy: no-referrer\n');
  assets = new Assets(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const answer = (path: string, method = 'GET') => assets.answer(new Request(`http://localhost${path}`, { method }));

test('a page is served without the extension of its file', async () => {
  const response = answer('/docs/guides/feeds?from=search');
  expect(response?.status).toBe(200);
  expect(response?.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(response?.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(await response?.text()).toBe('<h1>Poll feeds</h1>');
});

test.each(['/docs/guides/feeds.html', '/docs/guides/feeds/'])('%s redirects to the page, as on Cloudflare', (path) => {
  const response = answer(path);
  expect(response?.status).toBe(307);
  expect(response?.headers.get('Location')).toBe('/docs/guides/feeds');
});

test('files that are not pages keep their extension', () => {
  expect(answer('/docs/search.json')?.headers.get('Content-Type')).toBe('application/json');
  expect(answer('/docs/search')).toBeNull();
});

test.each(['/docs', '/docs/guides', '/docs/guides/', '/_headers', '/docs/nothing.html'])(
  '%s is left to the Worker',
  (path) => {
    expect(answer(path)).toBeNull();
  },
);

test('other methods are left to the Worker', () => {
  expect(answer('/docs/guides/feeds', 'POST')).toBeNull();
});
