import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { classShares } from '../../src/engagement/class-shares.ts';
import { seed } from '../search/seed.ts';
import { article, shares } from './arbitrary.ts';
import { plainShares } from './weight-oracle.ts';

const spread = (total: number) =>
  Array.from({ length: 32 }, (_, i) => Math.floor(total / 16) + (i % 16 < total % 16 ? 1 : 0));
const voter = (total: number, classes = spread(total)) => ({ total, classes });

test('equal the plain rule over any history of hours', () => {
  const hours = fc.array(fc.array(article, { minLength: 5, maxLength: 25 }), { minLength: 1, maxLength: 3 });
  const start = fc.option(fc.tuple(shares, shares));
  const property = fc.property(hours, start, (hours, start) => {
    let plain: number[][] | null = start;
    let made = start && { networks: start[0], agents: start[1] };
    for (const articles of hours) {
      made = classShares(
        articles.map(([total, kinds]) => voter(total, kinds.flat())),
        made,
      ).shares;
      plain = plainShares(articles, plain);
      expect(made === null).toBe(plain === null);
      for (const [i, share] of [...(made?.networks ?? []), ...(made?.agents ?? [])].entries())
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
    shares: { networks: { length: 16 } },
  });
});

test('of a kind add up to one', () => {
  const { shares } = classShares(
    Array.from({ length: 40 }, (_, i) => voter(10 + i)),
    null,
  );
  for (const kind of [shares?.networks, shares?.agents]) expect(kind?.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
});

test('one article has at most 20 votes, however often it is clicked', () => {
  const honest = Array.from({ length: 30 }, () => voter(48));
  const fleet = voter(
    100_000,
    Array.from({ length: 32 }, (_, i) => (i % 16 === 5 ? 100_000 : 0)),
  );
  const { votes, shares } = classShares([...honest, fleet], null);
  expect(votes).toBe(620);
  expect(shares?.networks[5]).toBeCloseTo((600 / 16 + 20 + 1) / 636, 12);
});

test('an address that clicks through the archive has no vote', () => {
  const honest = Array.from({ length: 30 }, () => voter(40));
  const inForce = classShares(honest, null).shares;
  const archive = Array.from({ length: 1000 }, () =>
    voter(
      16,
      Array.from({ length: 32 }, (_, i) => (i % 16 === 5 ? 16 : 0)),
    ),
  );
  expect(classShares([...honest, ...archive], inForce)).toEqual(classShares(honest, inForce));
});
