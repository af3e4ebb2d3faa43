import { beforeEach, expect, test } from 'vitest';
import { dispatches, subscriptions } from '../../src/db/schema.ts';
import { mailingOf } from '../../src/subscriptions/mail/smtp-server.ts';
import { readDispatchTotals } from '../../src/subscriptions/totals.ts';
import { addTopics, DAY, db, FROM, follow, PUBLIC, run, tell } from './stage.ts';

/** The platform’s email service rejects messages or does not respond, which the simulator never does. */

beforeEach(async () => {
  await addTopics(1);
  for (const table of [dispatches, subscriptions]) await db.delete(table);
  await follow({ kind: 'topic', ref: '1', via: 'mail', rhythm: 'once', address: 'dana@news.example' });
  await tell(1, { title: 'Flood closes the harbour' });
});

function platform(answer: () => Promise<EmailSendResult>): { email: SendEmail; got: object[] } {
  const got: object[] = [];
  const send = (message: object) => {
    got.push(message);
    return answer();
  };
  return { got, email: { send } };
}
const refusing = (code?: string) =>
  platform(() => Promise.reject(Object.assign(new Error('dana@news.example is no good'), code ? { code } : {})));
const states = () => db.select({ state: dispatches.state, reason: dispatches.reason }).from(dispatches);

test('the platform’s email service receives text, HTML and the one-click unsubscribe header', async () => {
  const { email, got } = platform(async () => ({ messageId: '1' }));
  await run(null, Date.now(), { email });
  expect(got).toEqual([
    {
      to: 'dana@news.example',
      from: { name: 'The Gazette', email: FROM },
      subject: 'Topic 1: Flood closes the harbour',
      text: expect.stringContaining('Flood closes the harbour'),
      html: expect.stringContaining('Flood closes the harbour'),
      headers: {
        'Auto-Submitted': 'auto-generated',
        'List-Unsubscribe': expect.stringContaining(`<${PUBLIC}/unsubscribe/`),
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    },
  ]);
});

test.each([
  ['E_RECIPIENT_SUPPRESSED', 'failed', 1],
  ['E_DAILY_LIMIT_EXCEEDED', 'pending', 2],
  ['E_INTERNAL_SERVER_ERROR', 'pending', 2],
])(
  'after the rejection %s by the platform’s email service, the message is %s and has had %d attempts an hour later',
  async (code, state, tries) => {
    const { email, got } = refusing(code);
    const now = Date.now();
    await run(null, now, { email });
    expect(await states()).toEqual([{ state, reason: `rejected the message: ${code}` }]);
    expect((await readDispatchTotals(db, now)).failure).toBe(`The mail server rejected the message: ${code}`);
    await run(null, now + 3_600_000, { email });
    expect(got).toHaveLength(tries);
  },
);

test.each([
  ['fails without a code', refusing().email],
  ['does not respond', platform(() => new Promise(() => undefined)).email],
])('if the platform’s email service %s, the message may have arrived and is never sent again', async (_, email) => {
  await run(null, Date.now(), { email, limit: 50 });
  expect(await states()).toEqual([{ state: 'failed', reason: expect.stringContaining('may have arrived') }]);
  const { email: well, got } = platform(async () => ({ messageId: '1' }));
  for (const later of [DAY / 24, DAY]) await run(null, Date.now() + later, { email: well });
  expect(got).toEqual([]);
  expect(JSON.stringify(await states())).not.toContain('dana@');
});

test('a configured mail server has priority over the platform’s email service, and an invalid one disables mail', () => {
  const { email } = refusing();
  const settings = { MAIL_FROM: FROM, PUBLIC_URL: PUBLIC, PUBLISHER: 'The Gazette', EMAIL: email };
  const mailing = (more: object) => mailingOf({ ...settings, ...more } as Parameters<typeof mailingOf>[0]);
  expect(mailing({})?.by).toEqual({ email });
  expect(mailing({ SMTP_URL: 'smtps://mail.example' })?.by).toHaveProperty('server');
  expect(mailing({ SMTP_URL: 'mail.example' })).toBeNull();
  expect(mailing({ MAIL_FROM: '' })).toBeNull();
});
