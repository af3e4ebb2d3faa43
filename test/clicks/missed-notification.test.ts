import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import { consumeClicks } from '../../src/clicks/consume/consumer.ts';
import { withObjects } from '../support/windows.ts';
import { askedRow, clickedArticles, emptyNewsroom, message } from './support.ts';

const now = Date.UTC(2032, 5, 1, 12, 30);

const unreachable = withObjects(() => ({ receive: () => Promise.reject(new Error('Network connection lost.')) }));

const deliver = async (under: Env, ...bodies: object[]) => {
  const messages = bodies.map((body, i) => ({ id: `m${i}`, body, timestamp: new Date(now), attempts: 1 }));
  const batch = createMessageBatch('newsgauge-clicks', messages);
  await consumeClicks(batch, under, Date.now()).catch(() => {});
  return (await getQueueResult(batch, createExecutionContext())).ackAll;
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  await emptyNewsroom();
  await clickedArticles();
});

test('a batch is not acknowledged if the site object is unreachable, and its clicks count once when redelivered', async () => {
  const click = message(1, now);
  expect(await deliver(unreachable, click)).toBe(false);
  expect(await deliver(env, click)).toBe(true);
  expect(await askedRow(1)).toMatchObject({ engagement_24h: 1 });
});

test('after redelivery with an earlier click of the same reader, the ranking contains the hour that was counted', async () => {
  const click = message(1, now);
  const earlier = { ...message(1, now - 3_600_000), id: click.id };
  const other = message(1, now, '1'.repeat(32));
  expect(await deliver(env, other)).toBe(true);
  expect(await askedRow(1)).toMatchObject({ engagement_24h: 1 });
  expect(await deliver(unreachable, click)).toBe(false);
  vi.setSystemTime(now + 60_000);
  expect(await deliver(env, earlier, click)).toBe(true);
  expect(await askedRow(1)).toMatchObject({ engagement_24h: 2 });
});
