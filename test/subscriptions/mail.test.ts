import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import { audit, dispatches, subscriptions, weeks } from '../../src/db/schema.ts';
import { nextMorning } from '../../src/subscriptions/compose.ts';
import { headerWords } from '../../src/subscriptions/mail/mime.ts';
import { MailFailure, SmtpConnection } from '../../src/subscriptions/mail/smtp.ts';
import { readMailServer } from '../../src/subscriptions/mail/smtp-server.ts';
import { readDispatchTotals } from '../../src/subscriptions/totals.ts';
import { recordEvents, type WebhookEvent } from '../../src/webhooks/event.ts';
import { makeKey } from '../support/index.ts';
import { readMail, SmtpWorld } from '../support/servers/smtp.ts';
import { addTopics, askMailing, asOperator, DAY, db, follow, operator, PUBLIC, run, tell } from './stage.ts';

const topic = (ref: number, fields: object = {}) => ({
  kind: 'topic',
  ref: String(ref),
  via: 'mail',
  rhythm: 'once',
  address: 'dana@news.example',
  ...fields,
});
const states = () => db.select({ state: dispatches.state, reason: dispatches.reason }).from(dispatches);
const entered = (id: number): WebhookEvent => ({
  type: 'topic.entered_top_ten',
  key: `topic.entered_top_ten:${id}:${Math.random()}`,
  subject: `topic:${id}`,
  at: Math.floor(Date.now() / 1000),
  data: { topic: { id, name: `Topic ${id}`, slug: `topic-${id}` }, rank: 1, previousRank: null },
});
const end = (id: number) => askMailing(`/manage/subscriptions/${id}`, { method: 'DELETE', headers: asOperator });

beforeEach(async () => {
  await addTopics(1, 2);
  await db.delete(dispatches);
  await db.delete(subscriptions);
});

describe('mail about a followed topic', () => {
  test('new articles are mailed once as text and HTML, with links to unsubscribe', async () => {
    await tell(1, { title: 'Was there before' });
    const smtp = new SmtpWorld();
    const { stored } = await follow(topic(1));
    await run(smtp);
    expect(smtp.got).toEqual([]);
    await tell(2);
    await tell(1, { title: 'Überschwemmung <b>\u0007 & “more”' });
    expect(await run(smtp)).toEqual({ made: 1, sent: 1, failed: 0 });
    for (let i = 0; i < 3; i++) await run(smtp, Date.now() + i * 1000);
    expect(smtp.got).toHaveLength(1);
    const [mail] = smtp.got;
    if (!mail) throw new Error('no mail');
    expect([mail.from, mail.to]).toEqual(['news@news.example', 'dana@news.example']);
    const { header, text, html } = readMail(mail);
    const [, link = ''] = /^List-Unsubscribe: <(.+)>$/m.exec(header.replaceAll('\r', '')) ?? [];
    expect(link).toMatch(new RegExp(`^${PUBLIC}/unsubscribe/${stored.id}\\.[0-9a-f]{32}$`));
    expect(header).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(header).toMatch(/^From: "The Gazette" <news@news\.example>/);
    expect(text).toContain('Überschwemmung <b> & “more”');
    expect(text).toContain('https://stories.example/');
    expect(text).toContain(link);
    expect(html).toContain('Überschwemmung &lt;b&gt; &amp; “more”');
    expect(html).toContain(`href="${link}"`);
    expect(html).not.toContain('Was there before');
    expect(mail.data.split('\r\n').every((line) => line.length <= 998)).toBe(true);
  });

  test("a digest is mailed in the publisher's morning with all articles from that day", async () => {
    const now = Date.now();
    const smtp = new SmtpWorld();
    await follow(topic(1, { rhythm: 'digest' }));
    await tell(1);
    await tell(1);
    await run(smtp, now + 2000);
    expect(smtp.got).toEqual([]);
    await run(smtp, nextMorning('Europe/London', now));
    expect(smtp.got.map((mail) => /^Subject: (.*)$/m.exec(mail.data)?.[1]?.trim())).toEqual([
      'Topic 1: 2 new articles',
    ]);
    await run(smtp, nextMorning('Europe/London', now) + DAY);
    expect(smtp.got).toHaveLength(1);
  });

  test('concurrent runs send each mail once', async () => {
    const smtp = new SmtpWorld();
    for (let i = 0; i < 8; i++) await follow(topic(1, { address: `reader${i}@news.example` }));
    await tell(1);
    await Promise.all([run(smtp), run(smtp), run(smtp)]);
    await run(smtp);
    expect(smtp.got.map(({ to }) => to).sort()).toEqual(Array.from({ length: 8 }, (_, i) => `reader${i}@news.example`));
  });
});

