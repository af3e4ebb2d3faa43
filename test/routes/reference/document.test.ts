import { createExecutionContext, env } from 'cloudflare:test';
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import { describe, expect, test } from 'vitest';
import { app } from '../../../src/routes.ts';
import { ask, ORIGIN } from '../../support/index.ts';
import { answerOf, faultsOf, operations } from './described.ts';

const OPENAPI = 'https://spec.openapis.org/oas/3.1/schema-base';

const bare = (path: string) => path.replace(/(.)\/$/, '$1').replace(/:(\w+)/g, '{$1}');

test('the API description contains exactly the existing routes', async () => {
  // Hono lists middleware as ALL.
  const routes = (await app.routes())
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${bare(path)}`);
  const described = operations.map(({ method, path }) => `${method} ${bare(path)}`);
  expect(described.toSorted()).toEqual([...new Set(routes)].toSorted());
});

test('the API description is a valid, publicly cacheable OpenAPI 3.1 document', async () => {
  const response = await ask('/api/v2/openapi.json');
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
  const etag = response.headers.get('ETag') ?? '';
  const document = (await response.json()) as { openapi: string };
  expect(document.openapi).toBe('3.1.1');
  expect(await validate(OPENAPI, document as never, 'BASIC')).toEqual({ valid: true });
  expect(await validate(OPENAPI, { ...document, paths: { feed: {} } } as never, 'FLAG')).toEqual({ valid: false });
  const again = await ask('/api/v2/openapi.json', { headers: { 'If-None-Match': etag } });
  expect(again.status).toBe(304);
});

test('operation ids of the API description are unique, and every path parameter is described', () => {
  const names = operations.map((operation) => (operation as unknown as { operationId: string }).operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { path, parameters = [] } of operations) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
    expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
});

test('each operation without the accepted keys that most of its page share states its own access', () => {
  const pages = Map.groupBy(operations, ({ tags: [tag] }) => tag);
  const stated = [...pages.values()].filter((page) =>
    page.some(({ description }) => /Accepts .*keys/.test(description)),
  );
  expect(stated.length).toBeGreaterThan(0);
  for (const { description } of stated.flat()) expect(description).toMatch(/Accepts .*keys|No key is required/);
});

describe('examples of the API description match their schemas', () => {
  const contents = operations.flatMap((operation) => [
    ...Object.entries(operation.requestBody?.content ?? {}).map(([type, content]) => ({
      operation,
      at: type,
      content,
    })),
    ...Object.keys(operation.responses).flatMap((status) =>
      Object.entries(answerOf(operation, Number(status))?.content ?? {}).map(([type, content]) => ({
        operation,
        at: `${status} ${type}`,
        content,
      })),
    ),
  ]);
  const examples = contents.filter(({ content }) => content.example !== undefined);

  const byOperation = Map.groupBy(examples, ({ operation }) => `${operation.method} ${operation.path}`);
  test.each([...byOperation])('the examples of %s match their schemas', (_, contents) => {
    for (const { at, content } of contents)
      expect([at, faultsOf(content.schema, JSON.parse(JSON.stringify(content.example)))]).toEqual([at, []]);
  });

  test('every JSON response of the API description has an example', () => {
    const without = contents.filter(({ at, content }) => at.endsWith('json') && content.example === undefined);
    expect(without.map(({ operation, at }) => `${operation.path} ${at}`)).toEqual([
      '/api/v2/openapi.json 200 application/json',
    ]);
  });
});

test('parameters of the API description have types, bounds, enums and defaults', () => {
  const parameters = Object.fromEntries(
    operations.flatMap(({ path, parameters = [] }) => parameters.map((one) => [`${path} ${one.name}`, one])),
  );
  expect(parameters['/api/v2/insights/popular-content/ limit']?.schema).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 50,
    default: 10,
  });
  expect(parameters['/api/v2/topics/trending/ period']?.schema).toEqual({
    type: 'string',
    enum: ['now', 'week'],
    default: 'week',
  });
  expect(parameters['/api/v2/feed/ includeTopics']).toMatchObject({
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 100 },
  });
});

test('the described schema of topics rejects a click count', () => {
  const popular = operations.find(({ path }) => path === '/api/v2/insights/trending-topics/');
  const content = popular && answerOf(popular, 200)?.content?.['application/json'];
  const topic = { topicId: 12, name: 'Cyber', slug: 'cyber', category: 1, previousRank: null };
  const answer = (topics: object[]) => ({ status: 'success', data: { period: '7d', topics }, code: 200 });
  expect(faultsOf(content?.schema ?? {}, answer([topic]))).toEqual([]);
  expect(faultsOf(content?.schema ?? {}, answer([{ ...topic, clicks: 9 }]))).not.toEqual([]);
});

describe('well-known files', () => {
  test('robots.txt disallows paths with secrets or side effects', async () => {
    const text = await (await ask('/robots.txt')).text();
    expect(text.split('\n')[0]).toBe('User-agent: *');
    for (const path of ['/s/', '/manage/', '/go/', '/websub/']) expect(text).toContain(`\nDisallow: ${path}\n`);
  });

  test('security.txt contains the contact set by the operator and expires within a year', async () => {
    expect((await ask('/.well-known/security.txt')).status).toBe(404);
    const bindings = { ...env, SECURITY_CONTACT: 'mailto:security@news.example' as string } as Env;
    const request = new Request(`${ORIGIN}/.well-known/security.txt`);
    const response = await app.fetch(request, bindings, createExecutionContext());
    const [, contact, expires = ''] = /^Contact: (.*)\nExpires: (.*)\n$/.exec(await response.text()) ?? [];
    expect(contact).toBe('mailto:security@news.example');
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(363);
    expect(days).toBeLessThan(366);
  });
});
