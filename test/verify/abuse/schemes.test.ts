import { beforeAll, expect, test } from 'vitest';
import { makeKey, publish } from '../../support/index.ts';

let operator = '';
beforeAll(async () => {
  operator = await makeKey('operator');
});

// Unlike `javascript:alert(1)` these have a host, and pass for addresses wherever only that is looked for.
test.each([
  'javascript://a.test/%0aalert(1)',
  'JavaScript://a.test/%0dalert(1)',
  'vbscript://a.test/x',
  'data://a.test/,x',
  'file://a.test/etc/passwd',
  'ftp://a.test/x',
  'ws://a.test/x',
  'intent://a.test/#Intent;scheme=http;end',
])('no address of an article, an image or an icon may be %j', async (url) => {
  const article = { title: 'x', introduction: '', publishedAt: '2026-01-01T00:00:00Z', contentType: 'article' };
  const { accepted, rejected } = await publish(operator, 'articles', [
    { ...article, url },
    { ...article, url: 'https://door.test/', image: { url } },
  ]);
  expect(accepted).toBe(0);
  expect(rejected.map(({ errors }) => Object.keys(errors))).toEqual([['url'], ['image']]);
  const icons = await publish(operator, 'sources', [{ domain: 'door.test', name: 'Door', icon: url }]);
  expect(icons.rejected.map(({ errors }) => Object.keys(errors))).toEqual([['icon']]);
});
