import { describe, expect, test } from 'vitest';
import { scaleOf } from '../../src/web/browser/insights/scale.ts';
import { DEFAULTS, isBeside, tabOf } from '../../src/web/browser/insights/view.ts';
import { weeksOf } from '../../src/web/browser/insights/weeks.ts';

describe('the scale of bars', () => {
  test.each([
    ['nothing', [], 1, 0],
    ['zeros', [0, 0], 1, 0],
    ['like values', [50, 40, -30], 50, 0],
    ['one outlier among three', [320, 52, 42], 65, 1],
    ['an outlier that falls', [-900, 20, 10], 25, 1],
    ['two outliers of six', [900, 800, 20, 10, 5, 5], 25, 2],
    ['half are large: none is an outlier', [900, 20], 900, 0],
    ['a single one', [320], 320, 0],
  ])('%s', (_, values, most, cut) => {
    expect(scaleOf(values)).toEqual({ most, cut });
  });
});

test('two weeks are the same days of the week', () => {
  const days = Array.from({ length: 28 }, (_, i) => ({ date: `2026-01-${String(i + 1).padStart(2, '0')}`, index: i }));
  const [now, before] = weeksOf(days);
  expect(now?.days.map(({ index }) => index)).toEqual([21, 22, 23, 24, 25, 26, 27]);
  expect(before?.days.map(({ index }) => index)).toEqual([14, 15, 16, 17, 18, 19, 20]);
});

test.each([
  [{ topic: '6' }, 'topic', false],
  [{ view: 'trending', topic: '6' }, 'trending', true],
  [{ view: 'popular', content: '6' }, 'popular', true],
  [{ content: '6' }, 'overview', false],
  [{ view: 'nonsense', topic: '6' }, 'topic', false],
  [{ view: 'compare' }, 'compare', false],
])('%j', (part, tab, beside) => {
  const view = { ...DEFAULTS, ...part };
  expect([tabOf(view), isBeside(view)]).toEqual([tab, beside]);
});
