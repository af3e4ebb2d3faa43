import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyIndex } from '../../../../src/rankings/math/figures/history-index.ts';
import { seed } from '../../../search/seed.ts';

test.each<[number[], number | null, (number | null)[]]>([
  [[0, 25, 100, 3, 2], 0, [0, 25, 100, 5, 0]],
  [[0, 25, 100, 3, 2], 1, [null, 25, 100, 5, 0]],
  [[5, 49, 24, 10], -3, [20, 100, 40, 20]],
  [[15, 1, 2], 0, [100, 0, 20]],
  [[14, 1, 2], 0, [null, null, null]],
  [[0, 0], -9, [null, null]],
  [[0, 0], null, [null, null]],
])('%j with the first click on day %s', (days, first, index) => {
  expect(historyIndex(days, first)).toEqual(index);
});

test('is the nearest step, a half upwards', () => {
  const property = fc.property(fc.array(fc.nat(400), { minLength: 1, maxLength: 90 }), (days) => {
    const highest = Math.max(...days);
    const grid = highest >= 50 ? Array.from({ length: 21 }, (_, i) => i * 5) : [0, 20, 40, 60, 80, 100];
    // Distances are compared times the highest day, in whole numbers.
    const nearest = (day: number) =>
      grid.reduce((a, b) => (Math.abs(b * highest - 100 * day) <= Math.abs(a * highest - 100 * day) ? b : a));
    expect(historyIndex(days, 0)).toEqual(days.map((day) => (highest < 15 ? null : nearest(day))));
  });
  fc.assert(property, { seed, numRuns: 500 });
});
