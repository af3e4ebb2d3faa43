import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  audiencePart,
  limitToBaseline,
  type TrafficBaseline,
  UNIFORM_BASELINE,
  weigh,
  weightBy,
  weightOf,
} from '../../src/engagement/discounting.ts';
import { seed } from '../search/seed.ts';
import { sized } from '../support/size.ts';
import { anyBaseline, article } from './arbitrary.ts';
import { plainKept, plainPart, plainWeight, plainWeightBy } from './weight-oracle.ts';

const KINDS = ['network', 'prefix', 'browser'] as const;
const even: TrafficBaseline = { ...UNIFORM_BASELINE, samples: 10_000 };
const lump = (of: number, total: number, count: number, at = 0) =>
  Array.from({ length: of }, (_, i) => {
    if (i === at) return count;
    const place = i > at ? i - 1 : i;
    return Math.floor((total - count) / (of - 1)) + (place < (total - count) % (of - 1) ? 1 : 0);
  });
const spread = (of: number, total: number) => lump(of, total, Math.floor(total / of));
const rowOf = (total: number, own: Partial<Record<'network' | 'prefix' | 'browser', number[]>>) => [
  ...(own.network ?? spread(32, total)),
  ...(own.prefix ?? spread(32, total)),
  ...(own.browser ?? spread(16, total)),
];

test('weights match those of a simple reference at any offset', () => {
  const property = fc.property(article, anyBaseline, fc.nat(9), ([total, kinds], baseline, offset) => {
    const row = Float64Array.from([...new Array<number>(offset).fill(99), ...kinds.flat(), 99]);
    const weight = plainWeight(total, kinds, baseline);
    expect(weightOf(total, row, baseline, offset)).toBe(weight);
    expect(weigh(total, row, baseline, offset)).toMatchObject({ weight, discounted: total - weight });
    for (const [i, kind] of KINDS.entries()) {
      const n = kinds[i] ?? [];
      const own = weightBy(kind, total, row, baseline, offset);
      expect(own).toBe(plainWeightBy(total, n, baseline[kind], baseline.samples));
      if (total <= 3) continue;
      const kept = limitToBaseline(kind, own, row, baseline, offset);
      for (const [b, part] of plainKept(total, n, baseline[kind], baseline.samples).entries())
        expect(kept[b]).toBeCloseTo(part * (n[b] ?? 0), 9);
    }
  });
  fc.assert(property, { seed, numRuns: sized(15, 60) });
});

test('a weight is an integer from three to the number of clicks', () => {
  const property = fc.property(article, anyBaseline, ([total, kinds], baseline) => {
    const weight = weightOf(total, kinds.flat(), baseline);
    expect(Number.isInteger(weight)).toBe(true);
    expect(weight).toBeLessThanOrEqual(total);
    expect(weight).toBeGreaterThanOrEqual(Math.min(total, 3));
  });
  fc.assert(property, { seed, numRuns: sized(300, 1000) });
});

test('a weight is valid even if the counts by bucket exceed the total', () => {
  const property = fc.property(article, article, anyBaseline, ([total], [, kinds], baseline) => {
    const weight = weightOf(total, kinds.flat(), baseline);
    expect(Number.isInteger(weight)).toBe(true);
    expect(weight).toBeLessThanOrEqual(total);
    expect(weight).toBeGreaterThanOrEqual(0);
  });
  fc.assert(property, { seed, numRuns: sized(300, 1000) });
});

describe('clicks from one bucket', () => {
  test.each([
    // W is the solution of W = uW + 5.25√(uW(1−u)) for the upper bound u of the share, about 27u/(1−u). It is at least
    // three.
    [1 / 32, 3],
    [0.17, 6],
    [0.5, 29],
    [0.7, 70],
  ])('40,000 clicks from one bucket with a share of %d have a weight of %d', (share, weight) => {
    for (const kind of ['network', 'prefix'] as const) {
      const uneven = { ...even, [kind]: even[kind].map((_, i) => (i === 0 ? share : (1 - share) / 31)) };
      expect(weigh(40_000, rowOf(40_000, { [kind]: lump(32, 40_000, 40_000) }), uneven)).toEqual({
        ...{ weight, discounted: 40_000 - weight, concentratedIn: kind },
      });
    }
  });

  test('clicks from one bucket do not reduce the weight of honest readers’ clicks', () => {
    const honest = spread(32, 320);
    const loaded = honest.map((count, i) => count + (i === 3 ? 5000 : 0));
    const weight = weightOf(5320, rowOf(5320, { network: loaded }), even);
    expect(weight).toBeGreaterThanOrEqual(320);
    expect(weight).toBeLessThan(370);
  });

  test('a thousand clicks from one bucket have a weight of three on a site without a baseline', () => {
    expect(
      weightOf(1000, rowOf(1000, { network: lump(32, 1000, 1000), prefix: lump(32, 1000, 1000) }), UNIFORM_BASELINE),
    ).toBe(3);
  });
});

test('clicks are not discounted if discounting is off, if there are at most three, or if they are spread like the site’s', () => {
  const clicks = rowOf(40_000, { network: lump(32, 40_000, 40_000) });
  expect(weigh(40_000, clicks, null)).toEqual({ weight: 40_000, discounted: 0, concentratedIn: null });
  expect(weightOf(3, rowOf(3, { network: lump(32, 3, 3), prefix: lump(32, 3, 3) }), even)).toBe(3);
  expect(weigh(3200, rowOf(3200, {}), even)).toEqual({ weight: 3200, discounted: 0, concentratedIn: null });
});

test('an audience’s clicks are the median of the remaining clicks, the site’s share and the audience’s own clicks', () => {
  const property = fc.property(
    fc.nat(400).chain((N) => fc.tuple(fc.constant(N), fc.nat(N), fc.nat(N))),
    fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    ([N, W, n], q) => {
      expect(audiencePart(n, N, W, q ?? undefined)).toBe(plainPart(n, N, W, q));
    },
  );
  fc.assert(property, { seed, numRuns: sized(500, 2000) });
});
