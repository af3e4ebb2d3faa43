import type { Hono } from 'hono';
import { inspectRoutes } from 'hono/dev';
import { beforeAll, describe, expect, test } from 'vitest';
import { readText } from '../../../src/http/body.ts';
import { app } from '../../../src/routes.ts';
import { askWith, makeKey, publish } from '../../support/index.ts';
import { ACCESS, PLACES, rows, SORTS } from './routes.ts';

describe('table of access rights', () => {
  test('the table of access rights contains exactly the routes of the service', async () => {
    // Middleware accepts all methods and calls the next handler, so it is not a route.
    const routes = inspectRoutes({ routes: await app.routes() } as Hono).filter(
      ({ method, isMiddleware }) => method !== 'ALL' || !isMiddleware,
    );
    const names = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
  });

  test('the table of access rights specifies a response for every kind of key in every place', () => {
    for (const places of Object.values(ACCESS))
      for (const place of PLACES) expect(Object.values(places[place]).filter(Boolean)).toHaveLength(SORTS.length);
  });
});

describe('names of Object.prototype members', () => {
  let operator = '';
  beforeAll(async () => {
    operator = await makeKey('operator');
  });

  test.each(['constructor', 'hasownproperty', 'tostring', 'valueof', 'then'])(
    'the service publishes and tags content named %s',
    async (slug) => {
      await publish(operator, 'geo-groups', [{ slug, name: slug, countries: ['GB'] }]);
      await publish(operator, 'topics', [{ id: 10 + slug.length, name: slug, slug, description: '', category: 1 }]);
      await publish(operator, 'companies', [{ id: 10 + slug.length, name: slug, organisationType: 'Broker' }]);
      const article = {
        url: `https://a.test/${slug}`,
        title: `The ${slug} of it`,
        publishedAt: '2026-01-01T00:00:00Z',
      };
      await publish(operator, 'articles', [{ ...article, contentType: 'article', geoGroups: [slug] }]);
      const retag = await askWith(operator, '/manage/retag', { method: 'POST' });
      expect(retag.status).toBe(200);
    },
  );
});

describe('URL schemes', () => {
  let operator = '';
  beforeAll(async () => {
    operator = await makeKey('operator');
  });

  // Unlike `javascript:alert(1)`, these addresses have a host and pass a check that only requires a host.
  test.each([
    'javascript://a.test/%0aalert(1)',
    'JavaScript://a.test/%0dalert(1)',
    'vbscript://a.test/x',
    'data://a.test/,x',
    'file://a.test/etc/passwd',
    'ftp://a.test/x',
    'ws://a.test/x',
    'intent://a.test/#Intent;scheme=http;end',
  ])('an article, an image and an icon are rejected if their URL is %j', async (url) => {
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
});

describe('interrupted body', () => {
  test('readText throws a 400 error if the body ends early', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"key":'));
        controller.error(new Error('Network connection lost.'));
      },
    });
    const read = readText(new Request('https://a.test/', { method: 'POST', body }), 100, '100 bytes');
    await expect(read).rejects.toMatchObject({ code: 400, data: { body: 'was truncated before its end' } });
  });
});
