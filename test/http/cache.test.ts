import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { baseRouter, router } from '../../src/http/base.ts';
import { cachedResponse, json } from '../../src/http/cache.ts';
import { ORIGIN } from '../support/index.ts';

/** Isolates in one location share only the edge cache. */
let made = 0;
const questions = router();
questions.get('/', (c) =>
  cachedResponse(c, c.req.query(), async () => {
    if (hasFailed) throw new Error('no such table');
    made += 1;
    return c.req.query('q') === 'page'
      ? { body: `"${made}"`, headers: { 'Content-Type': 'text/html' } }
      : json({ made });
  }),
);
let hasFailed = false;

async function askAnew(question: string, place: { colo?: string }): Promise<unknown> {
  const app = baseRouter();
  app.use(async (c, next) => {
    c.set('cacheSeconds', 60);
    await next();
  });
  app.route('/q', questions);
  const context = createExecutionContext();
  const request = new Request(`${ORIGIN}/q?${question}`, { cf: place } as RequestInit);
  const response = await app.fetch(request, env, context);
  await waitOnExecutionContext(context);
  return response.json();
}

/** Fills the memory cache so that earlier entries are evicted. */
async function forgotten(): Promise<void> {
  for (let i = 0; i < 100; i++) await askAnew(`other=${crypto.randomUUID()}`, {});
}

test('all isolates in a location share the first cached response', async () => {
  const first = await askAnew('q=edge', { colo: 'FRA' });
  await forgotten();
  expect(await askAnew('q=edge', { colo: 'FRA' })).toEqual(first);
});

test('a self-hosted server caches only in memory', async () => {
  const first = await askAnew('q=memory', {});
  expect(await askAnew('q=memory', {})).toEqual(first);
  await forgotten();
  expect(await askAnew('q=memory', {})).not.toEqual(first);
});

afterEach(() => {
  hasFailed = false;
  vi.useRealTimers();
});

test('after a failure, isolates in a location share the last page of an embed for an hour, but no JSON', async () => {
  const minutesLater = (minutes: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 }) && forgotten();
  const page = await askAnew('q=page', { colo: 'FRA' });
  const data = await askAnew('q=data', { colo: 'FRA' });
  await minutesLater(30);
  hasFailed = true;
  expect(await askAnew('q=page', { colo: 'FRA' })).toBe(page);
  expect(await askAnew('q=data', { colo: 'FRA' })).not.toEqual(data);
  await minutesLater(32);
  expect(await askAnew('q=page', { colo: 'FRA' })).not.toBe(page);
});
