import { beforeEach, describe, expect, test } from 'vitest';
import { webhookEvents, webhooks } from '../../src/db/schema.ts';
import { forgetSigningSecrets } from '../../src/keys/signing.ts';
import type { WebhookEvent } from '../../src/webhooks/event.ts';
import { webhookBodyOf } from '../../src/webhooks/send/body.ts';
import { deliverDue } from '../../src/webhooks/send/deliver-webhooks.ts';
import { replay } from '../../src/webhooks/webhook-resource.ts';
import { askWith, makeKey, publish } from '../support/index.ts';
import {
  type Answer,
  addWebhook,
  db,
  deliveries,
  emptyWebhooks,
  grows,
  HOUR,
  NOW,
  numbersOf,
  receiver,
  record,
  runUntil,
  SECOND,
  verified,
} from './stage.ts';

beforeEach(emptyWebhooks);

const ok = () => new Response('whatever', { status: 200 });
const THREE_TOPICS = [1, 2, 3].flatMap((n) => [12, 14, 47].map((topic) => grows(topic, n)));

describe('recordEvents', () => {
  test('an event that is detected twice is recorded and sent once', async () => {
    const { id } = await addWebhook();
    expect((await record([grows(12, 1), grows(12, 1), grows(12, 2)])).map(({ key }) => key)).toEqual([
      'topic.grows:12:1',
      'topic.grows:12:2',
    ]);
    expect(await record([grows(12, 1), grows(12, 3)])).toHaveLength(1);
    const world = receiver();
    await runUntil(world, id, NOW + HOUR);
    expect(numbersOf(world.got, 12)).toEqual([1, 2, 3]);
  });

  test('a webhook gets only the events it selects, and none from before its creation', async () => {
    await record([grows(12, 1)]);
    const { id } = await addWebhook({ topics: [14] });
    await addWebhook({ events: ['source.failed'] });
    await addWebhook({ enabled: false });
    await record([grows(12, 1), grows(12, 2), grows(14, 3)]);
    const world = receiver();
    await runUntil(world, id, NOW + HOUR);
    expect(world.got.map(({ body }) => JSON.parse(body).data.topic.id)).toEqual([14]);
    expect(await db.$count(webhooks)).toBe(3);
  });

  test('an event with one delivery writes seven rows, and delivering it writes three', async () => {
    const { id } = await addWebhook();
    const before = db.usage.rowsWritten;
    await record([grows(12, 1)]);
    // Writes the event with two indexes, the list of ids, and the delivery with two indexes.
    expect(db.usage.rowsWritten - before).toBe(7);
    const again = db.usage.rowsWritten;
    await record([grows(12, 1)]);
    expect(db.usage.rowsWritten - again).toBe(0);
    const sending = db.usage.rowsWritten;
    await deliverDue(receiver().post, id);
    // A sent delivery updates its webhook twice and itself once.
    expect(db.usage.rowsWritten - sending).toBe(3);
  });
});

