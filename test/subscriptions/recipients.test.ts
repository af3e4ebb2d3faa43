import { env } from 'cloudflare:test';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { RETENTION_DAYS } from '../../src/db/retention-days.ts';
import { dispatches, recipientAddresses, subscriptions, weeks } from '../../src/db/schema.ts';
import type { TrustedTime } from '../../src/db/trusted-time.ts';
import { forgetSubscriptions } from '../../src/subscriptions/store.ts';
import { readDispatchTotals } from '../../src/subscriptions/totals.ts';
import { ORIGIN } from '../support/index.ts';
import { personOf } from '../support/people/index.ts';
import { readMail, SmtpWorld } from '../support/servers/smtp.ts';
import { sized } from '../support/size.ts';
import {
  addTopics,
  askMailing,
  asOperator,
  confirmationPath,
  DAY,
  db,
  follow,
  invite,
  operator,
  run,
  tell,
} from './stage.ts';

const HOUR = 3_600_000;
const DIGESTS = sized(30, 50);
const editor = await personOf(operator, 'editor', 'Eda Lindqvist');
const asEditor = { Cookie: editor.cookie, Origin: ORIGIN };
const to = (address: string, fields: object = {}) => ({
  ...{ kind: 'topic', ref: '1', via: 'mail', rhythm: 'once', address },
  ...fields,
});
const lee = 'lee@partner.example';
const press = async (path: string) => (await askMailing(path, { method: 'POST' })).status;
const tryInvite = async (body: object, headers: Record<string, string> = asEditor, settings = {}) => {
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'news@news.example', PUBLIC_URL: 'https://news.example' };
  const answer = await askMailing('/manage/subscriptions', init, { ...mail, ...settings });
  return { status: answer.status, text: await answer.text() };
};
const age = (id: number, seconds: number) =>
  db
    .update(subscriptions)
    .set({ invitedAt: sql`${subscriptions.invitedAt} - ${seconds}` })
    .where(eq(subscriptions.id, id));
const subjects = (smtp: SmtpWorld) => smtp.got.map(({ to, data }) => [to, /^Message-ID: <\d+\.(-?)/m.exec(data)?.[1]]);
const endingPath = (smtp: SmtpWorld) =>
  new URL(/List-Unsubscribe: <(.+)>/.exec(smtp.got.at(-1)?.data ?? '')?.[1] ?? '').pathname;

beforeEach(async () => {
  await addTopics(1, 2);
  for (const table of [dispatches, subscriptions, recipientAddresses]) await db.delete(table);
});

describe('before a recipient confirms', () => {
  test('only the invitation is sent, with the name of the editor, once', async () => {
    const smtp = new SmtpWorld();
    const { stored } = await invite(to(lee), asEditor);
    expect(stored).toMatchObject({ state: 'invited', address: lee });
    await tell(1);
    for (const later of [0, HOUR, DAY]) await run(smtp, Date.now() + later);
    expect(smtp.got.map((mail) => mail.to)).toEqual([lee]);
    const { header, text, html } = readMail(smtp.got[0] as never);
    expect(text).toContain('Eda Lindqvist would like to send you this digest');
    const path = await confirmationPath(stored.id);
    expect(text).toContain(`https://news.example${path}`);
    expect(html).toContain(`href="https://news.example${path}"`);
    expect(html).toContain('The Gazette');
    expect(header).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(text).not.toContain('Story ');
  });

  test('requests of a mail gateway that follows links confirm nothing and end nothing', async () => {
    const smtp = new SmtpWorld();
    const { stored } = await invite(to(lee), asEditor);
    await run(smtp);
    const before = await db.select().from(subscriptions);
    const paths = [await confirmationPath(stored.id), endingPath(smtp), `${await confirmationPath(stored.id)}/decline`];
    for (const path of paths) for (const method of ['GET', 'HEAD', 'OPTIONS']) await askMailing(path, { method });
    expect(await db.select().from(subscriptions)).toEqual(before);
    expect(await (await askMailing(paths[0] ?? '')).text()).toContain('Receive “Topic 1” by email?');
    await tell(1);
    await run(smtp);
    expect(smtp.got).toHaveLength(1);
  });

  test.each([
    ['48 hours', 48 * 3600, 200, true],
    ['48 hours and one second', 48 * 3600 + 1, 410, false],
  ])('a token that is %s old (%d seconds) is answered with %d', async (_, seconds, status, isConfirmed) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { stored } = await invite(to(lee), asEditor);
      await age(stored.id, seconds);
      const path = await confirmationPath(stored.id);
      expect((await askMailing(path)).status).toBe(status);
      expect(await press(path)).toBe(status);
    } finally {
      vi.useRealTimers();
    }
    const [row] = await db.select().from(subscriptions);
    expect(row?.confirmedAt !== null).toBe(isConfirmed);
  });

  test('forged tokens, replaced tokens and tokens for unsubscribing do not confirm', async () => {
    const smtp = new SmtpWorld();
    const { stored } = await invite(to(lee), asEditor);
    await run(smtp);
    const old = await confirmationPath(stored.id);
    await age(stored.id, 100);
    const again = { method: 'POST', headers: asEditor };
    expect((await askMailing(`/manage/subscriptions/${stored.id}/invitation`, again)).status).toBe(200);
    const path = await confirmationPath(stored.id);
    const forged = path.replace(/[0-9a-f]$/, (digit) => (digit === '0' ? '1' : '0'));
    const others = [forged, endingPath(smtp).replace('unsubscribe', 'confirm'), '/confirm/1', `${path}0`];
    for (const wrong of others) expect([wrong, await press(wrong)]).toEqual([wrong, 404]);
    await db.update(subscriptions).set({ invitedAt: sql`${subscriptions.invitedAt} + 1` });
    expect(await press(old)).toBe(404);
    expect((await db.select().from(subscriptions))[0]?.confirmedAt).toBeNull();
  });
});

