import { beforeEach, expect, test } from 'vitest';
import { dispatches, subscriptions } from '../../src/db/schema.ts';
import { nextMorning } from '../../src/subscriptions/compose.ts';
import { recordEvents, type WebhookEvent } from '../../src/webhooks/event.ts';
import { ORIGIN, publish } from '../support/index.ts';
import { personOf } from '../support/people/index.ts';
import { readMail, SmtpWorld } from '../support/servers/smtp.ts';
import {
  addTopics,
  askMailing,
  asOperator,
  DAY,
  db,
  dying,
  follow,
  operator,
  PUBLIC,
  run,
  tell,
  ZONE,
} from './stage.ts';

/** Messages contain everything that is public when they are sent, and nothing else. */

const DANA = 'dana@news.example';
const about = (fields: object) => ({ kind: 'topic', ref: '1', via: 'mail', rhythm: 'once', address: DANA, ...fields });
const hook = (fields = {}) => about({ via: 'webhook', address: 'https://hooks.example/a', ...fields });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(async () => {
  await addTopics(1, 2, 3, 4);
  for (const table of [dispatches, subscriptions]) await db.delete(table);
});

function receiver(status = 204) {
  const world = { status, bodies: [] as { data: { articles: { id: number }[] } }[] };
  const web = async (_: string, init: RequestInit) => {
    if (world.status < 300) world.bodies.push(JSON.parse(String(init.body)));
    return new Response(null, { status: world.status });
  };
  return Object.assign(world, {
    web: web as never,
    heard: web,
    told: () => world.bodies.map(({ data }) => data.articles.map(({ id }) => id).sort()),
  });
}

const article = (id: number, publishedAt: number, topic = 1) => ({
  id,
  url: `https://stories.example/${id}`,
  title: `Story ${id}`,
  publishedAt: new Date(publishedAt).toISOString(),
  contentType: 'article',
  topics: [topic],
});
const save = async (articles: object[]) =>
  expect(await publish(operator, 'articles', articles)).toMatchObject({ rejected: [] });

