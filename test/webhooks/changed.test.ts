import { beforeEach, expect, test } from 'vitest';
import { webhookDeliveries, webhooks } from '../../src/db/schema.ts';
import { recordEvents } from '../../src/webhooks/event.ts';
import { wakeDue } from '../../src/webhooks/queue.ts';
import { deliverDue } from '../../src/webhooks/send/deliver-webhooks.ts';
import { askWith, makeKey } from '../support/index.ts';
import { addWebhook, db, deliveries, emptyWebhooks, grows, HOUR, NOW, receiver, record, runUntil } from './stage.ts';

/** Changes to a webhook during a delivery run take effect immediately. */

const operator = await makeKey('operator');
beforeEach(emptyWebhooks);

const NINE = [1, 2, 3].flatMap((n) => [12, 14, 47].map((topic) => grows(topic, n)));
const [OLD, NEW] = ['https://receiver.example/hook', 'https://moved.example/hook'];
const FIELDS = { name: 'Test', url: OLD, events: ['topic.grows'] };

async function manage<T>(method: string, path: string, body?: object): Promise<T> {
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const answer = await askWith(operator, `/manage/webhooks/${path}`, init);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: T }).data;
}
const put = (id: number, fields: object) => manage('PUT', String(id), { ...FIELDS, ...fields });

/** Webhook with nine events whose receiver runs `change` before its first response. */
async function changing(change: (id: number) => Promise<unknown>, first = () => new Response(null, { status: 200 })) {
  const { id } = await addWebhook({ url: OLD });
  await record(NINE);
  const world = receiver();
  world.post.reach.timeout = 5000;
  world.answer = async () => {
    if (world.got.length > 1) return new Response(null, { status: 204 });
    await change(id);
    return first();
  };
  await runUntil(world, id, NOW + HOUR);
  const states = Object.groupBy(await deliveries(id), ({ state }) => state);
  const counts = Object.fromEntries(Object.entries(states).map(([state, all]) => [state, all.length]));
  return { id, world, counts, urls: world.got.map(({ url }) => url) };
}

test.each<[what: string, change: (id: number) => Promise<unknown>, left: object]>([
  ['deleted', (id) => manage('DELETE', String(id)), {}],
  ['disabled', (id) => put(id, { enabled: false }), { delivered: 1, failed: 8 }],
  [
    'disabled and enabled again',
    (id) => put(id, { enabled: false }).then(() => put(id, {})),
    { delivered: 1, failed: 8 },
  ],
])('a delivery run stops if its webhook is %s', async (_, change, left) => {
  const { urls, counts } = await changing(change);
  expect([urls, counts]).toEqual([[OLD], left]);
});

test('a delivery run continues at its webhook’s new address', async () => {
  const { urls, counts } = await changing((id) => put(id, { url: NEW }));
  expect([urls, counts]).toEqual([[OLD, ...Array(8).fill(NEW)], { delivered: 9 }]);
});

test.each<[what: string, answer: () => Response]>([
  ['410', () => new Response(null, { status: 410 })],
  [
    'connection reset',
    () => {
      throw new TypeError('connection reset');
    },
  ],
])('a late response from the old address (%s) does not affect the new one', async (_, answer) => {
  const { id, urls, counts } = await changing((id) => put(id, { url: NEW }), answer);
  expect([urls, counts]).toEqual([[OLD, ...Array(9).fill(NEW)], { delivered: 9 }]);
  expect(await db.select().from(webhooks)).toMatchObject([
    { id, enabled: true, disabledReason: null, heldUntil: 0, silences: 0 },
  ]);
});

test('a rejection after the webhook was disabled does not make deliveries pending again', async () => {
  const { id, counts } = await changing(
    (id) => put(id, { enabled: false }),
    () => new Response(null, { status: 500 }),
  );
  expect(counts).toEqual({ failed: 9 });
  expect(await manage('GET', String(id))).toMatchObject({ enabled: false });
});

test('a disabled webhook has no pending deliveries', async () => {
  const { id } = await addWebhook({ url: OLD });
  await record(NINE);
  await put(id, { enabled: false });
  expect((await deliveries(id)).map(({ state }) => state)).toEqual(Array(9).fill('failed'));
  const receivers = [id, id + 1].map((id) => ({ id, events: ['topic.grows' as const], topics: null, searches: [] }));
  await recordEvents(db, [grows(12, 4)], NOW, receivers);
  expect(await db.$count(webhookDeliveries)).toBe(9);
  expect(await manage('POST', `${id}/replay`, {})).toEqual({ replayed: 0 });
  await db.update(webhookDeliveries).set({ state: 'pending' });
  await put(id, {});
  const world = receiver();
  expect(await wakeDue(db, { send: () => Promise.reject(new Error('nothing is due')) }, NOW)).toBe(0);
  await deliverDue(world.post, id);
  expect(world.got).toEqual([]);
  expect(await manage('POST', `${id}/replay`, {})).toEqual({ replayed: 9 });
});
