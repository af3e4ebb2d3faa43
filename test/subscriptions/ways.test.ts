import { env } from 'cloudflare:test';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import { articles, dispatches, subscriptions } from '../../src/db/schema.ts';
import { recordEvents, type WebhookEvent } from '../../src/webhooks/event.ts';
import { ORIGIN } from '../support/index.ts';
import { invitePerson, personOf } from '../support/people/index.ts';
import { readMail, SmtpWorld } from '../support/servers/smtp.ts';
import { addTopics, askMailing, asOperator, db, follow, operator, PUBLIC, run, tell } from './stage.ts';

beforeEach(async () => {
  await addTopics(1, 2);
  for (const table of [dispatches, subscriptions]) await db.delete(table);
});

const mailed = { via: 'mail', rhythm: 'once', address: 'dana@news.example' };
const subjects = (smtp: SmtpWorld) => smtp.got.map(({ data }) => /^Subject: (.*)\r$/m.exec(data)?.[1]);
const alarm = (type: 'topic' | 'service', n: number): WebhookEvent =>
  type === 'topic'
    ? {
        type: 'topic.entered_top_ten',
        key: `topic.entered_top_ten:1:${n}:${Math.random()}`,
        subject: 'topic:1',
        at: Math.floor(Date.now() / 1000),
        data: { topic: { id: 1, name: 'Topic 1', slug: 'topic-1' }, rank: n, previousRank: null },
      }
    : {
        type: 'service.alarm',
        key: `service.alarm:${Math.random()}`,
        subject: 'service:disk',
        at: Math.floor(Date.now() / 1000),
        data: { alarm: 'disk', since: '2026-01-01T00:00:00Z', detail: 'the disk is full' },
      };

test('authors can be followed by id or name, and stories and topic events can be followed', async () => {
  const smtp = new SmtpWorld();
  const byline = { authors: [{ name: 'Dana Whitfield' }] };
  const first = await tell(1, { ...byline, title: 'Flood closes the harbour of Rotterdam' });
  const [{ story = 0 } = {}] = await db
    .select({ story: articles.storyId, id: articles.id })
    .from(articles)
    .then((all) => all.filter(({ id }) => id === first));
  await follow({ kind: 'author', ref: 'Dana Whitfield', ...mailed });
  await follow({ kind: 'author', ref: 'dana-whitfield@stories.example', ...mailed });
  await follow({ kind: 'story', ref: String(story), ...mailed });
  await follow({ kind: 'topic', ref: '1', ...mailed });
  await tell(2, { ...byline, title: 'Another of hers' });
  await recordEvents(db, [alarm('topic', 3)], Date.now());
  await run(smtp);
  expect(subjects(smtp).sort()).toEqual([
    'Dana Whitfield: Another of hers',
    'Dana Whitfield: Another of hers',
    'Topic 1 entered the top ten at No. 3',
  ]);
  const pages = () => smtp.got.map((mail) => /See it in newsgauge: (.*)/.exec(readMail(mail).text)?.[1]);
  expect(pages()).toContain(`${PUBLIC}/insights?author=dana-whitfield%40stories.example`);
  await tell(2, { title: 'Another report', storyId: story });
  const copy = await tell(2, { title: 'Joined by hand' });
  await env.DB.prepare('UPDATE articles SET story_id = ? WHERE id = ?').bind(story, copy).run();
  await run(smtp);
  expect(subjects(smtp).slice(3)).toEqual(['Flood closes the harbour of Rotterdam: Joined by hand']);
  expect(pages().slice(3)).toEqual([`${PUBLIC}/insights?story=${story}`]);
});

