import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compared, merged, moved, sameOrder } from '../../src/web/browser/desk/article-order.ts';
import { isDay, plusDays, today } from '../../src/web/browser/desk/dates.ts';
import { seed } from '../search/seed.ts';

console.log(`SEED=${seed}`);

describe('moving', () => {
  test.each<[from: number, to: number, expected: string]>([
    [0, 1, 'bacd'],
    [3, 0, 'dabc'],
    [1, 3, 'acdb'],
    [2, -1, 'cabd'],
    [1, 99, 'acdb'],
    [2, 2, 'abcd'],
    [9, 0, 'abcd'],
  ])('%d to %d', (from, to, expected) => {
    expect(moved([...'abcd'], from, to).join('')).toBe(expected);
  });

  test('neither loses nor doubles anything', () => {
    const property = fc.property(
      fc.uniqueArray(fc.integer(), { minLength: 1 }),
      fc.nat(),
      fc.integer(),
      (list, from, to) => {
        const at = from % list.length;
        const result = moved(list, at, to);
        expect(result.toSorted()).toEqual(list.toSorted());
        expect(result.filter((one) => one !== list[at])).toEqual(list.filter((one) => one !== list[at]));
      },
    );
    fc.assert(property, { seed });
  });
});

const ids = (text: string) => [...text].map((sign) => ({ contentId: sign.charCodeAt(0) }));
const marks = (list: string, other: string) => compared(ids(list), ids(other)).map(({ mark }) => mark);

describe('two lists compared', () => {
  test.each([
    ['abc', 'abc', ['', '', '']],
    ['abc', 'abd', ['', '', 'only here']],
    ['abc', 'bac', ['moved', 'moved', '']],
    ['xabc', 'abc', ['only here', '', '', '']],
    ['', 'abc', []],
  ])('%j against %j', (list, other, expected) => {
    expect(marks(list, other)).toEqual(expected);
  });

  test('the same order is the same list', () => {
    expect(sameOrder(ids('ab'), ids('ab'))).toBe(true);
    expect(sameOrder(ids('ab'), ids('ba'))).toBe(false);
    expect(sameOrder(ids('ab'), ids('abc'))).toBe(false);
  });
});

describe('two changes of one list', () => {
  const together = (base: string, mine: string, theirs: string) =>
    merged(ids(base), ids(mine), ids(theirs))
      ?.map(({ contentId }) => String.fromCharCode(contentId))
      .join('');

  test.each<[base: string, mine: string, theirs: string, both: string | undefined]>([
    ['ab', 'abm', 'abt', 'abtm'],
    ['ab', 'mab', 'abt', 'mabt'],
    ['abc', 'ac', 'abct', 'act'],
    ['abc', 'cab', 'abct', 'ctab'],
    ['abc', 'abmc', 'bac', 'bmac'],
    ['abc', 'bac', 'bac', 'bac'],
    ['abc', 'acb', 'bac', undefined],
    ['ab', 'xaby', 'yabx', 'yabx'],
    ['abc', '', 'abc', ''],
    ['', 'm', 't', 'tm'],
  ])('%j to %j and to %j: %j', (base, mine, theirs, both) => {
    expect(together(base, mine, theirs)).toBe(both);
  });

  test('whatever one has added is there once, and whatever one has removed is not', () => {
    const list = fc.shuffledSubarray([...'abcdefgh']).map((signs) => signs.join(''));
    const property = fc.property(list, list, list, (base, mine, theirs) => {
      const both = together(base, mine, theirs);
      if (both === undefined) return;
      const all = [...new Set([...base, ...mine, ...theirs])];
      const stays = (one: string) =>
        base.includes(one) ? mine.includes(one) && theirs.includes(one) : mine.includes(one) || theirs.includes(one);
      expect([...both].sort()).toEqual(all.filter(stays).sort());
    });
    fc.assert(property, { seed, numRuns: 1000 });
  });

  test('who has changed nothing takes what the other has made', () => {
    const list = fc.shuffledSubarray([...'abcdefgh']).map((signs) => signs.join(''));
    const property = fc.property(list, list, (base, changed) => {
      expect(together(base, changed, base)).toBe(changed);
      expect(together(base, base, changed)).toBe(changed);
    });
    fc.assert(property, { seed, numRuns: 1000 });
  });
});

test.each([
  ['2026-01-31', true],
  ['2026-02-30', false],
  ['2026-1-1', false],
  ['today', false],
  ['', false],
])('%j is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test('days follow each other over the ends of months and years', () => {
  expect([plusDays('2026-12-31', 1), plusDays('2028-02-28', 1), plusDays('2026-03-01', -1)]).toEqual([
    '2027-01-01',
    '2028-02-29',
    '2026-02-28',
  ]);
});

test('a day begins at midnight of the publisher, not of UTC', () => {
  const evening = Date.parse('2026-07-01T23:30:00Z');
  expect(today(evening, 'UTC')).toBe('2026-07-01');
  expect(today(evening, 'Europe/London')).toBe('2026-07-02');
  expect(today(evening, 'America/New_York')).toBe('2026-07-01');
});
