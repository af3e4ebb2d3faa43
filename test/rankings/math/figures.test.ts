import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/demo/random.ts';
import { CLASSES, type TrafficBaseline, UNIFORM_BASELINE } from '../../../src/engagement/discounting.ts';
import { Sums } from '../../../src/engagement/sums.ts';
import {
  type AudienceRatio,
  audienceIndex,
  audienceTopics,
} from '../../../src/rankings/math/figures/audience-index.ts';
import { type Cause, causeInWords, causeOf, type Part } from '../../../src/rankings/math/figures/cause.ts';
import {
  estimateGrowth,
  growthConfidence,
  readerClasses,
  STUDENT_T,
} from '../../../src/rankings/math/figures/growth-interval.ts';
import { type ComparedGrowth, orderGrowth } from '../../../src/rankings/math/figures/growth-order.ts';
import { growthPercent, twoDigits } from '../../../src/rankings/math/figures/growth-percent.ts';
import { historyIndex } from '../../../src/rankings/math/figures/history-index.ts';
import { plainKept } from '../../engagement/weight-oracle.ts';
import { seed } from '../../search/seed.ts';
import { sized } from '../../support/size.ts';

describe('audienceIndex', () => {
  const share = (a: number, A: number, s: number, S: number): AudienceRatio => ({
    topic: { audience: a, known: A },
    site: { audience: s, known: S },
  });

  test.each([
    [50, 100, 500, 1000, 100],
    [49, 100, 500, 1000, null],
    [100, 100, 100, 1000, 1000],
    // The ratios are 104.9, 105 and 105.1, and a half is rounded up.
    [1049, 2000, 5000, 10_000, 100],
    [1050, 2000, 5000, 10_000, 110],
    [1051, 2000, 5000, 10_000, 110],
    [50, 100_000, 500_000, 1_000_000, 0],
  ])('%d of %d in the topic and %d of %d on the site give the audience index %s', (a, A, s, S, index) => {
    expect(audienceIndex(share(a, A, s, S))).toBe(index);
  });

  test('the audience index is rounded to the nearest ten and is null below 50 readers', () => {
    const property = fc.property(
      fc.nat(5000),
      fc.nat(5000),
      fc.nat(90_000),
      fc.nat(90_000),
      (a, others, more, rest) => {
        const [A, s] = [a + others, a + more];
        const S = s + others + rest;
        const index = audienceIndex(share(a, A, s, S));
        expect(index === null).toBe(a < 50);
        if (index === null) return;
        expect(index % 10).toBe(0);
        expect(Math.abs(index * A * s - 100 * a * S)).toBeLessThanOrEqual(5 * A * s);
      },
    );
    fc.assert(property, { seed, numRuns: sized(300, 1000) });
  });

  test('audienceTopics returns the ten topics with the highest index, ties by ascending id', () => {
    const topics = Array.from({ length: 20 }, (_, i) => ({
      topicId: 20 - i,
      ...share(i < 4 ? 40 : 60 + (i % 5) * 20, 200, 300, 1000),
    }));
    const plain = topics
      .map(({ topicId, ...rest }) => ({ topicId, index: audienceIndex(rest) ?? -1 }))
      .filter(({ index }) => index >= 0)
      .sort((a, b) => a.topicId - b.topicId)
      .sort((a, b) => b.index - a.index)
      .slice(0, 10);
    expect(audienceTopics(topics)).toEqual(plain);
    expect(plain.map(({ topicId }) => topicId)).toEqual([1, 6, 11, 16, 2, 7, 12, 3, 8, 13]);
  });
});