test('after a press on the page the digest is sent, and repeating the press changes nothing', async () => {
  const smtp = new SmtpWorld();
  const { stored } = await invite(to(lee), asEditor);
  await run(smtp);
  const path = await confirmationPath(stored.id);
  expect([await press(path), await press(path)]).toEqual([200, 200]);
  await tell(1);
  for (const later of [0, HOUR]) await run(smtp, Date.now() + later);
  expect(subjects(smtp)).toEqual([
    [lee, '-'],
    [lee, ''],
  ]);
  const { text } = readMail(smtp.got[1] as never);
  expect(text).toContain('Eda Lindqvist sends you Topic 1, as you confirmed');
  expect(text).not.toContain('https://news.example/insights');
  const listed = await askMailing('/manage/subscriptions', { headers: asEditor });
  expect(await listed.text()).toContain('"state":"active"');
});

describe('a refusal', () => {
  test.each([
    ['declines the invitation', async (id: number) => `${await confirmationPath(id)}/decline`],
    ['unsubscribes with one click', async (_: number, smtp: SmtpWorld) => endingPath(smtp)],
  ])('stays if the recipient %s and the editor adds the address again', async (_, pathOf) => {
    const smtp = new SmtpWorld();
    const { stored } = await invite(to(lee), asEditor);
    await invite(to(lee, { ref: '2' }));
    await run(smtp);
    expect(await press(await pathOf(stored.id, smtp))).toBe(200);
    const rows = await db.select().from(subscriptions);
    expect(rows.map(({ address, endedAt }) => [address, endedAt !== null])).toEqual([
      [null, true],
      [null, true],
    ]);
    for (const address of [lee, lee.toUpperCase().replace('LEE', 'Lee')])
      for (const headers of [asEditor, asOperator])
        expect(await tryInvite(to(address), headers)).toMatchObject({
          status: 400,
          text: expect.stringContaining('declined digests'),
        });
    expect(JSON.stringify(await db.select().from(recipientAddresses))).not.toContain('partner');
    await tell(1);
    await run(smtp, Date.now() + HOUR);
    expect(smtp.got).toHaveLength(2);
  });

  test('is deleted after two years, and unconfirmed addresses after a week', async () => {
    const { stored } = await invite(to(lee), asEditor);
    const declined = await invite(to('no@partner.example'), asEditor);
    await press(`${await confirmationPath(declined.stored.id)}/decline`);
    const forget = (days: number) =>
      db.transaction(...forgetSubscriptions(db, (Date.now() + days * DAY) as TrustedTime));
    const addressOf = async () =>
      (await db.select().from(subscriptions).where(eq(subscriptions.id, stored.id)))[0]?.address;
    await forget(RETENTION_DAYS.invitations - 1);
    expect([await addressOf(), (await db.select().from(recipientAddresses)).length]).toEqual([lee, 2]);
    await forget(RETENTION_DAYS.invitations + 1);
    expect([await addressOf(), (await db.select().from(recipientAddresses)).length]).toEqual([null, 1]);
    await forget(RETENTION_DAYS.declines - 1);
    expect(await db.select().from(recipientAddresses)).toHaveLength(1);
    await forget(RETENTION_DAYS.declines + 1);
    expect(await db.select().from(recipientAddresses)).toHaveLength(0);
  });
});