test('one run sends mail even if thousands of earlier subscriptions have no news', async () => {
  const morning = nextMorning('Europe/London', Date.now());
  for (const fields of [
    { ref: '2' },
    { address: 'last@news.example' },
    { address: 'digest@news.example', rhythm: 'digest' },
  ])
    await follow(topic(1, fields));
  const copied = 'key_id, kind, ref, name, via, address, rhythm, created_at, next_at, made, sent_items';
  await env.DB.prepare(
    `WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      INSERT INTO subscriptions (id, ${copied}) SELECT -i, ${copied} FROM subscriptions, n WHERE ref = '2'`,
  ).run();
  await tell(1);
  const smtp = new SmtpWorld();
  await run(smtp, morning);
  expect(smtp.got.map(({ to }) => to).sort()).toEqual(['digest@news.example', 'last@news.example']);
});

describe('failures of the mail server', () => {
  test('a message that the server may have accepted is never sent again, and its failure is reported', async () => {
    const smtp = new SmtpWorld((stage) => (stage === 'message' ? 'die' : undefined));
    await follow(topic(1));
    await tell(1);
    await run(smtp);
    expect(await states()).toEqual([{ state: 'failed', reason: expect.stringContaining('may have arrived') }]);
    smtp.answers = () => undefined;
    for (const later of [0, DAY / 2, 2 * DAY]) await run(smtp, Date.now() + later);
    expect(smtp.got).toHaveLength(1);
    const totals = await readDispatchTotals(db, Date.now());
    expect(totals).toMatchObject({
      failed: 1,
      delivered: 0,
      failure: expect.stringMatching(/^The mail server .*may have arrived/),
    });
  });

  test('a message that the server rejects with 421 is sent again', async () => {
    const smtp = new SmtpWorld((stage) => (stage === 'message' ? '421 shutting down' : undefined));
    await follow(topic(1));
    await tell(1);
    await run(smtp);
    expect(await states()).toEqual([{ state: 'pending', reason: expect.stringContaining('421 shutting down') }]);
    smtp.answers = () => undefined;
    await run(smtp, Date.now() + DAY / 2);
    expect(await states()).toMatchObject([{ state: 'delivered' }]);
  });

  test.each(['connect', 'ehlo', 'mail', 'rcpt', 'data'] as const)(
    'a message is retried for a day if the server fails at %s',
    async (at) => {
      const smtp = new SmtpWorld((stage) => (stage === at ? 'die' : undefined));
      await follow(topic(1));
      await tell(1);
      const now = Date.now();
      await run(smtp, now);
      expect(await states()).toEqual([{ state: 'pending', reason: expect.any(String) }]);
      expect((await readDispatchTotals(db, now)).failure).not.toBeNull();
      smtp.answers = () => undefined;
      await run(smtp, now + 3_600_000);
      expect(smtp.got).toHaveLength(1);
      expect((await readDispatchTotals(db, now)).failure).toBeNull();
    },
  );

  test('messages fail if the mail server is down for a day, and are not sent later', async () => {
    const smtp = new SmtpWorld(() => 'die');
    await follow(topic(1));
    await tell(1);
    const now = Date.now();
    for (let hour = 0; hour <= 24; hour += 6) await run(smtp, now + hour * 3_600_000);
    expect(await states()).toEqual([{ state: 'failed', reason: expect.any(String) }]);
    smtp.answers = () => undefined;
    await run(smtp, now + 25 * 3_600_000);
    expect(smtp.got).toEqual([]);
  });

  test.each([
    ['rcpt', '550 no such mailbox', 'failed'],
    ['message', '554 spam', 'failed'],
    ['rcpt', '451 later', 'pending'],
    ['message', '452 full', 'pending'],
  ] as const)(
    'after a rejection by the mail server at %s with the response %s, the message is %s',
    async (at, said, state) => {
      const smtp = new SmtpWorld((stage) => (stage === at ? said : undefined));
      await follow(topic(1));
      await tell(1);
      await run(smtp);
      expect(await states()).toEqual([{ state, reason: expect.stringContaining(said) }]);
      expect(smtp.got).toEqual([]);
    },
  );

  test('a mail server that does not respond costs few timeouts per run', async () => {
    const smtp = new SmtpWorld(() => 'hang');
    for (let i = 0; i < 12; i++) await follow(topic(1, { address: `reader${i}@news.example` }));
    await tell(1);
    await run(smtp, Date.now(), { limit: 50 });
    expect(smtp.connections).toBeLessThanOrEqual(6);
    expect((await states()).every(({ state }) => state === 'pending')).toBe(true);
  });

  test('the mail password is never sent without TLS and never appears in the reason for a failure', async () => {
    const server = readMailServer('smtp://user:secret-word@mail.example');
    if (!server) throw new Error('no server');
    const open = (smtp: SmtpWorld, given = server) => SmtpConnection.open(smtp.dial, given, 'news.example', 100);
    const stripped = new SmtpWorld();
    await expect(open(stripped)).rejects.toThrow(/STARTTLS/);
    expect(stripped.lines).toEqual(['EHLO news.example']);
    const refusing = new SmtpWorld((stage, line) => (stage === 'auth' ? `535 wrong: ${line}` : undefined));
    const failure = await open(refusing, { ...server, security: 'none' }).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(MailFailure);
    expect((failure as Error).message).toBe('rejected the sign-in: 535');
    expect(refusing.lines[1]).toBe(`AUTH PLAIN ${btoa('\0user\0secret-word')}`);
    const nowhere = SmtpConnection.open(() => Promise.reject(new Error('secret-word')), server, 'news.example', 100);
    await expect(nowhere).rejects.toEqual(new MailFailure('connection', 'cannot be reached'));
  });

  test('an endless response from the mail server is cut off', async () => {
    const server = readMailServer('smtp+plain://127.0.0.1:2525');
    if (!server) throw new Error('no server');
    const talker = new SmtpWorld((stage) => (stage === 'connect' ? '220-more\r\n'.repeat(4000) : undefined));
    await expect(SmtpConnection.open(talker.dial, server, 'news.example', 500)).rejects.toThrow(/overlong response/);
  });
});

