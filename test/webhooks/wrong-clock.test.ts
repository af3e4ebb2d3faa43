import { env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { webhookDeliveries, webhooks } from '../../src/db/schema.ts';
import { readClock, saveClock } from '../../src/operations/clock/clock.ts';
import { wakeDue } from '../../src/webhooks/queue.ts';
import { deliverDue } from '../../src/webhooks/send/deliver-webhooks.ts';
import { makeKey, publish } from '../support/index.ts';
import { type Answer, addWebhook, db, deliveries, emptyWebhooks, grows, HOUR, NOW, receiver, record } from './stage.ts';

const DAY = 24 * HOUR;
const AHEAD = NOW + 400 * DAY;

const forgetClock = () => env.DB.prepare('DELETE FROM service_clock').run();
async function trust(newest: number): Promise<void> {
  await forgetClock();
  const clock = (await readClock(db)) ?? { seen: newest, minutes: 0, jumpedAt: null, jump: 0, uptime: null };
  await db.run(saveClock(db, { ...clock, newest }));
}

const statesOf = async (id: number) => (await deliveries(id)).map(({ state }) => state);

beforeEach(async () => {
  await emptyWebhooks();
  await trust(NOW);
});
afterEach(forgetClock);

test('waiting times set by a clock that is 400 days fast end when the clock is corrected', async () => {
  const { id } = await addWebhook({ heldUntil: AHEAD, leasedUntil: AHEAD });
  await record([grows(12, 1), grows(14, 2)]);
  await db.update(webhookDeliveries).set({ nextAt: AHEAD, firstAt: AHEAD });
  const woken: unknown[] = [];
  expect(await wakeDue(db, { send: async (message: unknown) => void woken.push(message) } as never, NOW)).toBe(1);
  expect(woken).toEqual([{ webhook: id }]);
  const world = receiver();
  await deliverDue(world.post, id);
  expect(await statesOf(id)).toEqual(['delivered', 'delivered']);
});

test('waiting times of webhooks within their limits do not change', async () => {
  const { id } = await addWebhook({ heldUntil: NOW + 6 * HOUR });
  await record([grows(12, 1)]);
  await deliverDue(receiver().post, id);
  await db.update(webhooks).set({ heldUntil: 0, leasedUntil: NOW + 119_000 });
  expect(await deliverDue(receiver().post, id)).toEqual({ isBusy: true });
  await db.update(webhooks).set({ leasedUntil: 0 });
  await db.update(webhookDeliveries).set({ nextAt: NOW + DAY });
  await deliverDue(receiver().post, id);
  expect(await statesOf(id)).toEqual(['pending']);
});

const FAILURES: [string, Answer][] = [
  ['refuses', () => new Response(null, { status: 503 })],
  ['does not respond', () => Promise.reject(new Error('no route'))],
];
test.each(FAILURES)(
  'a receiver that %s while the clock is fast gets its deliveries after the correction',
  async (_, answer) => {
    const { id } = await addWebhook();
    await record([grows(12, 1), grows(12, 2)]);
    const world = receiver(answer);
    for (const days of [3, 400]) {
      world.now = NOW + days * DAY;
      await deliverDue(world.post, id);
      expect(await statesOf(id)).toEqual(['pending', 'pending']);
    }
    world.now = NOW + HOUR;
    world.answer = () => new Response(null, { status: 204 });
    await deliverDue(world.post, id);
    await deliverDue(world.post, id);
    expect(await statesOf(id)).toEqual(['delivered', 'delivered']);
  },
);

test.each(FAILURES)('deliveries older than a day fail if the receiver %s for three days', async (_, answer) => {
  const { id } = await addWebhook();
  await record([grows(12, 1)]);
  await trust(NOW + 3 * DAY);
  const world = receiver(answer);
  world.now = NOW + 3 * DAY;
  await deliverDue(world.post, id);
  expect(await statesOf(id)).toEqual(['failed']);
});

test('a delivery recorded by a fast clock fails a day after its first failure according to the corrected clock', async () => {
  const { id } = await addWebhook();
  await record([grows(12, 1)], AHEAD);
  const world = receiver(() => new Response(null, { status: 503 }));
  await deliverDue(world.post, id);
  expect(await statesOf(id)).toEqual(['pending']);
  world.now = NOW + DAY + HOUR;
  await trust(world.now);
  await deliverDue(world.post, id);
  expect(await statesOf(id)).toEqual(['failed']);
});

test('an event about an article waits while the clock is so slow that the article seems unpublished', async () => {
  const line = { title: 'One', introduction: '', contentType: 'article', topics: [] };
  const publishedAt = new Date(NOW - HOUR).toISOString();
  await publish(await makeKey('operator'), 'articles', [{ ...line, id: 1, url: 'https://a.example/1', publishedAt }]);
  const { id } = await addWebhook();
  const article = { id: 1, title: 'One', url: 'https://a.example/1' };
  const event = { type: 'article.matched', key: 'article.matched:1', subject: 'article:1', at: NOW / 1000 };
  await record([{ ...event, data: { search: { slug: 's', name: 'S' }, article } } as never]);
  const world = receiver();
  world.now = NOW - 400 * DAY;
  await deliverDue(world.post, id);
  expect([await statesOf(id), world.got]).toEqual([['pending'], []]);
  world.now = NOW;
  await deliverDue(world.post, id);
  expect(await statesOf(id)).toEqual(['delivered']);
});
