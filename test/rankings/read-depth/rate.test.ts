import { env } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { clickId } from '../../../src/clicks/message.ts';
import {
  isCounted,
  READ_SAMPLE_RATE,
  TARGET_READS_PER_DAY,
} from '../../../src/rankings/read-depth/daily-sample-rate.ts';
import { openTestDb } from '../../support/index.ts';

const DAY = 86_400_000;
const db = openTestDb();
/** Sampling rates are cached, so each test uses its own days. */
let day = 20_000;
beforeEach(async () => {
  day += 10;
  await env.DB.exec('DELETE FROM read_rates');
});

test('the sampling rate is 1 on quiet days and falls to keep the daily target on busy days', async () => {
  await READ_SAMPLE_RATE.setNextDayRate(db, day, TARGET_READS_PER_DAY - 1);
  await READ_SAMPLE_RATE.setNextDayRate(db, day + 1, 4 * TARGET_READS_PER_DAY);
  expect(await READ_SAMPLE_RATE.rateOn(db, day + 1, day * DAY)).toBe(1);
  expect(await READ_SAMPLE_RATE.rateOn(db, day + 2, day * DAY)).toBe(0.25);
  // With a rate of 0.25, this many counted reads stand for three times the daily target.
  await READ_SAMPLE_RATE.setNextDayRate(db, day + 3, 0.75 * TARGET_READS_PER_DAY);
  expect(await READ_SAMPLE_RATE.rateOn(db, day + 4, day * DAY)).toBeCloseTo(1 / 3);
});

test('the sampling rate of a day never changes and is 1 for days without a stored rate', async () => {
  await READ_SAMPLE_RATE.setNextDayRate(db, day, 2 * TARGET_READS_PER_DAY);
  await READ_SAMPLE_RATE.setNextDayRate(db, day, 40 * TARGET_READS_PER_DAY);
  expect(await READ_SAMPLE_RATE.rateOn(db, day + 1, day * DAY)).toBe(0.5);
  expect(await READ_SAMPLE_RATE.rateOn(db, day, day * DAY)).toBe(1);
});

test('a sample of readers has the same completion rate as all readers', async () => {
  const [n, part] = [20_000, 0.2];
  let [opened, half] = [0, 0];
  for (let i = 0; i < n; i++) {
    if (!isCounted(await clickId(`reader ${i}`, 7, day), part)) continue;
    opened++;
    if (i % 10 < 3) half++;
  }
  expect(Math.abs(opened / n - part)).toBeLessThan(0.01);
  expect(Math.abs(half / opened - 0.3)).toBeLessThan(0.03);
});
