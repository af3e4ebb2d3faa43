import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { baseRouter, router } from '../../src/http/base.ts';
import { cachedResponse, json } from '../../src/http/cache.ts';
import { traffic } from '../../src/http/traffic.ts';
import worker from '../../src/index.ts';
import { clickedArticles, emptyNewsroom } from '../clicks/support.ts';
import { makeKey, ORIGIN } from '../support/index.ts';

/** Cached responses read no content and wake no object. */

let statements: string[] = [];
let calls = 0;

const recording = <T extends D1Database | D1DatabaseSession>(database: T): T =>
  new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (name === 'prepare') statements.push(String(given[0]));
        const made = value.apply(target, given);
        return name === 'withSession' ? recording(made) : made;
      };
    },
  });
const counting = <T extends object>(namespace: T): T =>
  new Proxy(namespace, {
    get(target, name) {
      calls++;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
const bindings = {
  ...env,
  DB: recording(env.DB),
  TOPIC_WINDOW: counting(env.TOPIC_WINDOW),
  SITE_COORDINATOR: counting(env.SITE_COORDINATOR),
} as Env;

async function ask(key: string, path: string): Promise<{ status: number; body: string }> {
  [statements, calls] = [[], 0];
  const context = createExecutionContext();
  const headers = { Authorization: `Bearer ${key}` };
  const request = new Request(ORIGIN + path, { headers, cf: { colo: 'FRA' } } as RequestInit);
  const response = await worker.fetch(request, bindings, context);
  const body = await response.text();
  await waitOnExecutionContext(context);
  return { status: response.status, body };
}

/** Simulates another isolate with an empty memory cache. */
async function anotherIsolate(): Promise<void> {
  const app = baseRouter();
  app.use((c, next) => {
    c.set('cacheSeconds', 60);
    return next();
  });
  app.route(
    '/',
    router().get('/', (c) => cachedResponse(c, c.req.query(), async () => json({}))),
  );
  for (let i = 0; i < 100; i++)
    await app.fetch(new Request(`${ORIGIN}/?${crypto.randomUUID()}`), env, createExecutionContext());
}

const hits = () => {
  const samples = traffic.metrics.find(({ name }) => name === 'newsgauge_cached_answers')?.samples ?? [];
  const of = (from: string) => samples.find(({ labels }) => labels?.from === from)?.value ?? 0;
  return { isolate: of('isolate'), edge: of('edge'), database: of('database') };
};

let keys: string[] = [];
beforeAll(async () => {
  await emptyNewsroom();
  await clickedArticles();
  keys = [await makeKey('secret'), await makeKey('secret'), await makeKey('secret')];
  for (const key of keys) await ask(key, '/api/v2/nowhere');
});

describe.each([
  ['/api/v2/feed/?topics=1&limit=5', '/api/v2/feed?limit=5&topics=1'],
  ['/api/v2/feed/?output=rss', '/api/v2/feed/?output=rss&limit=20'],
  ['/api/v2/feed/?output=html', '/api/v2/feed/?output=html'],
  ['/api/v2/feed-recommended/', '/api/v2/feed-recommended'],
  ['/api/v2/geography/list/', '/api/v2/geography/list'],
  ['/api/v2/topics/list/', '/api/v2/topics/list'],
  ['/api/v2/companies/list/', '/api/v2/companies/list'],
  ['/api/v2/topics/trending/', '/api/v2/topics/trending'],
  ['/api/v2/insights/popular-content/', '/api/v2/insights/popular-content'],
  ['/api/v2/insights/trending-topics/growth/', '/api/v2/insights/trending-topics/growth'],
  ['/embed/trending/', '/embed/trending'],
])('a cached response of %s', (question, equal) => {
  test('a cached response needs no content queries or object calls for other keys and isolates', async () => {
    const before = hits();
    const [first = '', second = '', third = ''] = keys;
    const { status, body } = await ask(first, question);
    expect([status, statements.some((each) => !isOfKeys(each)), calls > 0]).toEqual([
      200,
      true,
      /trending|insights/.test(question),
    ]);
    const fromIsolate = await ask(second, equal);
    expect([fromIsolate.body, statements.filter((each) => !isOfKeys(each)), calls]).toEqual([body, [], 0]);
    await anotherIsolate();
    const fromEdge = await ask(third, question);
    expect([fromEdge.body, statements.filter((each) => !isOfKeys(each)), calls]).toEqual([body, [], 0]);
    const after = hits();
    expect([after.isolate - before.isolate, after.edge - before.edge]).toEqual([1, 1]);
  });
});

const isOfKeys = (statement: string) => /\bapi_keys\b|\bkey_uses\b/.test(statement);