test('readers get alerts, operators also get service alarms, and partners get neither', async () => {
  const smtp = new SmtpWorld();
  const reader = await personOf(operator, 'reader', 'Rosa');
  await env.DB.prepare('UPDATE api_keys SET email = ? WHERE id = ?').bind('rosa@news.example', reader.id).run();
  const asReader = { Cookie: reader.cookie, Origin: ORIGIN };
  const alarms = { kind: 'alerts', via: 'mail', rhythm: 'once' };
  const refused = await askMailing('/manage/subscriptions', {
    method: 'POST',
    headers: asReader,
    body: JSON.stringify({ ...alarms, address: 'else@news.example' }),
  });
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('must be your own email address'),
  ]);
  await follow(alarms, asReader);
  const { stored } = await follow({ ...alarms, address: 'desk@news.example' });
  await recordEvents(db, [alarm('topic', 1), alarm('service', 1)], Date.now());
  await run(smtp);
  const of = (to: string) => smtp.got.filter((mail) => mail.to === to).map((mail) => readMail(mail).text);
  expect(of('rosa@news.example')).toEqual([expect.not.stringContaining('disk')]);
  expect(of('desk@news.example')).toEqual([expect.stringContaining('the disk is full')]);
  const listed = await askMailing('/manage/subscriptions', { headers: asReader });
  expect(((await listed.json()) as { data: { subscriptions: unknown[] } }).data.subscriptions).toHaveLength(1);
  expect((await askMailing(`/manage/subscriptions/${stored.id}`, { method: 'DELETE', headers: asReader })).status).toBe(
    404,
  );
  const role = JSON.stringify({ name: 'Rosa', role: 'partner', email: 'rosa@news.example' });
  await recordEvents(db, [alarm('topic', 2)], Date.now());
  await askMailing(`/manage/people/${reader.id}`, { method: 'PUT', headers: asOperator, body: role });
  await run(smtp);
  expect([of('rosa@news.example').length, of('desk@news.example').length]).toEqual([1, 2]);
});

test('a removed person gets no messages, even pending ones, and their address is deleted', async () => {
  const smtp = new SmtpWorld();
  const { cookie, id } = await personOf(operator, 'reader', 'Gone');
  await invitePerson(operator, 'operator');
  await env.DB.prepare('UPDATE api_keys SET email = ? WHERE id = ?').bind('gone@news.example', id).run();
  await follow({ kind: 'topic', ref: '1', via: 'mail', rhythm: 'once' }, { Cookie: cookie, Origin: ORIGIN });
  const { feed } = await follow({ kind: 'topic', ref: '1', via: 'feed' }, { Cookie: cookie, Origin: ORIGIN });
  const path = new URL(feed ?? '').pathname;
  expect((await askMailing(path)).status).toBe(200);
  await tell(1);
  await run(null);
  expect(await db.select().from(dispatches)).toHaveLength(1);
  expect((await askMailing(`/manage/people/${id}`, { method: 'DELETE', headers: asOperator })).status).toBe(200);
  await run(smtp);
  expect(smtp.got).toEqual([]);
  expect((await askMailing(path)).status).toBe(404);
  expect(JSON.stringify(await db.select().from(subscriptions))).not.toContain('gone@');
});

test('only operators can use private hosts in FEED_ALLOW_HOSTS as webhooks', async () => {
  const allowed = new Set(['cms.internal:8080', 'cms.example:8080']);
  const { id, cookie } = await personOf(operator, 'reader');
  const subscribe = (address: string, headers: Record<string, string>) =>
    askMailing(
      '/manage/subscriptions',
      {
        method: 'POST',
        headers,
        body: JSON.stringify({ kind: 'topic', ref: '1', via: 'webhook', rhythm: 'once', address }),
      },
      { FEED_ALLOW_HOSTS: [...allowed].join() },
    );
  const paths: string[] = [];
  const web = (url: string) => Promise.resolve(new Response(paths.push(url) ? null : '', { status: 204 }));
  for (const host of allowed) {
    const address = `http://${host}/hook`;
    const refused = await subscribe(address, { Cookie: cookie, Origin: ORIGIN });
    expect(await refused.json()).toMatchObject({
      code: 400,
      data: { address: expect.stringContaining('is a webhook URL that') },
    });
    expect((await subscribe(address, asOperator)).status).toBe(200);
  }
  await tell(1);
  expect(await run(null, Date.now(), { web: web as never, allowed })).toMatchObject({ sent: 2, failed: 0 });
  await db.update(subscriptions).set({ keyId: id });
  await tell(1);
  expect(await run(null, Date.now(), { web: web as never, allowed })).toMatchObject({ sent: 0, failed: 2 });
  expect(paths).toHaveLength(2);
});