describe('a message that cannot be rendered', () => {
  const broken = (set: string) => env.DB.prepare(`UPDATE ${set}`).run();
  const follow3 = async () => {
    for (const [ref, reader] of [
      [1, 1],
      [2, 2],
      [1, 3],
    ] as const)
      await follow(topic(ref, { address: `reader${reader}@news.example` }));
    const hook = { via: 'webhook', address: 'https://hooks.example/a' };
    for (const ref of [1, 2]) await follow(topic(ref, hook));
    const [one] = await db.select({ id: subscriptions.id }).from(subscriptions).orderBy(subscriptions.id);
    return one?.id ?? 0;
  };
  const web = () => Promise.resolve(new Response(null, { status: 204 }));

  test.each([
    ['its content is empty', `dispatches SET content = '{}'`],
    ['its content is not JSON', `dispatches SET content = 'articles'`],
  ])('a message fails alone, while others are sent, if %s', async (_, set) => {
    const first = await follow3();
    await tell(1);
    await tell(2);
    await run(null, Date.now(), { web });
    const smtp = new SmtpWorld();
    await broken(`${set} WHERE subscription_id = ${first}`);
    const now = Date.now();
    expect(await run(smtp, now, { web })).toMatchObject({ sent: 2, failed: 1 });
    expect(smtp.got).toHaveLength(2);
    expect((await readDispatchTotals(db, now)).failure).toBe('A message could not be composed');
    await run(smtp, now + 25 * 3_600_000, { web });
    expect((await states()).filter(({ state }) => state !== 'delivered')).toEqual([
      { state: 'failed', reason: 'A message could not be composed' },
    ]);
  });

  test.each([
    ['an event has no data', `webhook_events SET data = '{}'`, `data -> 'topic' ->> 'id' = 2`],
    ['an event is not JSON', `webhook_events SET data = '}'`, `subject = 'topic:2'`],
    ['an event has the data of another type', `webhook_events SET type = 'article.rising'`, `subject = 'topic:2'`],
  ])('a message fails alone, while others are sent, if %s', async (_, set, where) => {
    await follow3();
    await tell(1);
    const event = entered(2);
    await recordEvents(db, [event], event.at * 1000);
    await run(null, Date.now(), { web: () => Promise.reject(new Error('no web')) });
    await broken(`${set} WHERE ${where}`);
    const smtp = new SmtpWorld();
    const hour = Date.now() + 3_600_000;
    await run(smtp, hour, { web });
    expect(smtp.got.map(({ to }) => to).sort()).toEqual(['reader1@news.example', 'reader3@news.example']);
    expect((await readDispatchTotals(db, hour)).failure).toBe('A message could not be composed');
  });

  test('a message fails at most once per day if the record of earlier messages is invalid', async () => {
    const first = await follow3();
    await tell(1);
    await tell(2);
    await broken(`subscriptions SET sent_items = 'none' WHERE id = ${first}`);
    const listed = await askMailing('/manage/subscriptions', { headers: asOperator });
    expect((await listed.json<{ data: { subscriptions: unknown[] } }>()).data.subscriptions).toContainEqual(
      expect.objectContaining({ id: first, name: 'Topic 1' }),
    );
    const smtp = new SmtpWorld();
    const now = Date.now();
    for (let minute = 0; minute < 10; minute += 5) await run(smtp, now + minute * 60_000, { web });
    expect(smtp.got).toHaveLength(2);
    expect((await states()).filter(({ state }) => state === 'failed')).toEqual([
      { state: 'failed', reason: 'A message could not be composed' },
    ]);
    expect((await readDispatchTotals(db, now)).failure).toBe('A message could not be composed');
  });
});