describe('limits', () => {
  test('one address is invited at most three times per week, by all editors and digests together', async () => {
    await invite(to(lee), asEditor);
    await invite(to(lee.toUpperCase(), { ref: '2' }), asEditor);
    const { stored } = await invite(to(lee));
    expect(await tryInvite(to(lee, { kind: 'week', ref: '' }))).toMatchObject({
      status: 400,
      text: expect.stringContaining('has been invited 3 times within 7 days'),
    });
    const again = await askMailing(`/manage/subscriptions/${stored.id}/invitation`, {
      method: 'POST',
      headers: asOperator,
    });
    expect(again.status).toBe(400);
    expect(await tryInvite(to(lee))).toMatchObject({ text: expect.stringContaining('has already been invited') });
  });

  test('one owner sends at most 50 invitations per day, even if recipients are removed in between', async () => {
    for (let i = 0; i < 50; i++) {
      const { stored } = await invite(to(`r${i}@partner.example`), asEditor);
      if (i % 2 === 0)
        await db.update(subscriptions).set({ endedAt: 1, address: null }).where(eq(subscriptions.id, stored.id));
    }
    expect(await tryInvite(to('more@partner.example'))).toMatchObject({
      status: 400,
      text: expect.stringContaining('50 invitations per day'),
    });
    expect((await tryInvite(to('more@partner.example'), asOperator)).status).toBe(200);
  });

  test('concurrent requests do not exceed the limits', async () => {
    const tried = await Promise.all(
      [1, 2].flatMap((ref) => [asEditor, asOperator].map((by) => tryInvite(to(lee, { ref: `${ref}` }), by))),
    );
    expect(tried.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400]);
    expect(await db.select().from(dispatches)).toHaveLength(3);
  });

  test('only domains in RECIPIENT_DOMAINS are invited, and a domain that is removed gets no more messages', async () => {
    const only = { RECIPIENT_DOMAINS: 'news.example, Partner.example' };
    expect((await tryInvite(to(lee), asEditor, only)).status).toBe(200);
    for (const address of ['lee@else.example', 'lee@sub.partner.example', 'lee@partner.example.else'])
      expect(await tryInvite(to(address), asEditor, only)).toMatchObject({
        status: 400,
        text: expect.stringContaining('must be in one of these domains: news.example, partner.example'),
      });
    const smtp = new SmtpWorld();
    await run(smtp, Date.now(), { recipientDomains: ['news.example'] });
    expect(smtp.got).toEqual([]);
    expect((await readDispatchTotals(db, Date.now())).failure).toContain('RECIPIENT_DOMAINS');
  });

  test('readers cannot add recipients', async () => {
    const reader = await personOf(operator, 'reader');
    expect(await tryInvite(to(lee), { Cookie: reader.cookie, Origin: ORIGIN })).toMatchObject({
      status: 400,
      text: expect.stringContaining('must be your own email address'),
    });
  });
});

test.each([
  ['is removed', (id: number) => askMailing(`/manage/people/${id}`, { method: 'DELETE', headers: asOperator })],
  [
    'becomes a reader',
    (id: number) => {
      const body = JSON.stringify({ name: 'Gone', role: 'reader' });
      return askMailing(`/manage/people/${id}`, { method: 'PUT', headers: asOperator, body });
    },
  ],
])('digests and invitations end if their editor %s', async (_, end) => {
  const smtp = new SmtpWorld();
  const { id, cookie } = await personOf(operator, 'editor', 'Gone');
  const asGone = { Cookie: cookie, Origin: ORIGIN };
  await follow(to('in@partner.example'), asGone);
  const { stored } = await invite(to(lee), asGone);
  const path = await confirmationPath(stored.id);
  await tell(1);
  expect((await end(id)).ok).toBe(true);
  await run(smtp);
  expect(smtp.got).toEqual([]);
  expect(await press(path)).toBe(410);
  await run(smtp);
  expect(smtp.got).toEqual([]);
});

