import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clickSteps } from '../../src/keys/key-use.ts';
import { ask, askWith, makeKey, openTestDb } from '../support/index.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 31, 12);
const OUTCOMES = ['accepted', 'dropped', 'forbidden', 'parameterInvalid', 'rateLimited'];
const NEVER = Object.fromEntries(OUTCOMES.map((name) => [name, 'never']));
const day = (age: number) => Math.floor(NOW / DAY_MS) - age;

test.each([
  [[], 'never'],
  [[0, 3], 'today'],
  [[1], 'week'],
  [[7], 'week'],
  [[8], 'never'],
])('a key with accepted clicks %j days ago has the step %s', async (ages, step) => {
  const db = openTestDb();
  await db.run(sql`DELETE FROM key_days`);
  for (const age of ages) await db.run(sql`INSERT INTO key_days VALUES (5, ${day(age)}, 'clickAccepted', 9)`);
  expect(await clickSteps(db, 5, NOW)).toEqual({ ...NEVER, accepted: step });
});

test('refused clicks are counted by reason', async () => {
  const db = openTestDb();
  const bound = await makeKey('publishable', ['https://partner.example']);
  const body = JSON.stringify({ key: bound, contentId: 1 });
  await db.run(sql`DELETE FROM key_days`);
  const click = () => ask('/clicks', { method: 'POST', body, headers: { Origin: 'https://other.example' } });
  expect((await click()).status).toBe(403);
  // The first use in a minute is written at once, but after the response.
  await expect
    .poll(() => db.all(sql`SELECT outcome FROM key_days ORDER BY outcome`))
    .toEqual([{ outcome: 'clickRefused' }, { outcome: 'clickRefused:forbidden' }]);
});

test('only people and keys that can sign in see the steps, and only of publishable keys', async () => {
  const [secret, publishable] = [await makeKey('secret'), await makeKey('publishable')];
  const post = (key: string) => ({ method: 'POST', body: JSON.stringify({ key }) });
  expect((await ask('/session/key-use', post(publishable))).status).toBe(401);
  expect((await askWith(publishable, '/session/key-use', post(publishable))).status).toBe(403);
  expect((await askWith(secret, '/session/key-use', post(secret))).status).toBe(400);
  const answer = await askWith(secret, '/session/key-use', post(publishable));
  expect(await answer.json()).toMatchObject({ data: NEVER });
});