test('a webhook subscription gets signed JSON, which is sent again after a failure', async () => {
  const got: { body: string; headers: Record<string, string> }[] = [];
  let status = 500;
  const web = async (_: string, init: RequestInit) => {
    got.push({ body: String(init.body), headers: Object.fromEntries(new Headers(init.headers)) });
    return new Response(null, { status });
  };
  const { secret, stored } = await follow({
    kind: 'topic',
    ref: '1',
    via: 'webhook',
    rhythm: 'once',
    address: 'https://hooks.example/a',
  });
  const id = await tell(1, { title: 'Signed' });
  const now = Date.now();
  await run(null, now, { web: web as never });
  status = 204;
  for (const later of [1, 2]) await run(null, now + later * 3_600_000, { web: web as never });
  expect(got).toHaveLength(2);
  expect(got[0]?.headers['webhook-id']).toBe(got[1]?.headers['webhook-id']);
  expect(() => new Webhook(secret ?? '').verify(got[0]?.body ?? '', got[0]?.headers ?? {})).not.toThrow();
  expect(JSON.parse(got[1]?.body ?? '')).toMatchObject({
    type: 'subscription.news',
    data: {
      subscription: { id: stored.id, kind: 'topic', ref: '1' },
      articles: [{ id, title: 'Signed', source: 'stories.example' }],
      week: null,
    },
  });
});

test('a subscription’s feed URL can be renewed by its owner, and the previous URL returns 404', async () => {
  const { cookie } = await personOf(operator, 'reader', 'Renewing');
  const own = { Cookie: cookie, Origin: ORIGIN };
  const { feed, stored } = await follow({ kind: 'topic', ref: '1', via: 'feed' }, own);
  const renew = (headers: HeadersInit, id = stored.id) =>
    askMailing(`/manage/subscriptions/${id}/feed`, { method: 'POST', headers });
  expect((await renew(asOperator)).status, 'of somebody else').toBe(404);
  const answer = await renew(own);
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: { feed: string } };
  const reads = async (address: string | null) => (await askMailing(new URL(address ?? '').pathname)).status;
  expect([await reads(feed), await reads(data.feed)]).toEqual([404, 200]);
  const mailed = await follow({ kind: 'week', via: 'webhook', address: 'https://hooks.example/' }, own);
  expect((await renew(own, mailed.stored.id)).status, 'of no feed').toBe(404);
  await askMailing(`/manage/subscriptions/${stored.id}`, { method: 'DELETE', headers: own });
  expect([(await renew(own)).status, await reads(data.feed)], 'ended').toEqual([404, 404]);
});

test('the feed URL of a subscription returns only the followed resource, and its token is not a key', async () => {
  const mine = await tell(1, { title: 'Mine' });
  await tell(2, { title: 'Not mine' });
  await recordEvents(db, [alarm('topic', 4)], Date.now());
  const made = await follow({ kind: 'topic', ref: '1', via: 'feed' });
  const path = new URL(made.feed ?? '').pathname;
  const json = await askMailing(`${path}?output=json`);
  const { items } = (await json.json()) as { items: { id: string; title: string }[] };
  expect(items.map(({ id }) => id)).toContain(String(mine));
  expect(items.map(({ title }) => title)).not.toContain('Not mine');
  expect(items.map(({ title }) => title)).toContain('Topic 1 entered the top ten at No. 4');
  const rss = await (await askMailing(path)).text();
  expect(rss).toMatch(/<title>Topic 1 entered the top ten at No. 4<\/title><link>[^<]*\/insights\?topic=1</);
  expect(rss).toContain('<title>Mine</title>');
  expect(json.headers.get('Cache-Control')).toContain('private');
  for (let i = 0; i < 50; i++) await tell(1);
  const newest = await askMailing(`${path}?output=json`);
  const { items: all } = (await newest.json()) as { items: { _article?: object }[] };
  expect([newest.headers.get('Link'), all.filter((one) => '_article' in one).length]).toEqual([null, 50]);
  expect(await (await askMailing(path)).text()).not.toContain('rel="next"');
  const token = path.split('/').at(-1) ?? '';
  const stored = JSON.stringify(await db.select().from(subscriptions));
  expect(stored).not.toContain(token);
  for (const way of [`/api/v2/insights/rising-content/?apiKey=${token}`, `/s/${token}`])
    expect((await askMailing(way)).status).toBeGreaterThanOrEqual(400);
  for (const [kind, text] of [
    ['week', ': the week'],
    ['alerts', 'Topic 1 entered the top ten at No. 4'],
  ]) {
    const { feed } = await follow({ kind, via: 'feed' });
    const answer = await askMailing(new URL(feed ?? '').pathname);
    expect([answer.headers.get('Content-Type'), await answer.text()]).toEqual([
      expect.stringContaining('rss'),
      expect.stringContaining(text ?? ''),
    ]);
    expect((await askMailing(`${new URL(feed ?? '').pathname}?output=json`)).status).toBe(400);
  }
  await askMailing(`/manage/subscriptions/${made.stored.id}`, { method: 'DELETE', headers: asOperator });
  expect((await askMailing(path)).status).toBe(404);
});
