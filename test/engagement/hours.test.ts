import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstHour, hourOf, isWithin, windowsAt } from '../../src/engagement/hours.ts';
import { seed } from '../search/seed.ts';

test('windows hold the hours that the rule names', () => {
  const property = fc.property(
    fc.integer({ min: 400_000, max: 600_000 }),
    fc.integer({ min: -1, max: 340 }),
    (h, ago) => {
      const windows = windowsAt(h);
      const holds = Object.fromEntries(
        Object.entries(windows).map(([name, range]) => [name, isWithin(range, h - ago)]),
      );
      expect(holds).toEqual({
        day: ago >= 0 && ago <= 24,
        week: ago >= 0 && ago <= 168,
        dayBefore: ago >= 25 && ago <= 49,
        weekBefore: ago >= 169 && ago <= 337,
        growth: ago >= 1 && ago <= 168,
        growthBefore: ago >= 169 && ago <= 336,
        votes: ago >= 1 && ago <= 336,
      });
      if (Object.values(holds).includes(true)) expect(h - ago).toBeGreaterThanOrEqual(firstHour(h));
    },
  );
  fc.assert(property, { seed, numRuns: 2000 });
});

test('no click of the last 24 hours or 7 days is missing, whatever the minute', () => {
  const property = fc.property(fc.integer({ min: 1_500_000_000_000, max: 2_000_000_000_000 }), (now) => {
    const { day, week } = windowsAt(hourOf(now));
    expect(isWithin(day, hourOf(now - 24 * 3_600_000))).toBe(true);
    expect(isWithin(week, hourOf(now - 168 * 3_600_000))).toBe(true);
  });
  fc.assert(property, { seed, numRuns: 500 });
});

test('windows that are compared are equally long', () => {
  const lengths = Object.fromEntries(
    Object.entries(windowsAt(500_000)).map(([name, { from, to }]) => [name, to - from]),
  );
  expect(lengths).toEqual({
    day: 25,
    dayBefore: 25,
    week: 169,
    weekBefore: 169,
    growth: 168,
    growthBefore: 168,
    votes: 336,
  });
});
