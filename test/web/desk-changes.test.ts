import { expect, test } from 'vitest';
import { listChanges } from '../../src/web/browser/desk/article-order.ts';

const list = (ids: string) => [...ids].map((id) => ({ contentId: Number(id) }));

test.each<[before: string, after: string, changes: [id: number, from: number | null, to: number | null][]]>([
  ['123', '123', []],
  ['123', '1234', [[4, null, 4]]],
  ['123', '13', [[2, 2, null]]],
  ['12', '21', [[2, 2, 1]]],
  ['12345', '51234', [[5, 5, 1]]],
  ['12345', '23451', [[1, 1, 5]]],
  [
    '1234',
    '42',
    [
      [1, 1, null],
      [3, 3, null],
      [4, 4, 1],
    ],
  ],
  ['', '1', [[1, null, 1]]],
  [
    '123456',
    '127453',
    [
      [6, 6, null],
      [7, null, 3],
      [3, 3, 6],
    ],
  ],
])('the changes from %s to %s are the fewest additions, removals and moves', (before, after, expected) => {
  const changes = listChanges(list(before), list(after));
  expect(changes.map(({ article, from, to }) => [article.contentId, from, to])).toEqual(expected);
});
