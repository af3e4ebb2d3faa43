import { describe, expect, test } from 'vitest';
import { FIRST_CLASS, SURE, VIEW_COUNTERS } from '../../../src/db/view-columns.ts';
import { UNIFORM_BASELINE } from '../../../src/engagement/discounting.ts';
import { discountedDays, type OrderRow, orderGain, orderRatio } from '../../../src/rankings/learning/order-gain.ts';
import { randomFrom } from '../math/placement-world.ts';
import { comparedSite, coverageOf } from './comparison.ts';

const BASELINE = { ...UNIFORM_BASELINE, samples: 5000 };
const DAYS = 14;
const COUNTERS = VIEW_COUNTERS.slice(FIRST_CLASS);
const random = randomFrom(7);

/** Returns counters of readers in random buckets, or in the given buckets. */
function countersOf(readers: number, bucket?: number): number[] {
  const counters = COUNTERS.map(() => 0);
  const add = (name: string) => {
    const at = COUNTERS.indexOf(name);
    counters[at] = (counters[at] ?? 0) + 1;
  };
  for (let i = 0; i < readers; i++) {
    add(`network_${bucket ?? Math.floor(32 * random())}`);
    add(`prefix_${bucket ?? Math.floor(32 * random())}`);
    add(`browser_${Math.floor(16 * random())}`);
  }
  return counters;
}

/** Returns the rows of a key with 950 page views a day in the learned order and 50 in the other. */
const rowsOf = (clicks: { learned: number; specified: number }): OrderRow[] =>
  Array.from({ length: DAYS }, (_, day): OrderRow[] => [
    { day, order: 'learned', stage: 'views', counters: countersOf(950) },
    { day, order: 'learned', stage: 'clicks', counters: countersOf(clicks.learned) },
    { day, order: 'specified', stage: 'views', counters: countersOf(50) },
    { day, order: 'specified', stage: 'clicks', counters: countersOf(clicks.specified) },
  ]).flat();

describe('the gain of a learned list', () => {
  test('is the ratio of clicks per page view, with an interval, in steps of 5%', () => {
    const gain = orderGain(discountedDays(rowsOf({ learned: 380, specified: 15 }), BASELINE));
    expect(gain).toMatchObject({ days: DAYS, daysLeft: null });
    expect(Math.abs((gain.gain ?? 0) - 33)).toBeLessThanOrEqual(8);
    const [low, high] = gain.interval ?? [0, 0];
    expect(low).toBeGreaterThan(0);
    expect(high).toBeLessThan(70);
    expect([gain.gain, low, high].map((percent) => Math.abs((percent ?? 1) % 5))).toEqual([0, 0, 0]);
  });

  test('is unknown with few clicks, with an estimate of the days until it is known', () => {
    const days = discountedDays(rowsOf({ learned: 38, specified: 2 }), BASELINE);
    const { gain, interval, daysLeft } = orderGain(days);
    expect([gain, interval]).toEqual([null, null]);
    expect(daysLeft).toBeGreaterThan(10);
    expect(daysLeft).toBeLessThan(60);
    expect(orderGain(days.slice(0, 3)).gain).toBeNull();
    expect(orderGain([])).toEqual({ gain: null, interval: null, days: 0, daysLeft: null });
  });

  test('needs a week even with many clicks', () => {
    const days = discountedDays(rowsOf({ learned: 800, specified: 40 }), BASELINE);
    expect(orderGain(days.slice(0, 6))).toMatchObject({ gain: null, daysLeft: 1 });
    expect(orderGain(days.slice(0, 7)).gain).not.toBeNull();
  });

  test('counts signed and trusted readers in full', () => {
    const rows = rowsOf({ learned: 380, specified: 20 }).map((row) => {
      const counters = COUNTERS.map(() => 0);
      counters[SURE - FIRST_CLASS] = row.counters.slice(0, 32).reduce((a, b) => a + b, 0);
      return { ...row, counters };
    });
    expect(orderRatio(discountedDays(rows, BASELINE))?.ratio).toBeCloseTo(1, 6);
  });

  test('contains the true gain in at least 90% of intervals (short form of `npm run verify -- learning`)', () => {
    const site = comparedSite({ seed: 4, days: 7, warmUpDays: 1, readersPerDay: 3000, articlesPerDay: 20 });
    const { coverage, runs } = coverageOf([site], 150);
    expect(runs).toBe(150);
    expect(coverage).toBeGreaterThanOrEqual(0.9);
  });
});

describe('clicks of one network', () => {
  const honest = { learned: 300, specified: 15 };
  const ratioOf = (rows: readonly OrderRow[]) => orderRatio(discountedDays(rows, BASELINE))?.ratio ?? 0;

  test.each(['learned', 'specified'] as const)(
    'move the gain little if all are in minutes of the %s order',
    (order) => {
      const rows = rowsOf(honest);
      const before = ratioOf(rows);
      for (const perDay of [20, 500]) {
        const attack = Array.from({ length: DAYS }, (_, day): OrderRow => {
          return { day, order, stage: 'clicks', counters: countersOf(perDay, 3) };
        });
        const change = ratioOf([...rows, ...attack]) / before - 1;
        expect(Math.abs(change)).toBeLessThan(0.25);
      }
    },
  );

  test('move the gain little if an attacker views the pages without clicks', () => {
    const rows = rowsOf(honest);
    const views = Array.from({ length: DAYS }, (_, day): OrderRow => {
      return { day, order: 'learned', stage: 'views', counters: countersOf(2000, 3) };
    });
    expect(Math.abs(ratioOf([...rows, ...views]) / ratioOf(rows) - 1)).toBeLessThan(0.25);
  });
});
