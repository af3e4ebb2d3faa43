import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthPercent, rankGrowth } from '../../../src/rankings/growth.ts';
import { seed } from '../../search/seed.ts';
import { byGrowth, percentage } from './oracle.ts';

/** Small numbers, so that ties and halves are frequent, and numbers near the largest that a window can hold. */
const count = fc.oneof(fc.nat(20), fc.nat(200), fc.integer({ min: 40_000_000, max: 60_000_000 }));
const options = { seed, numRuns: 5000 };

test.each([
  [17, 16, 6.3],
  [15, 16, -6.3],
  [2003, 2000, 0.2],
  [1997, 2000, -0.2],
  [1999, 2000, -0.1],
  [19_999, 20_000, 0],
  [20, 10, 100],
  [0, 10, -100],
  [5, 5, 0],
  [1, 3, -66.7],
  [2, 3, -33.3],
  [60_000_000, 1, 5_999_999_900],
  [7, 0, null],
])('%i after %i is a growth of %s per cent', (current, previous, percent) => {
  expect(growthPercent(current, previous)).toBe(percent);
});

test('the percentage is exact, halves away from zero, whatever the counts', () => {
  const property = fc.property(count, count, (current, previous) => {
    expect(growthPercent(current, previous)).toBe(percentage(current, previous));
  });
  fc.assert(property, options);
});

test('the order is by unrounded growth, then engagement, then id', () => {
  const topic = fc.record({ now: fc.nat(12), before: fc.nat(12), items: fc.nat(3) });
  const lists = fc.array(topic, { maxLength: 20 });
  const property = fc.property(
    lists,
    fc.nat(5),
    fc.nat(3),
    fc.integer({ min: 1, max: 20 }),
    (list, minClicks, minItems, limit) => {
      const topics = list.map((each, i) => ({ ...each, id: 1 + ((i * 7) % 20) }));
      const expected = topics
        .filter(({ now, items }) => now > 0 && now >= minClicks && items >= minItems)
        .sort((a, b) => byGrowth(a, b) || b.now - a.now || a.id - b.id)
        .slice(0, limit);
      const rows = topics.map(({ id, now, before, items }) => ({
        topicId: id,
        clicks7d: now,
        previous7d: before,
        items7d: items,
      }));
      const ranked = rankGrowth(rows, { minClicks, minItems, limit });
      expect(ranked.map(({ row, growthPercent }) => [row.topicId, growthPercent])).toEqual(
        expected.map(({ id, now, before }) => [id, percentage(now, before)]),
      );
    },
  );
  fc.assert(property, options);
});
