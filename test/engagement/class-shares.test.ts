import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { classShares } from '../../src/engagement/class-shares.ts';
import { FLAT, type Shares } from '../../src/engagement/weight.ts';
import { seed } from '../search/seed.ts';
import { article, shares } from './arbitrary.ts';
import { plainShares } from './weight-oracle.ts';

const spread = (of: number, total: number) =>
  Array.from({ length: of }, (_, i) => Math.floor(total / of) + (i < total % of ? 1 : 0));
const evenly = (total: number) => [spread(32, total), spread(32, total), spread(16, total)].flat();
const voter = (total: number, classes = evenly(total), parts = [total]) => ({ parts, classes });
const one = (of: number, total: number, at = 5) => Array.from({ length: of }, (_, i) => (i === at ? total : 0));

test('equal the plain rule over any history, anchored or not', () => {
  const moments = fc.array(fc.array(article, { minLength: 5, maxLength: 25 }), { minLength: 1, maxLength: 3 });
  const property = fc.property(moments, shares, fc.option(shares), (moments, start, anchor) => {
    let inForce = start;
    for (const articles of moments) {
      const plain = plainShares(articles, inForce, anchor);
      const made = classShares(
        articles.map(([total, kinds]) => voter(total, kinds.flat())),
        inForce,
        anchor,
      );
      expect(made.shares === null).toBe(plain === null);
      if (!made.shares || !plain) return;
      expect(made.left).toBeCloseTo(plain.left, 5);
      expect(made.shares.votes).toBeCloseTo(plain.votes, 3);
      for (const kind of ['network', 'prefix', 'browser'] as const)
        for (const [b, share] of made.shares[kind].entries()) expect(share).toBeCloseTo(plain[kind][b] ?? -1, 7);
      inForce = made.shares;
    }
  });
  fc.assert(property, { seed, numRuns: 25 });
});

test('an article votes from a weight of four and three classes of each kind on', () => {
  expect(classShares([voter(3)], null, null).shares).toBeNull();
  expect(classShares([voter(4)], null, null).shares?.votes).toBeCloseTo(4);
  const twoPrefixes = [...spread(32, 8), ...one(32, 4, 1).map((n, i) => n + (i === 2 ? 4 : 0)), ...spread(16, 8)];
  expect(classShares([voter(8, twoPrefixes)], null, null).shares).toBeNull();
});

test('of a kind add up to one', () => {
  const { shares } = classShares(
    Array.from({ length: 40 }, (_, i) => voter(10 + i)),
    null,
    null,
  );
  for (const kind of [shares?.network, shares?.prefix, shares?.browser])
    expect(kind?.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
});

test('one address that clicks through the archive has no vote', () => {
  const honest = Array.from({ length: 30 }, () => voter(40));
  const { shares } = classShares(honest, null, null);
  const address = [...one(32, 16), ...one(32, 16), ...spread(16, 16)];
  const archive = Array.from({ length: 1000 }, () => voter(16, address));
  expect(classShares([...honest, ...archive], shares, null)).toEqual(classShares(honest, shares, null));
});

test('votes of a class do not grow much beyond its share of two weeks before', () => {
  const anchor: Shares = { ...FLAT, votes: 1000 };
  const bought = Array.from({ length: 400 }, () =>
    voter(20, [...spread(32, 20).map((_, i) => (i < 3 ? 7 - Math.floor(i / 2) : 0)), ...evenly(20).slice(32)]),
  );
  const honest = Array.from({ length: 40 }, () => voter(64));
  // The shares in force let the network pass, as after a slow attack.
  const inForce: Shares = { ...FLAT, votes: 1000, network: FLAT.network.map((_, i) => (i < 3 ? 0.3 : 0.1 / 29)) };
  const free = classShares([...honest, ...bought], inForce, null);
  const bound = classShares([...honest, ...bought], inForce, anchor);
  const three = ({ shares }: typeof free) => (shares?.network ?? []).slice(0, 3).reduce((a, b) => a + b, 0);
  expect(three(free)).toBeGreaterThan(0.7);
  expect(three(bound)).toBeLessThan(0.35);
  expect(bound.left).toBeLessThan(0.5);
  expect(free.left).toBe(1);
});

test('an audience has the part of the weighed clicks of those that vote', () => {
  const parts = (total: number, broker: number) => [total, broker, ...Array<number>(14).fill(0)];
  const { shares } = classShares([voter(20, evenly(20), parts(20, 5)), voter(3, evenly(3), parts(3, 3))], null, null);
  expect(shares?.audiences?.slice(0, 3)).toEqual([1, 0.25, 0]);
});