describe('ended subscriptions', () => {
  test('a subscription ended by the API or by the emailed link gets no pending messages, and a GET of the link does not end it', async () => {
    const smtp = new SmtpWorld();
    const { stored } = await follow(topic(1));
    await follow(topic(2, { address: 'other@news.example' }));
    await tell(1);
    await tell(2);
    await run(smtp);
    const links = smtp.got.map((mail) => /List-Unsubscribe: <(.+)>/.exec(mail.data)?.[1] ?? '');
    const path = new URL(links.find((link) => link.includes(`/${stored.id}.`)) ?? '').pathname;
    const page = await askMailing(path);
    expect(await page.text()).toContain('Unsubscribe from Topic 1?');
    await tell(1);
    await run(smtp);
    expect(smtp.got).toHaveLength(3);
    const forged = path.replace(/[0-9a-f]$/, (digit) => (digit === '0' ? '1' : '0'));
    expect((await askMailing(forged, { method: 'POST' })).status).toBe(404);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    for (let i = 0; i < 2; i++) expect((await askMailing(path, { method: 'POST', body })).status).toBe(200);
    await tell(1);
    await tell(2);
    await run(smtp);
    expect(smtp.got.map(({ to }) => to.slice(0, 4)).sort()).toEqual(['dana', 'dana', 'othe', 'othe']);
  });

  test('a subscription that ends during a delivery run gets no message', async () => {
    const { stored } = await follow(topic(1));
    await tell(1);
    const smtp = new SmtpWorld(async (stage) => {
      if (stage === 'data') await end(stored.id);
      return undefined;
    });
    await run(smtp);
    expect(smtp.got).toEqual([]);
    expect(await states()).toEqual([]);
  });

  test('a subscription whose key was revoked gets no message', async () => {
    const smtp = new SmtpWorld();
    await follow(topic(1));
    await tell(1);
    await env.DB.prepare('UPDATE api_keys SET revoked_at = 1').run();
    await run(smtp);
    await env.DB.prepare('UPDATE api_keys SET revoked_at = NULL').run();
    expect(smtp.got).toEqual([]);
  });
});