describe('growthConfidence', () => {
  /** Returns the unrounded confidence interval by the textbook formula of the jackknife. */
  function plain(c: number[], p: number[]): [number, number] | null {
    const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
    const theta = (k?: number) => Math.log(sum(c.filter((_, i) => i !== k)) / sum(p.filter((_, i) => i !== k)));
    const thetas = c.map((_, k) => theta(k));
    if (!thetas.every((value) => Number.isFinite(value))) return null;
    const mean = sum(thetas) / 32;
    const v = (31 / 32) * sum(thetas.map((value) => (value - mean) ** 2));
    return [-1, 1].map((side) => 100 * (Math.exp(theta() + side * 1.696 * Math.sqrt(v)) - 1)) as [number, number];
  }

  /** The change must have the same sign without any single bucket. */
  function isSure(c: number[], p: number[], [low, high]: [number, number]): boolean {
    const without = (list: number[], k: number) => list.reduce((sum, n, i) => sum + (i === k ? 0 : n), 0);
    const changes = c.map((_, k) => without(c, k) - without(p, k));
    return (low > 0 && changes.every((n) => n > 0)) || (high < 0 && changes.every((n) => n < 0));
  }

  /** Sums of discounted clicks are so large that divisions need more precision. */
  const classes = fc.oneof(
    fc.array(
      fc.nat(60_000).map((sum) => sum / 1000),
      { minLength: 32, maxLength: 32 },
    ),
    fc.array(fc.nat(3), { minLength: 32, maxLength: 32 }),
  );

  test('the interval and the confidence equal those of a plain jackknife to two digits', () => {
    const property = fc.property(classes, classes, (current, previous) => {
      const bounds = plain(current, previous);
      const { interval, confidence } = growthConfidence(current, previous);
      expect(interval === null).toBe(bounds === null);
      expect(confidence).toBe(bounds && isSure(current, previous, bounds) ? 'high' : 'low');
      for (const [i, bound] of bounds?.entries() ?? [])
        expect(Math.abs((interval?.[i] ?? 0) - bound)).toBeLessThanOrEqual(Math.abs(bound) * 0.0501);
    });
    fc.assert(property, { seed, numRuns: sized(300, 1000) });
  });

  const ones = new Array<number>(32).fill(1);
  const alone = ones.map((_, i) => (i === 4 ? 50 : 0));

  test.each([
    ['no clicks in the previous window', ones, new Array<number>(32).fill(0)],
    ['no clicks in the current window', new Array<number>(32).fill(0), ones],
    ['all current clicks in one bucket', alone, ones],
    ['all previous clicks in one bucket', ones, alone],
  ])('with %s, growth has no interval and low confidence', (_, current, previous) => {
    expect(growthConfidence(current, previous)).toEqual({ interval: null, confidence: 'low' });
  });

  test('growth in all buckets has high confidence, and growth in a single bucket has low confidence', () => {
    const before = new Array<number>(32).fill(10);
    expect(growthConfidence(new Array<number>(32).fill(15), before)).toEqual({
      interval: [50, 50],
      confidence: 'high',
    });
    expect(growthConfidence(new Array<number>(32).fill(5), before)).toEqual({
      interval: [-50, -50],
      confidence: 'high',
    });
    const one = before.map((count, i) => (i === 0 ? count + 80 : count));
    expect(growthConfidence(one, before).confidence).toBe('low');
    expect(growthConfidence(before, before)).toEqual({ interval: [0, 0], confidence: 'low' });
  });

  test('for a group of articles, unsigned clicks are discounted by prefix and signed clicks are counted by reader', () => {
    const sums = new Sums();
    for (let k = 0; k < 32; k++) {
      sums.counts[k] = 4;
      sums.counts[32 + k] = k === 5 ? 66 : 2;
      sums.counts[CLASSES + k] = k === 7 ? 3 : 0;
      if (k < 16) sums.counts[64 + k] = 8;
    }
    sums.weighed[0] = 70;
    sums.certain[0] = 3;
    const even: TrafficBaseline = { ...UNIFORM_BASELINE, samples: 10_000 };
    const kept = plainKept(128, Array.from(sums.counts.subarray(32, 64)), even.prefix, even.samples);
    const left = kept.map((part, k) => part * (k === 5 ? 66 : 2));
    const scale = 70 / left.reduce((a, b) => a + b);
    const found = readerClasses(sums, even);
    for (const [k, own] of left.entries()) expect(found[k]).toBeCloseTo(own * scale + (k === 7 ? 3 : 0), 9);
    expect(found.reduce((a, b) => a + b)).toBeCloseTo(sums.engagement(even), 9);
  });

  test('90% of the intervals contain the true growth even if readers click several times', () => {
    const random = createRandom(seed, 'coverage');
    const growth = Math.log(1.3);
    const runs = 1500;
    let held = 0;
    for (let run = 0; run < runs; run++) {
      // 15% of 1,000 readers click before and 19.5% after. Each clicks one to six times within the same bucket.
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
});

describe('causeOf', () => {
  const total = (list: readonly { gain: number }[]) => list.reduce((sum, { gain }) => sum + gain, 0);

  function plain(parts: readonly Part[], isLoss: boolean): Cause<number> | null {
    const changes = parts.map((part) => ({ ...part, gain: (part.current - part.previous) * (isLoss ? -1 : 1) }));
    const gains = changes.filter(({ gain }) => gain > 0).sort((a, b) => b.gain - a.gain || a.id - b.id);
    if (gains.length === 0) return null;
    const all = total(gains);
    const sources = [...new Set(gains.map(({ source }) => source))];
    const sets = [gains.slice(0, 1), gains.slice(0, 2), ...sources.map((of) => gains.filter((g) => g.source === of))];
    const step = all >= 50 ? 10 : 20;
    const shareOf = (list: typeof gains) =>
      all < 15 ? null : Math.floor((100 * total(list)) / all / step + 0.5) * step;
    const place = sets.findIndex((set) => total(set) > all / 2 && (shareOf(set) ?? 100) > 50);
    const set = sets[place] ?? [];
    const mayBeChance = (list: typeof gains) =>
      total(list) ** 2 <= 1.645 ** 2 * list.reduce((sum, part) => sum + part.current + part.previous, 0);
    if (place === -1) {
      const [one = [], two = []] = sets;
      const named = [two, one].find((list) => !mayBeChance(list) && shareOf(list) !== 0) ?? [];
      const share = named.length > 0 ? shareOf(named) : null;
      return { kind: 'many', articles: named.map(({ id }) => id), source: null, share };
    }
    if (mayBeChance(set)) return null;
    const share = shareOf(set);
    if (place > 1) return { kind: 'source', articles: [], source: set[0]?.source ?? null, share };
    return { kind: 'articles', articles: set.map(({ id }) => id), source: null, share };
  }

  test('the cause of a change equals that of a plain implementation', () => {
    const clicks = fc.oneof(fc.nat(6), fc.nat(200));
    const part = fc.record({
      id: fc.nat(1000),
      source: fc.constantFrom('a', 'b', 'c'),
      current: clicks,
      previous: clicks,
    });
    const topics = fc.uniqueArray(part, { selector: ({ id }) => id, maxLength: 12 });
    const property = fc.property(topics, fc.boolean(), (parts, isLoss) => {
      expect(causeOf(parts, isLoss)).toEqual(plain(parts, isLoss));
    });
    fc.assert(property, { seed, numRuns: sized(1000, 5000) });
  });

  test('an article with about half of the gain is named as the cause only if its rounded share is at least 60%', () => {
    const of = (id: number, current: number) => ({ id, source: `source ${id}`, current, previous: 0 });
    const rest = Array.from({ length: 40 }, (_, id) => of(id + 10, 1));
    for (const [gain, kind, share] of [
      [38, 'many', 50],
      [42, 'many', 50],
      [46, 'many', 50],
      [50, 'articles', 60],
    ] as const)
      expect(causeOf([of(1, gain), ...rest], false)).toMatchObject({ kind, share });
  });

  test('the cause names both articles if their gains are equal', () => {
    for (const gain of [10, 20, 40]) {
      const equal = [1, 2].map((id) => ({ id, source: `source ${id}`, current: gain, previous: 0 }));
      expect(causeOf(equal, false)).toMatchObject({ kind: 'articles', articles: [1, 2], share: 100 });
    }
  });

  type Planted = 'one' | 'two' | 'source' | 'many';

  function plant(run: number): { parts: Part[]; planted: Planted; isLoss: boolean; moved: number[] } {
    const random = createRandom(run, 'planted causes');
    const planted = random.pick<Planted>(['one', 'two', 'source', 'many']);
    const isLoss = random.chance(0.5);
    const moved = {
      one: [3],
      two: [3, 4],
      source: [0, 8, 16, 24, 32],
      many: Array.from({ length: 40 }, (_, id) => id),
    }[planted];
    const gain = { one: 120, two: 80, source: 60, many: 12 }[planted];
    const parts = Array.from({ length: 40 }, (_, id) => {
      const usual = random.int(2, 6);
      const windows = [usual + random.int(0, 3), usual + random.int(0, 3) + (moved.includes(id) ? gain : 0)] as const;
      const [previous, current] = isLoss ? [windows[1], windows[0]] : windows;
      return { id, source: `source ${id % 8}`, current, previous };
    });
    return { parts, planted, isLoss, moved };
  }

  test('causeOf finds the planted cause of at least 95% of the generated topics', () => {
    const RUNS = 500;
    let named = 0;
    for (let run = 0; run < RUNS; run++) {
      const { parts, planted, isLoss, moved } = plant(run);
      const cause = causeOf(parts, isLoss);
      const isRight =
        planted === 'many' || planted === 'source'
          ? cause?.kind === planted && (planted === 'many' || cause.source === 'source 0')
          : cause?.articles.toSorted((a, b) => a - b).join() === moved.join();
      named += Number(isRight);
    }
    expect(named / RUNS).toBeGreaterThanOrEqual(0.95);
  });

  const ARTICLE = { title: 'Floods' };
  const SECOND = { title: null };
  test.each<
    [growthPercent: number | null, confidence: 'high' | 'low', Partial<Cause<{ title: string | null }>>, string]
  >([
    [40, 'high', { articles: [ARTICLE], share: 60 }, 'led by “Floods” (about 60% of the gains)'],
    [null, 'low', { articles: [ARTICLE, SECOND] }, 'led by “Floods” and “an article without a title”'],
    [-40, 'high', { articles: [ARTICLE], share: 80 }, 'fewer readers of “Floods” (about 80% of the losses)'],
    [-40, 'high', { kind: 'source', source: 'Ledger' }, 'fewer readers of Ledger'],
    [40, 'high', { kind: 'many' }, 'spread over many articles'],
    [-40, 'high', { kind: 'many' }, 'fewer readers of many articles'],
    [
      -40,
      'high',
      { kind: 'many', articles: [ARTICLE], share: 40 },
      'fewer readers of many articles, most of all “Floods” (about 40% of the losses)',
    ],
    [40, 'low', { articles: [ARTICLE], share: 60 }, ''],
  ])(
    'causeInWords describes a change of %s percent with %s confidence: %j',
    (growthPercent, confidence, given, words) => {
      const cause = { kind: 'articles' as const, articles: [], source: null, share: null, ...given };
      expect(causeInWords({ growthPercent, confidence, cause })).toBe(words);
    },
  );
});

describe('orderGrowth', () => {
  const rows = fc.uniqueArray(
    fc.record({
      topicId: fc.integer({ min: 1, max: 60 }),
      current: fc.nat(24),
      previous: fc.nat(24),
      currentItems: fc.nat(4),
      previousItems: fc.nat(4),
    }),
    { selector: ({ topicId }) => topicId, maxLength: 40 },
  );

  /** Common denominator of all growth ratios, because all counts are below 25. */
  const COMMON = 5_354_228_880;
  const growthOf = ({ current, previous }: ComparedGrowth) =>
    previous === 0 ? Number.POSITIVE_INFINITY : (current * COMMON) / previous;

  test('the order by growth equals plain filtering and sorting', () => {
    const direction = fc.constantFrom('up' as const, 'down' as const, null);
    const property = fc.property(rows, direction, fc.nat(12), fc.nat(3), (rows, direction, minEngagement, minItems) => {
      const plain = rows.filter((row) => {
        if (direction === 'up' && row.current <= row.previous) return false;
        if (direction === 'down' && row.current >= row.previous) return false;
        const [engagement, items] =
          direction === 'down' ? [row.previous, row.previousItems] : [row.current, row.currentItems];
        return engagement > 0 && engagement >= minEngagement && items >= minItems;
      });
      plain.sort((a, b) => a.topicId - b.topicId);
      plain.sort((a, b) => (direction === 'down' ? b.previous - a.previous : b.current - a.current));
      if (direction === 'down') plain.sort((a, b) => growthOf(a) - growthOf(b));
      else plain.sort((a, b) => (growthOf(a) === growthOf(b) ? 0 : growthOf(b) - growthOf(a)));
      const question = { direction, minEngagement, minItems, limit: 7 };
      expect(orderGrowth(rows, question)).toEqual(plain.slice(0, 7));
    });
    fc.assert(property, { seed, numRuns: sized(300, 1000) });
  });

  test('a topic without current engagement has the largest loss and appears only among losses', () => {
    const gone = { topicId: 1, current: 0, previous: 30, currentItems: 0, previousItems: 2 };
    const less = { topicId: 2, current: 10, previous: 40, currentItems: 1, previousItems: 2 };
    const question = { minEngagement: 10, minItems: 1, limit: 10 };
    expect(orderGrowth([less, gone], { ...question, direction: 'down' })).toEqual([gone, less]);
    expect(orderGrowth([less, gone], { ...question, direction: null })).toEqual([less]);
    expect(orderGrowth([less, gone], { ...question, direction: 'up' })).toEqual([]);
  });
});

describe('growthPercent', () => {
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
  ])('growthPercent of %d after %d is %s', (current, previous, percent) => {
    expect(growthPercent(current, previous)).toBe(percent);
  });

  /** Rounds ties away from zero. */
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

  test('growthPercent is the nearest number with two significant digits, computed from the exact ratio', () => {
    const count = fc.oneof(fc.nat(40), fc.nat(3000), fc.nat(2_000_000));
    const property = fc.property(count, count, (current, before) => {
      const previous = before + 1;
      fc.pre(current !== previous);
      expect(growthPercent(current, previous)).toBe(nearest(current, previous));
    });
    fc.assert(property, { seed, numRuns: sized(200, 500) });
  });

  test.each([
    [12.5, 13],
    [-12.5, -13],
    [12.499_999_999_999_998, 13],
    [-0.0344, -0.034],
    [1234, 1200],
    [0, 0],
  ])('twoDigits rounds %d to %d', (value, rounded) => {
    expect(twoDigits(value)).toBe(rounded);
  });
});

describe('historyIndex', () => {
  test.each<[number[], number | null, (number | null)[]]>([
    [[0, 25, 100, 3, 2], 0, [0, 25, 100, 5, 0]],
    [[0, 25, 100, 3, 2], 1, [null, 25, 100, 5, 0]],
    [[5, 49, 24, 10], -3, [20, 100, 40, 20]],
    [[15, 1, 2], 0, [100, 0, 20]],
    [[14, 1, 2], 0, [null, null, null]],
    [[0, 0], -9, [null, null]],
    [[0, 0], null, [null, null]],
  ])('historyIndex converts %j with the first click on day %s', (days, first, index) => {
    expect(historyIndex(days, first)).toEqual(index);
  });

  test('historyIndex rounds to the nearest step, with a half rounded up', () => {
    const property = fc.property(fc.array(fc.nat(400), { minLength: 1, maxLength: 90 }), (days) => {
      const highest = Math.max(...days);
      const grid = highest >= 50 ? Array.from({ length: 21 }, (_, i) => i * 5) : [0, 20, 40, 60, 80, 100];
      // Compares distances as integers, multiplied by the count of the busiest day.
      const nearest = (day: number) =>
        grid.reduce((a, b) => (Math.abs(b * highest - 100 * day) <= Math.abs(a * highest - 100 * day) ? b : a));
      expect(historyIndex(days, 0)).toEqual(days.map((day) => (highest < 15 ? null : nearest(day))));
    });
    fc.assert(property, { seed, numRuns: sized(200, 500) });
  });
});
