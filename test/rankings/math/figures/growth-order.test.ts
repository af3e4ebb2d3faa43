import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GrowthRow, orderGrowth } from '../../../../src/rankings/math/figures/growth-order.ts';
import { seed } from '../../../search/seed.ts';

const rows = fc.uniqueArray(
  fc.record({
    topicId: fc.integer({ min: 1, max: 60 }),
    current: fc.nat(24),
    previous: fc.nat(24),
    currentItems: fc.nat(4),
    previousItems: fc.nat(4),
  }),
  { selector: ({ topicId }) => topicId, maxLength: 40 },
);

/** Growth as a fraction of exactly comparable parts: all counts are below 25, so a common denominator is at hand. */
const COMMON = 5_354_228_880;
const growthOf = ({ current, previous }: GrowthRow) =>
  previous === 0 ? Number.POSITIVE_INFINITY : (current * COMMON) / previous;

test('equals filtering and sorting in plain words', () => {
  const direction = fc.constantFrom('up' as const, 'down' as const, null);
  const property = fc.property(rows, direction, fc.nat(12), fc.nat(3), (rows, direction, minEngagement, minItems) => {
    const plain = rows.filter((row) => {
      if (direction === 'up' && row.current <= row.previous) return false;
      if (direction === 'down' && row.current >= row.previous) return false;
      const [engagement, items] =
        direction === 'down' ? [row.previous, row.previousItems] : [row.current, row.currentItems];
      return engagement > 0 && engagement >= minEngagement && items >= minItems;
    });
    plain.sort((a, b) => a.topicId - b.topicId);
    plain.sort((a, b) => (direction === 'down' ? b.previous - a.previous : b.current - a.current));
    if (direction === 'down') plain.sort((a, b) => growthOf(a) - growthOf(b));
    else plain.sort((a, b) => (growthOf(a) === growthOf(b) ? 0 : growthOf(b) - growthOf(a)));
    const question = { direction, minEngagement, minItems, limit: 7 };
    expect(orderGrowth(rows, question)).toEqual(plain.slice(0, 7));
  });
  fc.assert(property, { seed, numRuns: 1000 });
});

test('a topic whose engagement is gone shrinks most, and only there', () => {
  const gone = { topicId: 1, current: 0, previous: 30, currentItems: 0, previousItems: 2 };
  const less = { topicId: 2, current: 10, previous: 40, currentItems: 1, previousItems: 2 };
  const question = { minEngagement: 10, minItems: 1, limit: 10 };
  expect(orderGrowth([less, gone], { ...question, direction: 'down' })).toEqual([gone, less]);
  expect(orderGrowth([less, gone], { ...question, direction: null })).toEqual([less]);
  expect(orderGrowth([less, gone], { ...question, direction: 'up' })).toEqual([]);
});
