import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthPercent, twoDigits } from '../../../../src/rankings/math/figures/growth-percent.ts';
import { seed } from '../../../search/seed.ts';

test.each([
  [1094, 1000, 9.4],
  [10945, 10000, 9.5],
  [10944, 10000, 9.4],
  [125, 100, 25],
  [1125, 1000, 13],
  [875, 1000, -13],
  [380, 100, 280],
  [385, 100, 290],
  [1995, 1000, 100],
  [10995, 10000, 10],
  [0, 7, -100],
  [7, 7, 0],
  [1, 3, -67],
  [1_000_001, 1_000_000, 0.0001],
  [9_000_000, 1, 900_000_000],
  [5, 0, null],
  [0, 0, null],
])('from %3$s: %d after %d is %s', (current, previous, percent) => {
  expect(growthPercent(current, previous)).toBe(percent);
});

/** Every number of two digits times a power of ten, nearest to the fraction; of two equally near the one farther from zero. */
function nearest(current: number, previous: number): number {
  const grid = [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7].flatMap((power) =>
    Array.from({ length: 90 }, (_, i) => ({ digits: BigInt(i + 10), power })),
  );
  const scale = 10n ** 8n;
  const target = BigInt(Math.abs(current - previous)) * 100n * scale;
  const off = ({ digits, power }: { digits: bigint; power: number }) => {
    const error = digits * 10n ** BigInt(power + 8) * BigInt(previous) - target;
    return error < 0n ? -error * 2n : error * 2n - 1n;
  };
  const best = grid.reduce((a, b) => (off(b) < off(a) ? b : a));
  return Math.sign(current - previous) * Number(`${best.digits}e${best.power}`);
}

test('is the nearest number of two digits, decided on the fraction', () => {
  const count = fc.oneof(fc.nat(40), fc.nat(3000), fc.nat(2_000_000));
  const property = fc.property(count, count, (current, before) => {
    const previous = before + 1;
    fc.pre(current !== previous);
    expect(growthPercent(current, previous)).toBe(nearest(current, previous));
  });
  fc.assert(property, { seed, numRuns: 500 });
});

test.each([
  [12.5, 13],
  [-12.5, -13],
  [12.499_999_999_999_998, 13],
  [-0.0344, -0.034],
  [1234, 1200],
  [0, 0],
])('%d to two digits is %d', (value, rounded) => {
  expect(twoDigits(value)).toBe(rounded);
});
