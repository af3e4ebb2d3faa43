import { expect, test } from 'vitest';
import { runtime, until } from './runtime.ts';
import type { Asking, Delivered } from './worker/contract-worker.ts';

const asks = (test: string, ...asked: Omit<Asking, 'test' | 'n'>[]): { body: Asking }[] =>
  asked.map((each, i) => ({ body: { test, n: i, ...each } }));

/** Resolves to the deliveries of a test once there are `count` and none has arrived for a while. */
async function deliveredTo(test: string, count: number): Promise<Delivered[]> {
  const look = async () => (await runtime.objects.getByName(test).delivered()) as Delivered[];
  await until(look, (found) => found.length >= count);
  await new Promise((resolve) => setTimeout(resolve, 400));
  return look();
}

const attemptsOf = (delivered: Delivered[], n: number) =>
  delivered.filter(({ body }) => body.n === n).map(({ queue, attempts }) => `${queue} ${attempts}`);

test('messages are delivered once, in order, in batches of the configured size', async () => {
  await runtime.queue.sendBatch(asks('order', ...Array.from({ length: 10 }, () => ({}))));
  const delivered = await deliveredTo('order', 10);
  expect(delivered.map(({ body }) => body.n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(delivered.map(({ size }) => size)).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 2, 2]);
  expect(new Set(delivered.map(({ id }) => id)).size).toBe(10);
});

test('only a retried message of a batch is delivered again, after its delay', async () => {
  await runtime.queue.sendBatch(asks('back', { retry: { times: 1, delaySeconds: 1 } }, {}, {}));
  const delivered = await deliveredTo('back', 4);
  expect([0, 1, 2].map((n) => attemptsOf(delivered, n))).toEqual([
    ['contract 1', 'contract 2'],
    ['contract 1'],
    ['contract 1'],
  ]);
  const [first, second] = delivered.filter(({ body }) => body.n === 0);
  expect(second?.id).toBe(first?.id);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(900);
});

/** The simulator of Cloudflare queues redelivers acknowledged messages. The platform itself does not. */
const testOnNode = test.skipIf(runtime.name === 'workerd');

testOnNode('acknowledged messages are not redelivered if the handler throws', async () => {
  await runtime.queue.sendBatch(asks('throws', { throws: 1 }, { ack: true }, {}));
  const delivered = await deliveredTo('throws', 5);
  expect([0, 1, 2].map((n) => attemptsOf(delivered, n).length)).toEqual([2, 1, 2]);
});

testOnNode('retryAll() redelivers every message that was not acknowledged', async () => {
  await runtime.queue.sendBatch(asks('all', { retryAll: 1 }, { ack: true }));
  const delivered = await deliveredTo('all', 3);
  expect([0, 1].map((n) => attemptsOf(delivered, n).length)).toEqual([2, 1]);
});

test('a message that fails too often is moved to the dead-letter queue', async () => {
  await runtime.queue.send({ test: 'dead', n: 0, retry: { times: 3 } });
  const delivered = await deliveredTo('dead', 4);
  expect(attemptsOf(delivered, 0).slice(0, 4)).toEqual(['contract 1', 'contract 2', 'contract 3', 'contract-dead 1']);
});

test('a delayed message is delivered after its delay', async () => {
  const sent = Date.now();
  await runtime.queue.send({ test: 'late', n: 0 }, { delaySeconds: 1 });
  const [delivered] = await deliveredTo('late', 1);
  expect((delivered?.at ?? 0) - sent).toBeGreaterThan(900);
});

test('message bodies are copies with JSON types', async () => {
  const body = { test: 'bodies', n: 0, text: 'ü'.repeat(20_000), at: null };
  await runtime.queue.send(body);
  const [delivered] = await deliveredTo('bodies', 1);
  expect(delivered?.body).toEqual(body);
});

test('invalid messages and delays are rejected', async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  await expect(runtime.queue.send(circle as unknown as Asking, { contentType: 'json' })).rejects.toThrow(TypeError);
  await expect(runtime.queue.send({ test: 'x', n: 0 }, { delaySeconds: -1 })).rejects.toThrow();
});
