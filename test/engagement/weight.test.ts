import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byKind, type ClassKind, KIND_NAMES, KINDS } from '../../src/db/click-columns.ts';
import { audiencePart, type ClassShares, weigh, weightOf } from '../../src/engagement/weight.ts';
import { seed } from '../search/seed.ts';
import { article, shares } from './arbitrary.ts';
import { plainWeight } from './weight-oracle.ts';

/** One class has a share of its own, the others have equal ones. */
const uneven = (classes: number, share = 1 / classes) =>
  Array.from({ length: classes }, (_, i) => (i === 0 ? share : (1 - share) / (classes - 1)));
const site = (own: Partial<Record<ClassKind, number>> = {}): ClassShares =>
  byKind((kind) => uneven(KINDS[kind], own[kind]));
/** So many clicks in the first class of a kind, the rest of `total` evenly over the others; by default evenly over all. */
const lump = (total: number, own: Partial<Record<ClassKind, number>> = {}) =>
  KIND_NAMES.flatMap((kind) => {
    const count = own[kind] ?? Math.ceil(total / KINDS[kind]);
    const others = KINDS[kind] - 1;
    const rest = Math.floor((total - count) / others);
    return [count, ...Array.from({ length: others }, (_, i) => rest + (i < (total - count) % others ? 1 : 0))];
  });
const flat = (kinds: Record<ClassKind, number[]>) => Object.values(kinds).flat();

test('equals the plain rule, wherever the classes begin', () => {
  const property = fc.property(article, shares, fc.nat(9), ([total, kinds], shares, offset) => {
    const row = Float64Array.from([...new Array<number>(offset).fill(99), ...flat(kinds), 99]);
    const weight = plainWeight(total, Object.values(kinds), Object.values(shares));
    expect(weightOf(total, row, shares, offset)).toBe(weight);
    expect(weigh(total, row, shares, offset)).toMatchObject({ weight, takenOff: total - weight });
  });
  fc.assert(property, { seed, numRuns: 2000 });
});

test('weight is a whole number between what each class may always have and what was clicked', () => {
  const property = fc.property(article, shares, ([total, kinds], shares) => {
    const weight = weightOf(total, flat(kinds), shares);
    expect(Number.isInteger(weight)).toBe(true);
    expect(weight).toBeLessThanOrEqual(total);
    const always = (counts: number[]) => counts.reduce((sum, count) => sum + Math.min(count, 6), 0);
    expect(weight).toBeGreaterThanOrEqual(Math.min(...Object.values(kinds).map(always)));
  });
  fc.assert(property, { seed, numRuns: 1000 });
});

test('one more click never lowers a weight', () => {
  const property = fc.property(article, shares, fc.nat(15), fc.nat(31), ([total, kinds], shares, few, many) => {
    const before = weightOf(total, flat(kinds), shares);
    kinds.network[many] = (kinds.network[many] ?? 0) + 1;
    kinds.prefix[few] = (kinds.prefix[few] ?? 0) + 1;
    kinds.browser[few] = (kinds.browser[few] ?? 0) + 1;
    expect(weightOf(total + 1, flat(kinds), shares)).toBeGreaterThanOrEqual(before);
  });
  fc.assert(property, { seed, numRuns: 1000 });
});

describe('a fleet', () => {
  const rows = KIND_NAMES.flatMap((kind) =>
    // W = s·W + 6·√(s·W) where W = 36·s/(1−s)²; below 6 the floor decides.
    (
      [
        [1 / 32, 6],
        [0.17, 8],
        [0.5, 72],
        [0.7, 280],
      ] as const
    ).map(([share, weight]) => [kind, share, weight] as const),
  );
  test.each(rows)('of 40,000 clicks from one class by %s of share %d weighs %d', (kind, share, weight) => {
    expect(weigh(40_000, lump(40_000, { [kind]: 40_000 }), site({ [kind]: share }))).toEqual({
      weight,
      takenOff: 40_000 - weight,
      stoodOut: kind,
    });
  });

  test('on top of honest readers leaves theirs', () => {
    const loaded = lump(160);
    loaded[3] = (loaded[3] ?? 0) + 5000;
    const spread = lump(5160);
    const weight = weightOf(5160, [...loaded.slice(0, 32), ...spread.slice(32)], site());
    expect(weight).toBeGreaterThanOrEqual(160);
    expect(weight).toBeLessThan(190);
  });
});

test('nothing is taken off without shares, nor up to six clicks, nor from what is spread as the site is', () => {
  const clicks = lump(40_000, { network: 40_000, prefix: 40_000, browser: 40_000 });
  expect(weigh(40_000, clicks, null)).toEqual({ weight: 40_000, takenOff: 0, stoodOut: null });
  const nobody = byKind((kind) => new Array<number>(KINDS[kind]).fill(0));
  expect(weightOf(6, lump(6, { network: 6, prefix: 6, browser: 6 }), nobody)).toBe(6);
  expect(weigh(1600, lump(1600, { network: 80, prefix: 50, browser: 130 }), site())).toEqual({
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
