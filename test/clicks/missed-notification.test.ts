import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { consumeClicks } from '../../src/clicks/count/consumer.ts';
import { clickedArticles, emptyNewsroom, message, windowRow } from './support.ts';

const now = Date.UTC(2032, 5, 1, 12, 30);

test('a batch whose window was not reached is not acknowledged, and counts once when it comes again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  await emptyNewsroom();
  await clickedArticles();
  const deliver = async (under: Env) => {
    const batch = createMessageBatch('newsgauge-clicks', [
      { id: 'm', body: message(1, now), timestamp: new Date(now), attempts: 1 },
    ]);
    await consumeClicks(batch, under, now).catch(() => {});
    return (await getQueueResult(batch, createExecutionContext())).ackAll;
  };
  const unreachable = {
    ...env,
    TOPIC_WINDOW: {
      ...env.TOPIC_WINDOW,
      idFromName: (name: string) => env.TOPIC_WINDOW.idFromName(name),
      get: () => ({ notify: () => Promise.reject(new Error('Network connection lost.')) }),
    },
  } as unknown as Env;
  expect(await deliver(unreachable)).toBe(false);
  expect(await deliver(env)).toBe(true);
  await vi.waitFor(async () => expect(await windowRow(1)).toMatchObject({ engagement_24h: 1 }), 20_000);
});