test('the subject of the weekly digest is its finding, and the text has ranges', async () => {
  const topicOf = (topicId: number, name: string, growthPercent: number, interval: [number, number]) => ({
    ...{ topicId, name, slug: `t${topicId}`, category: 1, growthPercent, interval },
    ...{ confidence: 'high', cause: null, why: null, readWith: [] },
  });
  const rose = [topicOf(1, 'Marine Cargo', 290, [230, 360])];
  const fell = [topicOf(2, 'Aviation', -64, [-71, -55])];
  const smtp = new SmtpWorld();
  await db.delete(weeks);
  await follow(to(lee, { kind: 'week', ref: '' }), asEditor);
  await db
    .insert(weeks)
    .values({ monday: '2026-11-23', at: 0, week: { asOf: 0, rose, fell, isNew: [], mostRead: [] } });
  await run(smtp);
  const { header, text, html } = readMail(smtp.got[0] as never);
  const encoded = [...header.matchAll(/=\?utf-8\?B\?([^?]+)\?=/g)].map(([, part = '']) => part);
  const subject = encoded
    .map((part) => new TextDecoder().decode(Uint8Array.from(atob(part), (byte) => byte.charCodeAt(0))))
    .join('');
  expect(subject).toBe('Marine Cargo +290%, Aviation −64%: your week to 22 Nov');
  expect(text).toContain('- Marine Cargo +290% (+230% to +360%)');
  expect(html).not.toContain('https://news.example/insights');
  await db.delete(weeks);
});

/** Number of messages per address that a mail server got. */
function countByAddress(smtp: SmtpWorld, isInvitation: boolean): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { to, data } of smtp.got)
    if (/^Message-ID: <\d+\.-/m.test(data) === isInvitation) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
}

test.each([
  ['is slow', async () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 2))],
  ['refuses for a while', (n: number) => (n % 3 === 0 ? '451 later' : undefined)],
  [
    'refuses for good, with the address in its response',
    (n: number, line: string) => (n % 4 === 0 ? `550 ${line} unknown` : undefined),
  ],
  ['dies before and after it takes a message', (n: number) => (n % 5 === 0 ? 'die' : undefined)],
])(
  `of ${DIGESTS} digests to a mail server that %s, each arrives once or is reported as failed`,
  async (_, manner) => {
    const logged: string[] = [];
    const spies = (['log', 'info', 'warn', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...words) => void logged.push(words.join(' '))),
    );
    let steps = 0;
    const smtp = new SmtpWorld((stage, line) =>
      ['rcpt', 'data', 'message'].includes(stage) ? manner(++steps, line) : undefined,
    );
    const addresses = Array.from({ length: DIGESTS }, (_, i) => `reader${i}@partner.example`);
    const ids: number[] = [];
    for (const address of addresses) ids.push((await invite(to(address), asEditor)).stored.id);
    const now = Date.now();
    await tell(1);
    await Promise.all([run(smtp, now), run(smtp, now)]);
    expect(countByAddress(smtp, false).size).toBe(0);
    for (const [i, id] of ids.entries()) if (i % 10 !== 0) expect(await press(await confirmationPath(id))).toBe(200);
    const ended = new Map<string, number>();
    for (let hour = 0; hour <= 26; hour += 2) {
      if (hour === 2)
        for (const i of [5, 15, 25]) {
          const answer = await askMailing(`/manage/subscriptions/${ids[i]}`, { method: 'DELETE', headers: asEditor });
          if (answer.ok) ended.set(addresses[i] ?? '', smtp.got.length);
        }
      await Promise.all([run(smtp, now + hour * HOUR), run(smtp, now + hour * HOUR)]);
    }
    for (const spy of spies) spy.mockRestore();
    for (const isInvitation of [true, false])
      expect([...countByAddress(smtp, isInvitation).values()].filter((count) => count !== 1)).toEqual([]);
    const digests = countByAddress(smtp, false);
    const stored = await db.select().from(dispatches).where(sql`${dispatches.number} > 0`);
    for (const [i, id] of ids.entries()) {
      const address = addresses[i] ?? '';
      const states = stored.filter(({ subscriptionId }) => subscriptionId === id).map(({ state }) => state);
      if (i % 10 === 0) expect([address, digests.has(address), states]).toEqual([address, false, []]);
      else if (!ended.has(address)) {
        expect([address, states]).toEqual([address, [expect.stringMatching(/^(delivered|failed)$/)]]);
        if (states[0] === 'delivered') expect(digests.get(address)).toBe(1);
      }
    }
    for (const [address, before] of ended)
      expect(smtp.got.slice(before).filter((mail) => mail.to === address)).toEqual([]);
    expect(logged.join('\n')).not.toContain('partner.example');
    const { results } = await env.DB.prepare('SELECT reason FROM dispatches WHERE reason IS NOT NULL').all();
    expect(JSON.stringify(results)).not.toContain('@');
  },
  600_000,
);