describe('webhook messages', () => {
  test('the official library accepts a message’s signature and rejects it for a different body', async () => {
    const { id, secret } = await addWebhook();
    await record([grows(12, 25)]);
    const world = receiver();
    await deliverDue(world.post, id);
    const [got] = world.got;
    if (!got) throw new Error('nothing was sent');
    expect(verified(secret, got)).toEqual({
      type: 'topic.grows',
      timestamp: '2026-11-21T12:00:00Z',
      data: grows(12, 25).data,
    });
    expect(() => verified(secret, { ...got, body: got.body.replace('25', '26') })).toThrow();
    expect(() => verified(`whsec_${btoa('another secret of some length...')}`, got)).toThrow();
  });

  test.each(['slack', 'teams'] as const)(
    'a message to %s about many recommended articles states how many more there are',
    (format) => {
      const articles = Array.from({ length: 23 }, (_, i) => ({
        id: i,
        title: `Story ${i}.`,
        url: `https://a.example/${i}`,
        source: 'a',
      }));
      const data = { date: '2026-01-31', version: 1, articles };
      const said = (some: typeof articles) =>
        webhookBodyOf({ type: 'selection.published', at: NOW / 1000, data: { ...data, articles: some } }, format);
      expect(said(articles)).toContain('and 3 more');
      expect(said(articles)).not.toContain('Story 20.');
      expect(said(articles.slice(0, 20))).not.toContain('more');
    },
  );

  test('a message keeps its id across attempts, and each attempt is signed again with its own time', async () => {
    const { id, secret } = await addWebhook();
    await record([grows(12, 1)]);
    let fails = 2;
    const world = receiver(() => new Response(null, { status: fails-- > 0 ? 503 : 200 }));
    await runUntil(world, id, NOW + HOUR);
    expect(new Set(world.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(world.got.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
    for (const got of world.got) verified(secret, got);
  });

  test('a message is not sent if the secret of its webhook is lost', async () => {
    const { id } = await addWebhook({ signer: 1 });
    await db.update(webhooks).set({ signer: 2 });
    forgetSigningSecrets();
    await record([grows(12, 1)]);
    const world = receiver();
    await deliverDue(world.post, id);
    expect(world.got).toEqual([]);
    expect((await deliveries(id))[0]?.log[0]?.reason).toMatch(/lost its secret/);
  });
});

describe('webhook receivers', () => {
  const cases: [what: string, hours: number, fails: Answer][] = [
    ['returns 500', 23, () => new Response('oops', { status: 500 })],
    ['redirects', 3, () => new Response(null, { status: 307, headers: { Location: 'https://elsewhere.example/' } })],
    ['resets', 23, () => Promise.reject(new TypeError('connection reset'))],
    ['hangs', 3, () => new Promise(() => {})],
    ['never ends its error response', 3, () => new Response(new ReadableStream(), { status: 502 })],
  ];
  test.each(cases)(
    'a receiver that %s for %i hours then gets each event once, in order within each topic',
    async (_, hours, fails) => {
      const { id, secret } = await addWebhook();
      await record([grows(12, 1), grows(47, 1), grows(12, 2), grows(47, 2)]);
      const world = receiver();
      world.answer = (got) => (world.now < NOW + hours * HOUR ? fails(got) : ok());
      await runUntil(world, id, NOW + (hours + 3) * HOUR);
      const delivered = world.got.filter(({ at }) => at >= NOW + hours * HOUR - SECOND);
      for (const topic of [12, 47]) expect(numbersOf(delivered, topic)).toEqual([1, 2]);
      expect((await deliveries(id)).map(({ state }) => state)).toEqual(Array(4).fill('delivered'));
      for (const got of world.got) verified(secret, got);
      expect(new Set(world.got.map(({ url }) => url))).toEqual(new Set(['https://receiver.example/hook']));
      // Delays grow, so each topic is tried about twenty times per day.
      expect(world.got.length - delivered.length).toBeLessThan(50);
    },
  );

  test('deliveries fail after 24 hours of error responses and show the last response', async () => {
    const { id } = await addWebhook();
    await record([grows(12, 1), grows(12, 2)]);
    const world = receiver(() => new Response('out of order\u0007', { status: 500 }));
    await runUntil(world, id, NOW + 26 * HOUR);
    const [first, second] = await deliveries(id);
    expect(first).toMatchObject({ state: 'failed', firstAt: NOW });
    expect(first?.attempts).toBeGreaterThan(10);
    expect(first?.log.at(-1)).toMatchObject({ status: 500, reason: 'returned 500', excerpt: 'out of order' });
    expect((first?.log.at(-1)?.at ?? 0) - NOW).toBeGreaterThanOrEqual(24 * HOUR);
    const delays =
      first?.log.map(({ at }) => at).flatMap((at, i, all) => (i > 0 ? [at - (all[i - 1] ?? 0)] : [])) ?? [];
    expect(delays.slice(0, 5)).toEqual([5, 30, 120, 600, 1800].map((seconds) => expect.closeTo(seconds * SECOND, -4)));
    expect(second).toMatchObject({ state: 'failed', attempts: 1 });
    expect(await db.$count(webhookEvents)).toBe(2);
  });

  test('a receiver that does not respond for 24 hours is tried rarely, and its old deliveries fail', async () => {
    const { id } = await addWebhook();
    await record(THREE_TOPICS);
    const world = receiver(() => Promise.reject(new TypeError('no such host')));
    await runUntil(world, id, NOW + 30 * HOUR);
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(Array(9).fill('failed'));
    expect(world.got.length).toBeLessThan(25);
  });

  test('a webhook is disabled if its receiver returns 410', async () => {
    const { id } = await addWebhook();
    await record(THREE_TOPICS);
    const world = receiver(() => new Response(null, { status: 410 }));
    await runUntil(world, id, NOW + 30 * HOUR);
    expect(world.got).toHaveLength(1);
    const [hook] = await db.select().from(webhooks);
    expect(hook).toMatchObject({ enabled: false, disabledReason: expect.stringContaining('410') });
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(Array(9).fill('failed'));
    expect(await record([grows(12, 9)])).toHaveLength(1);
    expect(await deliveries(id)).toHaveLength(9);
  });

  test('the Retry-After header of a receiver is honoured', async () => {
    const { id } = await addWebhook();
    await record([grows(12, 1)]);
    let asked = 1;
    const world = receiver(
      () => new Response(null, asked-- > 0 ? { status: 429, headers: { 'Retry-After': '900' } } : { status: 200 }),
    );
    await runUntil(world, id, NOW + HOUR);
    expect(world.got.map(({ at }) => (at - NOW) / SECOND)).toEqual([0, 900]);
  });

  test('a receiver that rejects events of one topic gets those of others', async () => {
    const { id } = await addWebhook();
    await record(THREE_TOPICS);
    const world = receiver(({ body }) => new Response(null, { status: body.includes('Topic 14') ? 400 : 200 }));
    await runUntil(world, id, NOW + 60 * SECOND);
    expect([numbersOf(world.got, 12), numbersOf(world.got, 47)]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(new Set(numbersOf(world.got, 14))).toEqual(new Set([1]));
  });
});

describe('private webhook addresses', () => {
  test.each([
    'http://127.0.0.1/hook',
    'http://[::1]/hook',
    'http://10.0.0.8/hook',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:192.168.1.1]/hook',
    'http://0x7f000001/hook',
    'http://intranet/hook',
    'http://printer.local/hook',
    'http://user:password@receiver.example/hook',
    'ftp://receiver.example/hook',
  ])('%s gets no message, even if the address is stored', async (url) => {
    const { id } = await addWebhook({ url });
    await record([grows(12, 1)]);
    const world = receiver();
    await deliverDue(world.post, id);
    expect(world.got).toEqual([]);
    expect((await deliveries(id))[0]).toMatchObject({ state: 'pending', attempts: 1 });
  });
});

test('concurrent runs do not send to the same webhook', async () => {
  const { id } = await addWebhook();
  await record(THREE_TOPICS);
  const world = receiver();
  const ended = await Promise.all([deliverDue(world.post, id), deliverDue(world.post, id)]);
  expect(ended.filter(({ isBusy }) => isBusy)).toHaveLength(1);
  expect(world.got).toHaveLength(9);
});

test('after a run is killed, the next one starts once its lease has expired', async () => {
  const { id } = await addWebhook({ leasedUntil: NOW + 90 * SECOND });
  await record([grows(12, 1)]);
  const world = receiver();
  expect(await deliverDue(world.post, id)).toEqual({ isBusy: true });
  world.now += 91 * SECOND;
  expect(await deliverDue(world.post, id)).toEqual({ isBusy: false, next: null });
  expect(world.got).toHaveLength(1);
});

test("quiet hours use the publisher's time zone, and events are sent after them", async () => {
  const { id } = await addWebhook({ quiet: { from: '22:00', to: '07:00' } });
  const night = Date.UTC(2026, 5, 1, 21, 30);
  await record([grows(12, 1)], night);
  const world = receiver();
  world.now = night;
  expect(await deliverDue(world.post, id)).toEqual({ isBusy: false, next: Date.UTC(2026, 5, 2, 6) });
  expect(world.got).toEqual([]);
  world.now = Date.UTC(2026, 5, 2, 6);
  await deliverDue(world.post, id);
  expect(world.got).toHaveLength(1);
});

test('with a slow receiver, a run stops after half a minute and the next one sends the rest', async () => {
  const { id } = await addWebhook();
  await record(Array.from({ length: 50 }, (_, n) => grows(12, n + 1)));
  const world = receiver();
  world.answer = () => {
    world.now += 9 * SECOND;
    return ok();
  };
  expect(await deliverDue(world.post, id)).toEqual({ isBusy: false, next: NOW });
  expect(world.got.length).toBeLessThanOrEqual(4);
  await runUntil(world, id, NOW + HOUR);
  expect(numbersOf(world.got, 12)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
});

const story = (id: number) => ({ id, title: `Story ${id}`, url: `https://stories.example/${id}`, source: 'Stories' });
async function save(ids: number[], at: number) {
  const fields = { publishedAt: new Date(at).toISOString(), contentType: 'article', topics: [] };
  const given = ids.map((id) => ({ ...story(id), source: undefined, ...fields }));
  expect(await publish(await makeKey('operator'), 'articles', given)).toMatchObject({ rejected: [] });
}
const matched = (id: number): WebhookEvent => ({
  ...{ type: 'article.matched', key: `matched:${id}`, subject: 'search:all', at: NOW / 1000 },
  data: { search: { slug: 'all', name: 'All' }, article: { ...story(id), publishedAt: '2026-11-21T11:00:00Z' } },
});

test('an event about an article postponed by less than a day is sent after its publication and does not delay others', async () => {
  const [late, there] = [8111, 8112];
  await save([late, there], NOW - HOUR);
  const { id } = await addWebhook({ searches: ['all'] });
  await record([late, there].map(matched));
  const to = NOW + HOUR / 6;
  await save([late], to);
  const world = receiver();
  world.answer = () => new Response(null, { status: world.got.length === 1 ? 500 : 204 });
  const told = () => world.got.splice(0).map(({ at, body }) => [JSON.parse(body).data.article.id, at >= to]);
  await runUntil(world, id, to - SECOND);
  expect(told()).toEqual([there, there].map((each) => [each, false]));
  await runUntil(world, id, to + HOUR);
  expect(told()).toEqual([late, late].map((each) => [each, true]));
});

test('events about deleted articles, or articles postponed until delivery would be too late, are not sent, even when replayed', async () => {
  const operator = await makeKey('operator');
  const [gone, late, there] = [8101, 8102, 8103];
  await save([gone, late, there], NOW - HOUR);
  const stories = [gone, late, there].map(story);
  const events: WebhookEvent['type'][] = ['article.matched', 'article.rising', 'selection.published', 'topic.grows'];
  const { id } = await addWebhook({ events, searches: ['all'], quiet: { from: '22:00', to: '07:00' } });
  const cause = { kind: 'articles' as const, articles: stories.slice(0, 2), source: null, share: 90 };
  const at = NOW / 1000;
  await record([
    ...stories.flatMap((article): WebhookEvent[] => [
      matched(article.id),
      {
        ...{ type: 'article.rising', key: `rises:${article.id}`, subject: `article:${article.id}`, at },
        data: { article, rank: 1 },
      },
    ]),
    {
      ...{ type: 'selection.published', key: 'selection', subject: 'selection:days', at },
      data: { date: '2026-11-21', version: 1, articles: stories },
    },
    { ...grows(12, 1), data: { ...grows(12, 1).data, cause } } as WebhookEvent,
  ]);
  const world = receiver();
  world.now = NOW + 11 * HOUR;
  await deliverDue(world.post, id);
  expect(world.got).toEqual([]);
  expect((await askWith(operator, `/manage/articles/${gone}`, { method: 'DELETE' })).status).toBe(200);
  await save([late], NOW + 60 * HOUR);
  const sent = () => world.got.splice(0).map(({ body }) => JSON.parse(body) as { type: string; data: object });
  world.now = NOW + 20 * HOUR;
  await runUntil(world, id, world.now + HOUR);
  const own = { article: { id: there } };
  expect(sent().sort((a, b) => a.type.localeCompare(b.type))).toMatchObject([
    { type: 'article.matched', data: own },
    { type: 'article.rising', data: own },
    { type: 'selection.published', data: { articles: [{ id: there }] } },
    { type: 'topic.grows', data: { cause: null } },
  ]);
  const given = (await deliveries(id)).filter(({ state }) => state === 'failed');
  expect(given.map(({ attempts, log }) => [attempts, log[0]?.reason])).toEqual(
    Array(4).fill([0, 'its article is no longer published']),
  );
  expect(await replay(db, id, null, world.now)).toBe(4);
  await runUntil(world, id, world.now + HOUR);
  expect(sent()).toEqual([]);
  world.now = NOW + 69 * HOUR;
  expect(await replay(db, id, null, world.now)).toBe(4);
  await runUntil(world, id, world.now + HOUR);
  expect(sent()).toMatchObject(Array(2).fill({ data: { article: { id: late } } }));
});
