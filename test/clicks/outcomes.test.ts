import { beforeEach, expect, test } from 'vitest';
import { FLUSH_INTERVAL, OutcomeCounter } from '../../src/clicks/consume/outcomes.ts';
import type { Db } from '../../src/db/client.ts';
import { clickOutcomes } from '../../src/db/schema.ts';
import { openTestDb } from '../support/index.ts';

const HOUR = 494_000;
const NOW = HOUR * 3_600_000;
const db = openTestDb();
const stored = () => db.select().from(clickOutcomes).orderBy(clickOutcomes.hour, clickOutcomes.outcome);

beforeEach(async () => {
  await db.delete(clickOutcomes);
});

test('outcomes add up by hour across flushes', async () => {
  const counter = new OutcomeCounter();
  for (const outcome of ['accepted', 'dropped:bot', 'accepted']) counter.count(outcome, NOW);
  counter.count('accepted', NOW + 3_600_000);
  await counter.flush(db);
  counter.count('accepted', NOW + 5);
  await counter.flush(db);
  await counter.flush(db);
  expect(await stored()).toEqual([
    { hour: HOUR, outcome: 'accepted', clicks: 3 },
    { hour: HOUR, outcome: 'dropped:bot', clicks: 1 },
    { hour: HOUR + 1, outcome: 'accepted', clicks: 1 },
  ]);
});

test('one caller per interval flushes, and another takes over if it fails', async () => {
  const counter = new OutcomeCounter();
  expect(counter.claimFlush(NOW)).toBe(true);
  expect(counter.claimFlush(NOW + FLUSH_INTERVAL)).toBe(false);
  expect(counter.claimFlush(NOW + 2 * FLUSH_INTERVAL)).toBe(true);
  await counter.flush(db);
  expect(counter.claimFlush(NOW + 2 * FLUSH_INTERVAL + 1)).toBe(true);
});

test('counts that cannot be written are written by the next flush', async () => {
  const counter = new OutcomeCounter();
  counter.count('accepted', NOW);
  const broken = { transaction: () => Promise.reject(new Error('D1 is away')) } as unknown as Db;
  const failing = counter.flush(broken);
  counter.count('accepted', NOW);
  await expect(failing).rejects.toThrow('D1 is away');
  await counter.flush(db);
  expect(await stored()).toEqual([{ hour: HOUR, outcome: 'accepted', clicks: 2 }]);
});
