import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/db/click-columns.ts';
import { FIRST } from '../../../src/engagement/columns.ts';
import { windowsAt } from '../../../src/engagement/hours.ts';
import { NOBODY, scoreOf } from '../../../src/engagement/score.ts';
import { risingClock } from '../../../src/rankings/math/rising.ts';
import { RisingList } from '../../../src/rankings/math/rising-list.ts';
import { type Engagement, Scores } from '../../../src/rankings/math/scores.ts';
import { shares } from '../../engagement/arbitrary.ts';
import { seed } from '../../search/seed.ts';

const NOW = 500_000;
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

/** Weights and ticks by hours ago. */
type Hours = Record<number, readonly [weight: number, tick: number]>;

function article(id: number, hours: Hours): Engagement {
  const agos = Object.keys(hours)
    .map(Number)
    .sort((a, b) => b - a);
  const of = (i: 0 | 1) => agos.map((ago) => hours[ago]?.[i] ?? 0);
  const facts = { id, publishedAt: 0, topics: [1], contentType: 'article', sourceType: null, source: '', domain: '' };
  const week = { ...NOBODY, certain: MEASURES.map(() => sum(of(0))) };
  return new Scores().set(
    { ...facts, companies: [], countries: [], authors: [], section: null },
    {
      ...{ day: NOBODY, week, dayBefore: NOBODY, weekBefore: NOBODY, growth: NOBODY, growthBefore: NOBODY },
      hourly: { hours: agos.map((ago) => NOW - ago), weights: of(0), ticks: of(1) },
    },
  );
}

function listed(articles: readonly Engagement[]): number[] {
  const list = new RisingList(NOW);
  for (const one of articles) list.change(null, one);
  return list.list(articles).map(([id]) => id);
}

const hours = fc
  .uniqueArray(
    fc.tuple(
      fc.nat(168),
      fc.nat({ max: 30 * 1024 }).map((n) => n / 1024),
      fc.boolean(),
    ),
    { selector: ([ago]) => ago, maxLength: 12 },
  )
  .map((list): Hours => Object.fromEntries(list.map(([ago, weight, votes]) => [ago, [weight, votes ? weight : 0]])));

test('order equals the plain rule', () => {
  const property = fc.property(fc.array(hours, { maxLength: 14 }), (all) => {
    const site = Array.from({ length: 169 }, (_, ago) => sum(all.map((one) => one[ago]?.[1] ?? 0)));
    const half = Math.max(45, 0.15 * sum(site.slice(1, 25)));
    const age = (ago: number) => (site[ago] ?? 0) / 2 + sum(site.slice(0, ago));
    const momentum = (one: Hours) =>
      sum(Object.entries(one).map(([ago, [weight]]) => weight * 2 ** (-age(Number(ago)) / half)));
    const plain = all
      .map((one, i) => ({ id: (i * 7) % 15, one, momentum: Number(momentum(one).toPrecision(8)) }))
      .filter(({ one }) => sum(Object.values(one).map(([weight]) => weight)) >= 2)
      .sort((a, b) => b.momentum - a.momentum || a.id - b.id);
    expect(listed(all.map((one, i) => article((i * 7) % 15, one)).sort((a, b) => a.id - b.id))).toEqual(
      plain.map(({ id }) => id),
    );
  });
  fc.assert(property, { seed, numRuns: 500 });
});

test('late clicks come before many early ones, and two are enough', () => {
  const early = article(1, { 20: [60, 60] });
  const late = article(2, { 0: [30, 30], 1: [20, 20] });
  const few = article(3, { 0: [1.9, 0] });
  const enough = article(4, { 0: [2, 0] });
  expect(listed([early, late, few, enough])).toEqual([2, 1, 4]);
});

test('a night without a click changes nothing', () => {
  const evening = [article(1, { 10: [9, 9] }), article(2, { 11: [11, 11] })];
  const morning = [article(1, { 2: [9, 9] }), article(2, { 3: [11, 11] })];
  expect(listed(morning)).toEqual(listed(evening));
});