test('a digest email with sixty articles lists fifty and the number of remaining ones, and webhooks receive all of them', async () => {
  const now = Date.now();
  await follow(hook({ rhythm: 'digest' }));
  await follow(about({ rhythm: 'digest' }));
  const ids = Array.from({ length: 60 }, (_, i) => 7000 + i);
  await save(ids.map((id) => article(id, now - 1000)));
  const [smtp, world] = [new SmtpWorld(), receiver()];
  const morning = nextMorning(ZONE, now);
  for (const later of [0, 5, 10]) await run(smtp, morning + later * MINUTE, { web: world.web });
  expect(world.told().map(({ length }) => length)).toEqual([50, 10]);
  expect(world.told().flat().sort()).toEqual(ids);
  const nextTimes = (await db.select().from(subscriptions)).map(({ nextAt }) => nextAt);
  expect(nextTimes).toEqual(Array(2).fill(nextMorning(ZONE, morning)));
  const [mail, ...others] = smtp.got.map(readMail);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('Topic 1: 60 new articles');
  expect(mail?.text.match(/https:\/\/stories\.example\//g)).toHaveLength(50);
  expect(mail?.text).toContain(`10 more`);
  expect(mail?.html).toMatch(new RegExp(`href="${PUBLIC}/insights\\?topic=1"[^>]*>10 more`));
});

test('an article embargoed after its message was created is not sent', async () => {
  const now = Date.now();
  await follow(hook());
  await follow(about({}));
  const ids = [await tell(1), await tell(1)];
  const world = receiver(500);
  await run(null, now, { web: world.web });
  await save([article(ids[0] ?? 0, now + DAY)]);
  const smtp = new SmtpWorld();
  world.status = 204;
  await run(smtp, now + MINUTE, { web: world.web });
  expect(world.told()).toEqual([[ids[1]]]);
  expect(smtp.got.map((mail) => readMail(mail).text)).toEqual([expect.not.stringContaining(`Story ${ids[0]}\n`)]);
  expect(smtp.got.map((mail) => readMail(mail).text)).toEqual([expect.stringContaining(`Topic 1: Story ${ids[1]}`)]);
});

test('no message is sent if all its articles are embargoed', async () => {
  const now = Date.now();
  await follow(hook({ ref: '2' }));
  await follow(about({ ref: '2' }));
  const id = await tell(2);
  const world = receiver(500);
  await run(null, now, { web: world.web });
  await save([article(id, now + DAY, 2)]);
  const smtp = new SmtpWorld();
  world.status = 204;
  await run(smtp, now + MINUTE, { web: world.web });
  expect([world.told(), smtp.got]).toEqual([[], []]);
  const failed = { state: 'failed', reason: 'did not receive the message, because its content is no longer published' };
  expect(await db.select().from(dispatches)).toMatchObject([failed, failed]);
  await run(smtp, now + DAY + MINUTE, { web: world.web });
  await run(smtp, now + DAY + 2 * MINUTE, { web: world.web });
  expect(world.told()).toEqual([[id]]);
  expect(smtp.got.map((mail) => readMail(mail).text)).toEqual([expect.stringContaining(`Topic 2: Story ${id}`)]);
});

test('an article postponed before delivery is sent once after its publication, even if the service is killed', async () => {
  const now = Date.now();
  for (const left of [10, 18, 22, 26, 30, Number.POSITIVE_INFINITY]) {
    const life = { left };
    for (const table of [dispatches, subscriptions]) await db.delete(table);
    await follow(hook({ ref: '3' }));
    await follow(about({ ref: '3' }));
    const [late, early] = [await tell(3), await tell(3)];
    const [smtp, world] = [new SmtpWorld(), receiver(500)];
    await run(null, now, { web: world.web });
    await save([article(late, now + DAY, 3)]);
    world.status = 204;
    const last = async (...asked: Parameters<typeof world.heard>) => {
      await world.heard(...asked);
      life.left = 0;
      return new Response();
    };
    await expect(run(smtp, now + MINUTE, { web: last as never, db: dying(life) })).rejects.toThrow();
    if (left === Number.POSITIVE_INFINITY)
      expect((await db.select().from(dispatches)).map(({ state }) => state)).toContain('sending');
    for (const later of [HOUR, DAY + MINUTE, DAY + HOUR])
      await Promise.all([1, 2].map(() => run(smtp, now + later, { web: world.web })));
    const told = world.told().flat();
    const mailed = smtp.got.map((mail) => readMail(mail).text);
    const times = (id: number) => [
      told.filter((one) => one === id).length,
      mailed.filter((text) => text.includes(`Story ${id}`)).length,
    ];
    expect([left, times(late)]).toEqual([left, [1, 1]]);
    // If the service is killed while sending a message, it cannot know whether the message has arrived.
    expect(Math.max(...times(early))).toBeLessThanOrEqual(1);
  }
});

test('a postponed article that a webhook may already have received is not sent again', async () => {
  const now = Date.now();
  await follow(hook({ ref: '4' }));
  const id = await tell(4);
  const world = receiver();
  const silent = async (...asked: Parameters<typeof world.heard>) => {
    await world.heard(...asked);
    throw new Error('no answer');
  };
  await run(null, now, { web: silent as never });
  await save([article(id, now + DAY, 4)]);
  for (const later of [HOUR, DAY + MINUTE, DAY + HOUR]) await run(null, now + later, { web: world.web });
  expect(world.told()).toEqual([[id]]);
});

const event = (type: 'topic' | 'service', n: number): WebhookEvent => {
  const at = Math.floor(Date.now() / 1000);
  const key = `${type}:${n}:${Math.random()}`;
  return type === 'topic'
    ? {
        ...{ type: 'topic.entered_top_ten', key, subject: 'topic:1', at },
        data: { topic: { id: 1, name: 'Topic 1', slug: 'topic-1' }, rank: n, previousRank: null },
      }
    : {
        ...{ type: 'service.alarm', key, subject: 'service:disk', at },
        data: { alarm: 'disk', since: '2026-01-01T00:00:00Z', detail: 'the disk is full' },
      };
};

test('events and causes about deleted or embargoed articles are not sent', async () => {
  const now = Date.now();
  const ids = [await tell(1), await tell(2), await tell(3)];
  const { feed } = await follow(about({ kind: 'alerts', ref: '', via: 'feed', rhythm: undefined, address: undefined }));
  await follow(about({ kind: 'alerts', ref: '', rhythm: 'digest' }));
  await follow(hook({ kind: 'alerts', ref: '', rhythm: 'digest' }));
  const at = Math.floor(now / 1000);
  const named = ids.map((id) => ({
    id,
    title: `Story ${id}`,
    url: `https://stories.example/${id}`,
    source: 'Stories',
  }));
  const rises = named.map((article, i): WebhookEvent => {
    const subject = `article:${article.id}`;
    return { type: 'article.rising', key: `article.rising:${article.id}`, subject, at, data: { article, rank: i + 1 } };
  });
  const topic = { id: 1, name: 'Topic 1', slug: 'topic-1' };
  const cause = { kind: 'articles' as const, articles: named.slice(0, 2), source: null, share: 90 };
  const growth = { growthPercent: 50, interval: [20, 80] as [number, number], confidence: 'high' as const };
  const data = { topic, ...growth, cause };
  await recordEvents(db, [...rises, { type: 'topic.grows', key: 'grows', subject: 'topic:1', at, data }], now);
  const [smtp, world] = [new SmtpWorld(), receiver()];
  const followed = async () => (await askMailing(new URL(feed ?? '').pathname)).text();
  const stories = (text = '') => ids.map((id) => text.includes(`Story ${id}`));
  expect(stories(await followed())).toEqual([true, true, true]);
  await save([article(ids[1] ?? 0, now + 2 * DAY, 2)]);
  expect((await askMailing(`/manage/articles/${ids[0]}`, { method: 'DELETE', headers: asOperator })).status).toBe(200);
  await run(smtp, nextMorning(ZONE, now), { web: world.web });
  const told = [await followed(), ...smtp.got.map((mail) => readMail(mail).text), JSON.stringify(world.bodies)];
  expect(told.map(stories)).toEqual(Array(3).fill([false, false, true]));
  for (const text of told.slice(0, 2)) expect(text).toContain('Topic 1 is growing: +50%');
});

test('an event about a postponed article is sent once after its publication', async () => {
  const now = Date.now();
  const id = await tell(1);
  const alarms = { kind: 'alerts', ref: '' };
  await follow(hook(alarms));
  await follow(about(alarms));
  const named = { id, title: `Story ${id}`, url: `https://stories.example/${id}`, source: 'Stories' };
  const rises: WebhookEvent = {
    ...{ type: 'article.rising', key: `rises:${id}`, subject: `article:${id}`, at: Math.floor(now / 1000) },
    data: { article: named, rank: 1 },
  };
  await recordEvents(db, [rises], now);
  const [smtp, world] = [new SmtpWorld(), receiver(500)];
  await run(null, now, { web: world.web });
  await save([article(id, now + DAY)]);
  world.status = 204;
  for (const later of [MINUTE, HOUR, HOUR + MINUTE]) await run(smtp, now + later, { web: world.web });
  expect([world.bodies, smtp.got]).toEqual([[], []]);
  expect((await db.select().from(dispatches)).map(({ state }) => state)).toEqual(['failed', 'failed']);
  for (const later of [MINUTE, HOUR]) await run(smtp, now + DAY + later, { web: world.web });
  expect(world.bodies).toMatchObject([{ data: { events: [{ type: 'article.rising' }] } }]);
  expect(smtp.got.map((mail) => readMail(mail).text)).toEqual([expect.stringContaining(`Story ${id}`)]);
});

test('an operator who becomes a reader gets only messages for readers, at the operator’s own address', async () => {
  await personOf(operator, 'operator', 'Olga');
  const { cookie, id } = await personOf(operator, 'operator', 'Rosa');
  const become = (role: string) =>
    askMailing(`/manage/people/${id}`, {
      method: 'PUT',
      headers: asOperator,
      body: JSON.stringify({ name: 'Rosa', role, email: 'rosa@news.example' }),
    });
  expect((await become('operator')).status).toBe(200);
  const own = { Cookie: cookie, Origin: ORIGIN };
  for (const address of ['else@news.example', undefined, 'rosa@news.example'])
    await follow(about({ kind: 'alerts', ref: '', address }), own);
  await recordEvents(db, [event('topic', 1), event('service', 1)], Date.now());
  await run(null);
  expect(await db.select().from(dispatches)).toHaveLength(3);
  expect((await become('reader')).status).toBe(200);
  const smtp = new SmtpWorld();
  await run(smtp);
  await recordEvents(db, [event('topic', 2), event('service', 2)], Date.now());
  await run(smtp);
  expect(smtp.got.map(({ to }) => to)).toEqual(Array(4).fill('rosa@news.example'));
  const texts = smtp.got.map((mail) => readMail(mail).text);
  expect(texts.filter((text) => text.includes('disk'))).toEqual([]);
  const listed = await askMailing('/manage/subscriptions', { headers: own });
  expect(((await listed.json()) as { data: { subscriptions: object[] } }).data.subscriptions).toMatchObject([
    { address: null },
    { address: null },
  ]);
});
