import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { baseRouter, router } from '../../src/http/base.ts';
import { cached, json } from '../../src/http/cache.ts';
import { ORIGIN } from '../support/index.ts';

/** Isolates of one location share only the edge cache. */
let made = 0;
const questions = router();
questions.get('/', (c) => cached(c, c.req.query(), async () => json({ made: ++made })));

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

/** Larger than the memory cache. */
async function forgotten(): Promise<void> {
  for (let i = 0; i < 100; i++) await askAnew(`other=${crypto.randomUUID()}`, {});
}

test('the first answer to a question is given to every isolate of the place', async () => {
  const first = await askAnew('q=edge', { colo: 'FRA' });
  await forgotten();
  expect(await askAnew('q=edge', { colo: 'FRA' })).toEqual(first);
});

test('a server of one’s own has its memory alone', async () => {
  const first = await askAnew('q=memory', {});
  expect(await askAnew('q=memory', {})).toEqual(first);
  await forgotten();
  expect(await askAnew('q=memory', {})).not.toEqual(first);
});
