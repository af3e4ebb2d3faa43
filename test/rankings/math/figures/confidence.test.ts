import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../../../../src/demo/random.ts';
import { Sums } from '../../../../src/engagement/sums.ts';
import { CLASSES, FLAT, type Shares } from '../../../../src/engagement/weight.ts';
import {
  estimateGrowth,
  growthConfidence,
  readerClasses,
  STUDENT_T,
} from '../../../../src/rankings/math/figures/confidence.ts';
import { plainKept } from '../../../engagement/weight-oracle.ts';
import { seed } from '../../../search/seed.ts';

/** The interval from the text of the rule alone, not rounded; null where it has none. */
function plain(c: number[], p: number[]): [number, number] | null {
  const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
  const theta = (k?: number) => Math.log(sum(c.filter((_, i) => i !== k)) / sum(p.filter((_, i) => i !== k)));
  const thetas = c.map((_, k) => theta(k));
  if (!thetas.every((value) => Number.isFinite(value))) return null;
  const mean = sum(thetas) / 32;
  const v = (31 / 32) * sum(thetas.map((value) => (value - mean) ** 2));
  return [-1, 1].map((side) => 100 * (Math.exp(theta() + side * 1.696 * Math.sqrt(v)) - 1)) as [number, number];
}

/** On one side of zero, and whichever class is left out on the same. */
function isSure(c: number[], p: number[], [low, high]: [number, number]): boolean {
  const without = (list: number[], k: number) => list.reduce((sum, n, i) => sum + (i === k ? 0 : n), 0);
  const changes = c.map((_, k) => without(c, k) - without(p, k));
  return (low > 0 && changes.every((n) => n > 0)) || (high < 0 && changes.every((n) => n < 0));
}

/** Sums of clicks × W/N: never so small that a division loses them. */
const classes = fc.oneof(
  fc.array(
    fc.nat(60_000).map((sum) => sum / 1000),
    { minLength: 32, maxLength: 32 },
  ),
  fc.array(fc.nat(3), { minLength: 32, maxLength: 32 }),
);

test('equals the plain rule to two digits', () => {
  const property = fc.property(classes, classes, (current, previous) => {
    const bounds = plain(current, previous);
    const { interval, confidence } = growthConfidence(current, previous);
    expect(interval === null).toBe(bounds === null);
    expect(confidence).toBe(bounds && isSure(current, previous, bounds) ? 'high' : 'low');
    for (const [i, bound] of bounds?.entries() ?? [])
      expect(Math.abs((interval?.[i] ?? 0) - bound)).toBeLessThanOrEqual(Math.abs(bound) * 0.0501);
  });
  fc.assert(property, { seed, numRuns: 1000 });
});

const ones = new Array<number>(32).fill(1);
const alone = ones.map((_, i) => (i === 4 ? 50 : 0));

test.each([
  ['nothing before', ones, new Array<number>(32).fill(0)],
  ['nothing now', new Array<number>(32).fill(0), ones],
  ['one class that all clicks of a window are in', alone, ones],
  ['one class that all clicks before were in', ones, alone],
])('%s: no interval, low', (_, current, previous) => {
  expect(growthConfidence(current, previous)).toEqual({ interval: null, confidence: 'low' });
});

test('what grows alike in all classes is sure; what one class does is not', () => {
  const before = new Array<number>(32).fill(10);
  expect(growthConfidence(new Array<number>(32).fill(15), before)).toEqual({ interval: [50, 50], confidence: 'high' });
  expect(growthConfidence(new Array<number>(32).fill(5), before)).toEqual({ interval: [-50, -50], confidence: 'high' });
  const one = before.map((count, i) => (i === 0 ? count + 80 : count));
  expect(growthConfidence(one, before).confidence).toBe('low');
  expect(growthConfidence(before, before)).toEqual({ interval: [0, 0], confidence: 'low' });
});

test('a set has its clicks by prefix, each class reduced to what it may have and all to the weight, and signed ones by reader', () => {
  const sums = new Sums();
  // 64 clicks of one prefix among 64 others.
  for (let k = 0; k < 32; k++) {
    sums.counts[k] = 4;
    sums.counts[32 + k] = k === 5 ? 66 : 2;
    sums.counts[CLASSES + k] = k === 7 ? 3 : 0;
    if (k < 16) sums.counts[64 + k] = 8;
  }
  sums.weighed[0] = 70;
  sums.certain[0] = 3;
  const even: Shares = { ...FLAT, votes: 10_000 };
  const kept = plainKept(128, Array.from(sums.counts.subarray(32, 64)), even.prefix, even.votes);
  const left = kept.map((part, k) => part * (k === 5 ? 66 : 2));
  const scale = 70 / left.reduce((a, b) => a + b);
  const found = readerClasses(sums, even);
  for (const [k, own] of left.entries()) expect(found[k]).toBeCloseTo(own * scale + (k === 7 ? 3 : 0), 9);
  expect(found.reduce((a, b) => a + b)).toBeCloseTo(sums.engagement(even), 9);
});

test('nine of ten intervals hold the true growth, though each reader has several clicks', () => {
  const random = createRandom(seed, 'coverage');
  const growth = Math.log(1.3);
  const runs = 1500;
  let held = 0;
  for (let run = 0; run < runs; run++) {
    // Of 1,000 readers 15 percent come before and 19.5 after; each has one to six clicks, all in their own class of the day.
    const [before, after] = [0.15, 0.195].map((part) => {
      const sums = new Float64Array(32);
      for (let i = 0; i < 1000; i++) {
        if (!random.chance(part)) continue;
        const k = random.int(0, 31);
        sums[k] = (sums[k] ?? 0) + random.int(1, 6);
      }
      return sums;
    });
    const estimate = estimateGrowth(after ?? [], before ?? []);
    if (estimate && Math.abs(estimate.theta - growth) <= STUDENT_T * Math.sqrt(estimate.variance)) held++;
  }
  expect(held / runs).toBeGreaterThan(0.86);
  expect(held / runs).toBeLessThan(0.94);
});
