import { env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiKeys, dispatches, subscriptions } from '../../src/db/schema.ts';
import { readClock, saveClock } from '../../src/operations/clock/clock.ts';
import { makeKey } from '../support/index.ts';
import { SmtpWorld } from '../support/servers/smtp.ts';
import { addTopics, DAY, db, follow, run, tell } from './stage.ts';

/** Messages must be sent once, even if the clock is wrong and is corrected later. */

const HOUR = 3_600_000;
const mail = { kind: 'topic', ref: '1', via: 'mail', rhythm: 'once', address: 'dana@news.example' };
const hook = { kind: 'topic', ref: '1', via: 'webhook', rhythm: 'once', address: 'https://hooks.example/a' };
const forgetClock = () => env.DB.prepare('DELETE FROM service_clock').run();

beforeEach(async () => {
  await addTopics(1);
  for (const table of [dispatches, subscriptions]) await db.delete(table);
  await forgetClock();
  const clock = (await readClock(db)) ?? { seen: 0, minutes: 0, jumpedAt: null, jump: 0, uptime: null };
  await db.run(saveClock(db, { ...clock, newest: Date.now() }));
});
afterEach(forgetClock);

const states = async () => (await db.select({ state: dispatches.state }).from(dispatches)).map(({ state }) => state);
const refused = () => new Response(null, { status: 503 });
const accepted = () => new Response(null, { status: 204 });

test('a message that fails while the clock is fast is sent once the clock is corrected', async () => {
  await follow(hook);
  await follow(mail);
  await tell(1);
  const now = Date.now();
  await run(new SmtpWorld(() => 'die'), now, { web: async () => refused() });
  for (const days of [3, 400]) await run(new SmtpWorld(() => 'die'), now + days * DAY, { web: async () => refused() });
  expect(await states()).toEqual(['pending', 'pending']);
  const smtp = new SmtpWorld();
  await run(smtp, now + HOUR, { web: async () => accepted() });
  expect(await states()).toEqual(['delivered', 'delivered']);
  expect(smtp.got).toHaveLength(1);
});

test('a message for a key that seems expired while the clock is fast is sent once the clock is corrected', async () => {
  const key = await makeKey('operator');
  await follow(hook, { Authorization: `Bearer ${key}` });
  await db.update(apiKeys).set({ expiresAt: Math.floor(Date.now() / 1000) + 30 * 86_400 });
  await tell(1);
  const now = Date.now();
  await run(null, now, { web: async () => refused() });
  await run(null, now + 400 * DAY, { web: async () => accepted() });
  expect(await states()).toEqual(['pending']);
  await run(null, now + HOUR, { web: async () => accepted() });
  expect(await states()).toEqual(['delivered']);
  await db.update(apiKeys).set({ expiresAt: null });
});

test('waiting times set by a clock that is 400 days fast end when the clock is corrected', async () => {
  await follow(hook);
  await db.update(subscriptions).set({ nextAt: Date.now() + 400 * DAY });
  await tell(1);
  const now = Date.now();
  await run(null, now, { web: async () => refused() });
  expect(await states()).toEqual(['pending']);
  await db.update(dispatches).set({ nextAt: now + 400 * DAY });
  await run(null, now, { web: async () => accepted() });
  expect(await states()).toEqual(['delivered']);
});
