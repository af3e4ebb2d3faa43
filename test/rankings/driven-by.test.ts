import { expect, test } from 'vitest';
import { drivenBy } from '../../src/rankings/driven-by.ts';

type Row = [source: string, previous: number, current: number];
const rows = (list: Row[]) => list.map(([source, previous, current]) => ({ source, previous, current }));

test.each<[string, Row[], 'article' | 'source' | 'many']>([
  [
    'one article gains more than all others',
    [
      ['a', 0, 11],
      ['b', 0, 5],
      ['c', 0, 5],
    ],
    'article',
  ],
  [
    'half of the gain is not more than half',
    [
      ['a', 0, 10],
      ['b', 0, 5],
      ['c', 0, 5],
    ],
    'many',
  ],
  [
    'one source gains more than all others',
    [
      ['a', 0, 6],
      ['a', 0, 5],
      ['b', 0, 5],
      ['c', 0, 5],
    ],
    'source',
  ],
  [
    'losses do not weigh against a gain',
    [
      ['a', 0, 10],
      ['b', 0, 10],
      ['c', 0, 10],
      ['d', 25, 0],
    ],
    'many',
  ],
  [
    'a loss is carried by what was lost',
    [
      ['a', 30, 0],
      ['b', 5, 0],
      ['c', 0, 10],
    ],
    'article',
  ],
  ['a single article', [['a', 0, 12]], 'article'],
  ['nothing changes', [['a', 5, 5]], 'many'],
  ['nothing there', [], 'many'],
])('%s', (_, list, carrier) => {
  expect(drivenBy(rows(list))).toBe(carrier);
});
