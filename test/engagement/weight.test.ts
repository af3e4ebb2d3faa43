import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { audiencePart, type ClassShares, weigh, weightOf } from '../../src/engagement/weight.ts';
import { seed } from '../search/seed.ts';
import { article, shares } from './arbitrary.ts';
import { plainWeight } from './weight-oracle.ts';

const even = Array.from({ length: 16 }, () => 1 / 16);
const site = (networks = even, agents = even): ClassShares => ({ networks, agents });
/** `count` clicks in one class, the rest of `total` evenly over the others. */
const lump = (total: number, count: number, at = 0) =>
  Array.from({ length: 16 }, (_, i) => {
    if (i === at) return count;
    const place = i > at ? i - 1 : i;
    return Math.floor((total - count) / 15) + (place < (total - count) % 15 ? 1 : 0);
  });

test('equals the plain rule, wherever the classes begin', () => {
  const property = fc.property(article, shares, shares, fc.nat(9), ([total, kinds], networks, agents, offset) => {
    const row = Float64Array.from([...new Array<number>(offset).fill(99), ...kinds.flat(), 99]);
    const weight = plainWeight(total, kinds, [networks, agents]);
    expect(weightOf(total, row, { networks, agents }, offset)).toBe(weight);
    expect(weigh(total, row, { networks, agents }, offset)).toMatchObject({ weight, takenOff: total - weight });
  });
  fc.assert(property, { seed, numRuns: 2000 });
});

test('weight is a whole number between what each class may always have and what was clicked', () => {
  const property = fc.property(article, shares, shares, ([total, kinds], networks, agents) => {
    const weight = weightOf(total, kinds.flat(), { networks, agents });
    expect(Number.isInteger(weight)).toBe(true);
    expect(weight).toBeLessThanOrEqual(total);
    const always = (counts: number[]) => counts.reduce((sum, count) => sum + Math.min(count, 6), 0);
    expect(weight).toBeGreaterThanOrEqual(Math.min(...kinds.map(always)));
  });
  fc.assert(property, { seed, numRuns: 1000 });
});

test('one more click never lowers a weight', () => {
  const classOf = fc.nat(15);
  const property = fc.property(article, shares, shares, classOf, classOf, ([total, kinds], networks, agents, n, a) => {
    const before = weightOf(total, kinds.flat(), { networks, agents });
    kinds[0][n] = (kinds[0][n] ?? 0) + 1;
    kinds[1][a] = (kinds[1][a] ?? 0) + 1;
    expect(weightOf(total + 1, kinds.flat(), { networks, agents })).toBeGreaterThanOrEqual(before);
  });
  fc.assert(property, { seed, numRuns: 1000 });
});

describe('a fleet', () => {
  const spread = lump(40_000, 2500);

  test.each([
    // W = s·W + 6·√(s·W) where W = 36·s/(1−s)²; below 6 the floor decides.
    [1 / 16, 6],
    [0.17, 8],
    [0.5, 72],
    [0.7, 280],
  ])('of 40,000 clicks from one class of share %d weighs %d', (share, weight) => {
    const uneven = even.map((_, i) => (i === 0 ? share : (1 - share) / 15));
    expect(weigh(40_000, [...lump(40_000, 40_000), ...spread], site(uneven))).toEqual({
      weight,
      takenOff: 40_000 - weight,
      stoodOut: 'network',
    });
    expect(weigh(40_000, [...spread, ...lump(40_000, 40_000)], site(even, uneven))).toEqual({
      weight,
      takenOff: 40_000 - weight,
      stoodOut: 'agent',
    });
  });

  test('on top of honest readers leaves theirs', () => {
    const honest = lump(160, 10);
    const loaded = honest.map((count, i) => count + (i === 3 ? 5000 : 0));
    const weight = weightOf(5160, [...loaded, ...lump(5160, 323)], site());
    expect(weight).toBeGreaterThanOrEqual(160);
    expect(weight).toBeLessThan(190);
  });
});

test('nothing is taken off without shares, nor up to six clicks, nor from what is spread as the site is', () => {
  const clicks = [...lump(40_000, 40_000), ...lump(40_000, 40_000)];
  expect(weigh(40_000, clicks, null)).toEqual({ weight: 40_000, takenOff: 0, stoodOut: null });
  const nobody = new Array<number>(16).fill(0);
  expect(weightOf(6, [...lump(6, 6), ...lump(6, 6)], site(nobody, nobody))).toBe(6);
  expect(weigh(1600, [...lump(1600, 100), ...lump(1600, 130)], site())).toEqual({
    weight: 1600,
    takenOff: 0,
    stoodOut: null,
  });
});

test('an audience has no more unsigned clicks than the article weighs, and all its signed ones', () => {
  expect(audiencePart(3, 0, 10)).toBe(3);
  expect(audiencePart(30, 0, 10)).toBe(10);
  expect(audiencePart(30, 4, 10)).toBe(14);
});
