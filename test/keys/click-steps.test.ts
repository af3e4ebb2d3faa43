import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { UseCounter } from '../../src/keys/key-use.ts';
import { clickSteps } from '../../src/routes/session/click-steps.ts';
import { ask, askWith, makeKey, openTestDb } from '../support/index.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 31, 12);
const OUTCOMES = ['accepted', 'dropped', 'forbidden', 'parameterInvalid', 'rateLimited'];
const NEVER = { ...Object.fromEntries(OUTCOMES.map((name) => [name, 'never'])), origins: [] };
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

test.each([
  [0, 'hour'],
  [59, 'hour'],
  [75, 'today'],
  [13 * 60, 'today'],
  [23 * 60, 'today'],
  [25 * 60, 'week'],
  [8 * 24 * 60, 'never'],
])('a key whose last click arrived %i minutes ago has the step %s', async (minutes, step) => {
  const db = openTestDb();
  await db.run(sql`DELETE FROM key_days`);
  const uses = new UseCounter();
  for (const ago of [minutes + 200, minutes]) {
    uses.noteClick(5, 'clickAccepted', NOW - ago * 60_000);
    await uses.flush(db);
  }
  expect(await clickSteps(db, 5, NOW)).toEqual({ ...NEVER, accepted: step });
});

test('at most ten origins that were refused are stored per key and day, and nothing that is no origin', async () => {
  const db = openTestDb();
  await db.run(sql`DELETE FROM key_days`);
  const uses = new UseCounter();
  const note = async (origins: string[], now = NOW) => {
    for (const origin of origins) uses.noteRefusedOrigin(5, origin, now);
    await uses.flush(db);
  };
  await note(['https://a.example'], NOW - DAY_MS);
  await note(['https://a.example', 'null', 'https://a.example/path', `https://${'a'.repeat(200)}.example`, 'x']);
  await note(Array.from({ length: 30 }, (_, i) => `https://${i}.b.example`));
  await note(['https://late.example', 'https://a.example']);
  const { origins } = await clickSteps(db, 5, NOW);
  expect(origins).toHaveLength(10);
  expect(origins.find(({ origin }) => origin === 'https://a.example')).toEqual({
    origin: 'https://a.example',
    last: 'hour',
  });
  expect(origins.map(({ origin }) => origin)).not.toContain('https://late.example');
  expect((await clickSteps(db, 5, NOW + 8 * DAY_MS)).origins).toEqual([]);
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
    .toEqual([
      { outcome: 'clickRefused' },
      { outcome: 'clickRefused:forbidden' },
      { outcome: 'last:clickRefused:forbidden' },
      { outcome: 'origin:https://other.example' },
    ]);
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

test('an operator sees the steps of a key by its id, without the key', async () => {
  const [operator, secret] = [await makeKey('operator'), await makeKey('secret')];
  await makeKey('publishable');
  const { id } = (await openTestDb().all<{ id: number }>(sql`SELECT max(id) AS id FROM api_keys`))[0] ?? { id: 0 };
  const post = (of: number) => ({ method: 'POST', body: JSON.stringify({ id: of }) });
  expect(await (await askWith(operator, '/session/key-use', post(id))).json()).toMatchObject({ data: NEVER });
  const other = await askWith(operator, '/session/key-use', post(id - 1));
  expect([other.status, await other.json()]).toMatchObject([
    400,
    { data: { id: 'must be the id of an active publishable key' } },
  ]);
  expect((await askWith(secret, '/session/key-use', post(id))).status).toBe(400);
});
