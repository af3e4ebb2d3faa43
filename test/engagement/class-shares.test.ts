import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KIND_NAMES, KINDS } from '../../src/db/click-columns.ts';
import { classShares } from '../../src/engagement/class-shares.ts';
import { seed } from '../search/seed.ts';
import { article, shares } from './arbitrary.ts';
import { plainShares } from './weight-oracle.ts';

/** Clicks evenly over the classes of each kind, or all in one. */
const spread = (total: number) =>
  KIND_NAMES.flatMap((kind) =>
    Array.from({ length: KINDS[kind] }, (_, i) => Math.floor(total / KINDS[kind]) + (i < total % KINDS[kind] ? 1 : 0)),
  );
const lump = (total: number) =>
  KIND_NAMES.flatMap((kind) => Array.from({ length: KINDS[kind] }, (_, i) => (i === 5 ? total : 0)));
const voter = (total: number, classes = spread(total)) => ({ total, classes });

test('equal the plain rule over any history of hours', () => {
  const hours = fc.array(fc.array(article, { minLength: 5, maxLength: 25 }), { minLength: 1, maxLength: 3 });
  const start = fc.option(shares);
  const property = fc.property(hours, start, (hours, start) => {
    let plain: number[][] | null = start && Object.values(start);
    let made = start;
    for (const articles of hours) {
      made = classShares(
        articles.map(([total, kinds]) => voter(total, Object.values(kinds).flat())),
        made,
      ).shares;
      plain = plainShares(
        articles.map(([total, kinds]) => [total, Object.values(kinds)]),
        plain,
      );
      expect(made === null).toBe(plain === null);
      for (const [i, share] of Object.values(made ?? {})
        .flat()
        .entries())
        expect(share).toBeCloseTo(plain?.flat()[i] ?? -1, 12);
    }
  });
  fc.assert(property, { seed, numRuns: 300 });
});

test('below 200 votes there are none', () => {
  const articles = Array.from({ length: 19 }, () => voter(10));
  expect(classShares([...articles, voter(9)], null)).toEqual({ votes: 190, shares: null });
  expect(classShares([...articles, voter(10)], null)).toMatchObject({
    votes: 200,
    shares: { network: { length: 32 }, prefix: { length: 32 }, browser: { length: 16 } },
  });
});

test('of a kind add up to one', () => {
  const { shares } = classShares(
    Array.from({ length: 40 }, (_, i) => voter(10 + i)),
    null,
  );
  for (const kind of KIND_NAMES) expect(shares?.[kind].reduce((a, b) => a + b)).toBeCloseTo(1, 12);
});

test('one article has at most 20 votes, however often it is clicked', () => {
  const honest = Array.from({ length: 30 }, () => voter(64));
  const fleet = voter(100_000, lump(100_000));
  const { votes, shares } = classShares([...honest, fleet], null);
  expect(votes).toBe(620);
  for (const kind of KIND_NAMES)
    expect(shares?.[kind][5]).toBeCloseTo((600 / KINDS[kind] + 20 + 1) / (620 + KINDS[kind]), 12);
});

test('an address that clicks through the archive has no vote', () => {
  const honest = Array.from({ length: 30 }, () => voter(40));
  const inForce = classShares(honest, null).shares;
  const archive = Array.from({ length: 1000 }, () => voter(16, lump(16)));
  expect(classShares([...honest, ...archive], inForce)).toEqual(classShares(honest, inForce));
});