test('the weekly report is mailed once after it has been stored', async () => {
  const smtp = new SmtpWorld();
  const item = { topicId: 1, name: 'Topic 1', slug: 'topic-1', category: 1 };
  const cyber = {
    ...item,
    growthPercent: 40,
    interval: [20, 60],
    confidence: 'high',
    cause: null,
    why: null,
    readWith: [],
  };
  const week = { asOf: 0, rose: [cyber], fell: [], isNew: [], mostRead: [] };
  await db.insert(weeks).values({ monday: '2026-01-05', at: 0, week });
  await follow({ kind: 'week', via: 'mail', address: 'dana@news.example' });
  await run(smtp);
  await db.insert(weeks).values({ monday: '2026-01-12', at: 1, week });
  await run(smtp);
  await run(smtp, Date.now() + DAY);
  expect(smtp.got.map((mail) => readMail(mail).text.split('\n').slice(0, 5))).toEqual([
    ['Topic 1 +40%: your week to 11 Jan', '', 'Rose', '', '- Topic 1 +40% (+20% to +60%)'],
  ]);
  expect(readMail(smtp.got[0] as never).html).toContain(`href="${PUBLIC}/insights?topic=1"`);
});

test.each([
  ['Cyber', 'Cyber'],
  ['Cyber\r\nBcc: all@news.example', '=?utf-8?B?Q3liZXINCkJjYzogYWw=?=\r\n =?utf-8?B?bEBuZXdzLmV4YW1wbGU=?='],
  ['Zürich', '=?utf-8?B?WsO8cmljaA==?='],
])('the words %j are encoded in a mail header as %j', (words, header) => expect(headerWords(words)).toBe(header));

test.each([
  ['smtps://mail.example', 'tls', 465],
  ['smtp://a:b%40c@mail.example:2587', 'starttls', 2587],
  ['smtp+plain://localhost', 'none', 25],
])('readMailServer of %s uses %s at port %d', (text, security, port) =>
  expect(readMailServer(text)).toMatchObject({ security, port }),
);
test.each(['', 'mail.example', 'smtp+plain://mail.example', 'https://mail.example', 'smtp://%zz@mail.example'])(
  'readMailServer of %j is null',
  (text) => expect(readMailServer(text)).toBeNull(),
);

describe('rejected subscriptions', () => {
  const refused = async (body: object, settings?: object, headers = asOperator) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await askMailing('/manage/subscriptions', init, settings);
    return [answer.status, ((await answer.json()) as { data: Record<string, string> }).data];
  };
  test.each([
    [topic(99), { ref: 'must be the id of a topic in /api/v2/topics/list/' }],
    [{ ...topic(1), kind: 'story', ref: '9' }, { ref: 'must be the id of a story, as in _article.story of a feed' }],
    [
      { ...topic(1), kind: 'author', ref: 'nobody' },
      { ref: 'must be the id or name of an author, as in _article.authors of a feed' },
    ],
    [{ ...topic(1), kind: 'week' }, { ref: 'must be empty for the kind week' }],
    [
      topic(1, { address: 'dana@news.example\r\nRCPT TO:<x@y.example>' }),
      { address: 'must be an email address such as dana@news.example' },
    ],
    [
      topic(1, { via: 'webhook', address: 'http://127.0.0.1/' }),
      { address: expect.stringContaining('is a webhook URL that') },
    ],
    [topic(1, { via: 'feed' }), { address: 'does not apply to feeds; remove it' }],
  ])('a subscription with %j returns 400', async (body, data) => expect(await refused(body)).toEqual([400, data]));

  test('a subscription by mail returns 400 if its owner has no email address', async () => {
    const other = { Authorization: `Bearer ${await makeKey('operator')}` };
    const answer = await refused(topic(1, { address: null }), undefined, other);
    expect(answer).toEqual([400, { via: expect.stringContaining('you have no email address') }]);
  });

  test('a subscription by mail returns 400 if no mail server is configured', async () =>
    expect(await refused(topic(1), {})).toEqual([400, { via: expect.stringContaining('SMTP_URL') }]));
});

test('the API lists and ends subscriptions without exposing secrets', async () => {
  await db.delete(audit);
  const { stored } = await follow(topic(1));
  const answer = await askMailing('/manage/subscriptions', { headers: asOperator });
  expect(((await answer.json()) as { data: object }).data).toEqual({
    subscriptions: [stored],
    mail: 'dana@news.example',
    sendsMail: true,
  });
  expect((await end(stored.id)).status).toBe(200);
  expect((await end(stored.id)).status).toBe(404);
  const audited = await env.DB.prepare(`SELECT * FROM audit WHERE kind = 'subscription'`).all();
  expect(audited.results).toHaveLength(2);
  expect(JSON.stringify(audited.results)).not.toContain('dana@');
  expect(JSON.stringify(audited.results)).not.toContain(operator);
});
