import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { momentum, type RisingArticle, rankRising, risingClock } from '../../../src/rankings/math/rising.ts';
import { seed } from '../../search/seed.ts';

const NOW = 500_000;
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
/** The site's engagement by hour, oldest of `7d` first, from its articles. */
const siteOf = (articles: RisingArticle[]) =>
  Array.from({ length: 169 }, (_, i) =>
    sum(
      articles.flatMap(({ hours, weights }) =>
        Array.from(hours, (h, j) => (h === NOW - 168 + i ? (weights[j] ?? 0) : 0)),
      ),
    ),
  );
const clockOf = (articles: RisingArticle[]) => risingClock(NOW, siteOf(articles));

/** Momentum from the text of the rule alone. */
function plainMomentum({ engagement: W, hours, weights }: RisingArticle, site: (h: number) => number): number {
  const week = Array.from({ length: 169 }, (_, i) => NOW - 168 + i);
  const weight = (h: number) => sum(Array.from(hours, (own, j) => (own === h ? (weights[j] ?? 0) : 0)));
  const H = Math.max(75, site(NOW - 1));
  const A = (h: number) => site(h) / 2 + sum(week.filter((later) => later > h).map(site));
  const all = sum(week.map(weight));
  return sum(week.filter((h) => weight(h) > 0).map((h) => weight(h) * Math.min(1, W / all) * 2 ** (-A(h) / H)));
}

const newsroom = fc
  .array(
    fc.uniqueArray(fc.tuple(fc.integer({ min: -3, max: 172 }), fc.integer({ min: 1, max: 30 })), {
      selector: ([ago]) => ago,
      maxLength: 12,
    }),
    { maxLength: 14 },
  )
  .chain((lists) =>
    fc.tuple(
      fc.constant(lists),
      fc.array(fc.double({ min: 0.3, max: 1.2, noNaN: true }), { minLength: 14, maxLength: 14 }),
    ),
  )
  .map(([lists, parts]) =>
    lists.map((cells, i): RisingArticle => {
      const inWeek = sum(cells.filter(([ago]) => ago >= 0 && ago <= 168).map(([, weight]) => weight));
      return {
        id: (i * 7) % 15,
        engagement: Math.ceil(inWeek * (parts[i] ?? 1)),
        hours: cells.map(([ago]) => NOW - ago),
        weights: cells.map(([, weight]) => weight),
      };
    }),
  );

test('momentum and order equal the plain rule', () => {
  const property = fc.property(newsroom, fc.integer({ min: 1, max: 12 }), (articles, limit) => {
    const site = siteOf(articles);
    const plain = articles.map((article) => ({
      article,
      momentum: plainMomentum(article, (h) => site[h - (NOW - 168)] ?? 0),
    }));
    for (const { article, momentum: expected } of plain)
      expect(Math.abs(momentum(article, clockOf(articles)) - expected)).toBeLessThanOrEqual(expected * 1e-9);
    const listed = plain
      .filter(({ article }) => article.engagement >= 8)
      .map(({ article, momentum }) => ({ id: article.id, momentum: Number(momentum.toPrecision(8)) }))
      .sort((a, b) => b.momentum - a.momentum || a.id - b.id)
      .slice(0, limit);
    expect(rankRising(articles, clockOf(articles), limit)).toEqual(listed.map(({ id }) => id));
  });
  fc.assert(property, { seed, numRuns: 500 });
});

describe('listed', () => {
  const article = (
    id: number,
    cells: Record<number, number>,
    engagement = sum(Object.values(cells)),
  ): RisingArticle => ({
    id,
    engagement,
    hours: Object.keys(cells).map((ago) => NOW - Number(ago)),
    weights: Object.values(cells),
  });

  test('are articles with an engagement of eight, late clicks before many early ones', () => {
    const early = article(1, { 20: 60 });
    const late = article(2, { 0: 30, 1: 20 });
    const few = article(3, { 0: 7 });
    const enough = article(4, { 0: 8 });
    const articles = [early, late, few, enough];
    expect(rankRising(articles, clockOf(articles), 10)).toEqual([2, 1, 4]);
  });

  test('ties are by ascending id, however the cells lie in memory', () => {
    const articles = [
      article(9, { 1: 4, 5: 3, 30: 2, 160: 1 }),
      { ...article(3, {}), engagement: 10, hours: [160, 30, 5, 1].map((ago) => NOW - ago), weights: [1, 2, 3, 4] },
    ];
    expect(rankRising(articles, clockOf(articles), 10)).toEqual([3, 9]);
  });

  test('a night without a click changes nothing', () => {
    const evening = [article(1, { 10: 9 }), article(2, { 11: 11 })];
    const morning = [article(1, { 2: 9 }), article(2, { 3: 11 })];
    expect(rankRising(morning, clockOf(morning), 10)).toEqual(rankRising(evening, clockOf(evening), 10));
    const [a, b] = [evening, morning].map((list) => list.map((one) => momentum(one, clockOf(list))));
    expect(a).toEqual(b);
  });

  test('what has faded to nothing on a busy site is listed behind the rest', () => {
    const articles = [article(5, { 150: 9 }), article(4, { 160: 9 }), article(1, { 0: 10, 100: 2_000_000 })];
    expect(momentum(articles[0] as RisingArticle, clockOf(articles))).toBe(0);
    expect(rankRising(articles, clockOf(articles), 10)).toEqual([1, 4, 5]);
  });

  test('clicks that the week does not count do not push', () => {
    const fleet = article(1, Object.fromEntries(Array.from({ length: 24 }, (_, ago) => [ago, 6])), 6);
    const pushed = article(2, Object.fromEntries(Array.from({ length: 24 }, (_, ago) => [ago, 6])), 12);
    const honest = article(3, { 0: 5, 3: 5, 9: 5 });
    const articles = [fleet, pushed, honest];
    expect(rankRising(articles, clockOf(articles), 10)).toEqual([3, 2]);
  });
});