test('clicks that do not move the clock fade nobody', () => {
  const rising = article(1, { 5: [10, 10] });
  const archive = Array.from({ length: 400 }, (_, i) => article(10 + i, { 1: [3, 0] }));
  const momentum = (ticks: number[]) => rising.momentum(risingClock(NOW, ticks));
  const site = Array.from({ length: 169 }, (_, i) => (i === 163 ? 10 : 0));
  expect(listed([rising, ...archive])[0]).toBe(1);
  expect(momentum(site)).toBeCloseTo(10 * 2 ** (-5 / 45), 6);
});

test('what has faded to nothing on a busy site is listed behind the rest', () => {
  const articles = [
    article(1, { 0: [10, 10], 100: [60_000, 60_000] }),
    article(4, { 160: [9, 9] }),
    article(5, { 150: [9, 9] }),
  ];
  expect(listed(articles)).toEqual([1, 4, 5]);
});

/** An unsigned click, hours ago. */
type Click = Record<'ago' | 'network' | 'prefix' | 'browser', number>;
const click = fc.record({ ago: fc.nat(168), network: fc.nat(31), prefix: fc.nat(31), browser: fc.nat(15) });

/** What each of the 169 hours adds to the momentum of an article with such clicks, the running one first. */
function weightsOf(clicks: readonly Click[], by: Parameters<typeof scoreOf>[1]['shares']): number[] {
  const { hourly } = scoreOf(
    (visit) => {
      for (let ago = 168; ago >= 0; ago--) {
        const columns = clicks
          .filter((one) => one.ago === ago)
          .flatMap(({ network, prefix, browser }) => [
            FIRST.unsigned,
            FIRST.network + network,
            FIRST.prefix + prefix,
            FIRST.browser + browser,
          ]);
        const pairs = [...new Set(columns)]
          .sort((a, b) => a - b)
          .flatMap((at) => [at, columns.filter((x) => x === at).length]);
        if (pairs.length > 0) visit(NOW - ago, Int32Array.from(pairs), pairs.length);
      }
    },
    { windows: windowsAt(NOW), shares: by, wants: 'hourly' },
  );
  const weights = Array.from({ length: 169 }, () => 0);
  for (const [i, hour] of (hourly?.hours ?? []).entries()) weights[NOW - hour] = hourly?.weights[i] ?? 0;
  return weights;
}

const fakes = fc
  .tuple(fc.array(click, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 25 }))
  .map(([own, times]) => own.flatMap((one) => Array.from({ length: times }, () => one)));

test('one network, or one prefix, adds no more than others have clicked', () => {
  const kind = fc.constantFrom('network' as const, 'prefix' as const);
  const property = fc.property(fc.array(click, { maxLength: 30 }), fakes, kind, shares, (others, own, same, by) => {
    const attacked = weightsOf([...others, ...own.map((one) => ({ ...one, [same]: 7 }))], by);
    for (let ago = 0; ago <= 168; ago++)
      expect(sum(attacked.slice(0, ago + 1))).toBeLessThanOrEqual(others.filter((one) => one.ago <= ago).length);
  });
  fc.assert(property, { seed, numRuns: 500 });
});

test('one sender lowers a story by no more than a tenth and half a click', () => {
  const property = fc.property(fc.array(click, { maxLength: 30 }), fakes, shares, (others, own, by) => {
    const without = weightsOf(others, by);
    const attacked = weightsOf([...others, ...own.map((one) => ({ ...one, network: 7, prefix: 9 }))], by);
    for (let ago = 0; ago <= 168; ago++)
      expect(sum(attacked.slice(0, ago + 1))).toBeGreaterThanOrEqual(0.9 * sum(without.slice(0, ago + 1)) - 0.5);
  });
  fc.assert(property, { seed, numRuns: 500 });
});
