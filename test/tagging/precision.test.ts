import { expect, test } from 'vitest';
import { labelledSets, scoreOf, totalOf } from './labelled-sets.ts';

const sets = labelledSets();

test.each(sets)('$name are tagged as a reader would', (set) => {
  for (const { kind, found, labels, precision, recall } of scoreOf(set)) {
    if (found > 0) expect.soft(precision, `precision of ${kind}`).toBeGreaterThanOrEqual(0.9);
    if (labels > 0) expect.soft(recall, `recall of ${kind}`).toBeGreaterThanOrEqual(0.7);
  }
});

test('of at least 300 headlines 98 % of the tags are right, and 95 % of the labels are found', () => {
  const later = sets.filter(({ isLater }) => isLater);
  const headlines = (some: typeof sets) => some.reduce((total, { sample }) => total + sample.length, 0);
  expect(headlines(later) / headlines(sets)).toBeGreaterThanOrEqual(0.5);
  expect(headlines(sets)).toBeGreaterThanOrEqual(300);
  const { precision, recall } = totalOf(sets);
  expect(precision).toBeGreaterThanOrEqual(0.98);
  expect(recall).toBeGreaterThanOrEqual(0.95);
});
