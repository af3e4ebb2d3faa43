import { expect, test } from 'vitest';
import { driverOf } from '../../../../src/rankings/math/figures/driven-by.ts';

type DrivenBy = 'article' | 'source' | 'many';
type Row = [source: string, previous: number, current: number];
const rows = (list: Row[]) => list.map(([source, previous, current]) => ({ source, previous, current }));

test.each<[string, Row[], DrivenBy, carrier: string | null]>([
  [
    'one article gains more than all others',
    [
      ['a', 0, 11],
      ['b', 0, 5],
      ['c', 0, 5],
    ],
    'article',
    'a',
  ],
  [
    'half of the gain is not more than half',
    [
      ['a', 0, 10],
      ['b', 0, 5],
      ['c', 0, 5],
    ],
    'many',
    null,
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
    'a',
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
    null,
  ],
  [
    'a loss is carried by what was lost',
    [
      ['a', 30, 0],
      ['b', 5, 0],
      ['c', 0, 10],
    ],
    'article',
    'a',
  ],
  [
    'of a loss it is the source that lost, not the one that is read most',
    [
      ['a', 30, 20],
      ['a', 30, 21],
      ['b', 90, 98],
      ['c', 20, 12],
    ],
    'source',
    'a',
  ],
  ['a single article', [['a', 0, 12]], 'article', 'a'],
  ['nothing changes', [['a', 5, 5]], 'many', null],
  ['nothing there', [], 'many', null],
])('%s', (_, list, drivenBy, carrier) => {
  expect(driverOf(rows(list))).toEqual({ drivenBy, carrier });
});
