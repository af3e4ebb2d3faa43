import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/db/click-columns.ts';
import { NOBODY } from '../../../src/engagement/score.ts';
import { risingClock } from '../../../src/rankings/math/rising.ts';
import { RisingList } from '../../../src/rankings/math/rising-list.ts';
import { type Engagement, Scores } from '../../../src/rankings/math/scores.ts';
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
      .filter(({ one }) => sum(Object.values(one).map(([weight]) => weight)) >= 3)
      .sort((a, b) => b.momentum - a.momentum || a.id - b.id);
    expect(listed(all.map((one, i) => article((i * 7) % 15, one)).sort((a, b) => a.id - b.id))).toEqual(
      plain.map(({ id }) => id),
    );
  });
  fc.assert(property, { seed, numRuns: 500 });
});

test('late clicks come before many early ones, and three are enough', () => {
  const early = article(1, { 20: [60, 60] });
  const late = article(2, { 0: [30, 30], 1: [20, 20] });
  const few = article(3, { 0: [2.9, 0] });
  const enough = article(4, { 0: [3, 0] });
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
