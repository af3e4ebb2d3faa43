import { env } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { dispatches, subscriptions } from '../../src/db/schema.ts';
import { makeKey } from '../support/index.ts';
import { SmtpWorld } from '../support/servers/smtp.ts';
import { addTopics, asOperator, db, follow, run, tell } from './stage.ts';

/** Unreachable receivers and people with many subscriptions must not delay other subscriptions. */

const MINUTE = 60_000;
const hook = { kind: 'topic', ref: '1', via: 'webhook', rhythm: 'once' };
const mail = { kind: 'topic', ref: '1', via: 'mail', rhythm: 'once', address: 'dana@news.example' };
const asOther = { Authorization: `Bearer ${await makeKey('operator')}` };

beforeEach(async () => {
  await addTopics(1);
  for (const table of [dispatches, subscriptions]) await db.delete(table);
});

/** Adds 250 subscriptions of another person, which are due first. `address` is an SQL expression over `i`. */
async function followOften(body: object, address: string): Promise<void> {
  const { stored } = await follow(body, asOther);
  await env.DB.prepare(
    `WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 250)
      INSERT INTO subscriptions (id, address, key_id, kind, ref, name, via, rhythm, created_at, confirmed_at, next_at, sent_items)
      SELECT -i, ${address}, key_id, kind, ref, name, via, rhythm, created_at, created_at, next_at, sent_items FROM subscriptions, n WHERE id = ${stored.id}`,
  ).run();
}

/** Webhooks at hosts that match `tarpit` time out. */
function webWith(tarpit: RegExp) {
  const asked: string[] = [];
  const web = async (url: string) => {
    asked.push(new URL(url).host);
    if (!tarpit.test(url)) return new Response(null, { status: 204 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    throw new Error('does not answer');
  };
  const toTarpit = () => asked.filter((host) => tarpit.test(host)).length;
  return { asked, web, toTarpit };
}

test('a webhook that asks for a delay is not retried before that delay has passed', async () => {
  const { stored } = await follow({ ...hook, address: 'https://hooks.example/a' });
  await tell(1);
  const asked: number[] = [];
  const start = Date.now();
  for (let minutes = 0; minutes <= 20; minutes += 5) {
    const web = async () => {
      asked.push(minutes);
      return new Response(null, minutes < 15 ? { status: 429, headers: { 'Retry-After': '900' } } : { status: 204 });
    };
    await run(null, start + minutes * MINUTE, { web });
  }
  expect(asked).toEqual([0, 15]);
  expect(await db.select().from(dispatches)).toMatchObject([{ subscriptionId: stored.id, state: 'delivered' }]);
});

test('an unavailable mail server does not delay webhooks', async () => {
  await followOften(mail, `'reader' || i || '@news.example'`);
  await follow({ ...hook, address: 'https://hooks.example/a' });
  await tell(1);
  const smtp = new SmtpWorld(() => 'die');
  const { web, asked } = webWith(/^none/);
  await run(smtp, Date.now(), { web });
  expect(asked).toEqual(['hooks.example']);
  expect(smtp.connections).toBeLessThanOrEqual(6);
});

test.each([
  ['one host', `'https://tarpit.example/' || i`, 3],
  ['many hosts', `'https://tarpit' || i || '.example/'`, 5],
])('webhooks of one person that time out at %s do not delay mail or other webhooks', async (_, address, most) => {
  await followOften({ ...hook, address: 'https://tarpit.example/' }, address);
  await follow(mail, asOperator);
  await follow({ ...hook, address: 'https://hooks.example/a' });
  await tell(1);
  const smtp = new SmtpWorld();
  const { web, asked, toTarpit } = webWith(/tarpit/);
  const now = Date.now();
  await run(smtp, now, { web });
  expect(smtp.got).toHaveLength(1);
  expect(asked.slice(0, 3)).toContain('hooks.example');
  expect(toTarpit()).toBeLessThanOrEqual(most);
  await run(smtp, now + 5 * MINUTE, { web });
  expect(toTarpit()).toBeLessThanOrEqual(2 * most);
});

test('a host that times out does not delay webhooks of the same person at other hosts', async () => {
  await follow({ ...hook, address: 'https://hooks.example/a' }, asOther);
  await followOften({ ...hook, address: 'https://tarpit.example/' }, `'https://tarpit.example/' || i`);
  await tell(1);
  const { web, asked } = webWith(/tarpit/);
  const now = Date.now();
  for (const later of [0, 1, 2]) await run(null, now + later * 5 * MINUTE, { web });
  expect(asked).toContain('hooks.example');
});
