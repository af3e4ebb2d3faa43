import { POSITION_BUCKETS, positionBucketOf } from '../../../src/db/view-columns.ts';

/**
 * Simulates a site with known appeals. Its position bias differs per position, not only per bucket of the estimator.
 */

export interface WorldArticle {
  appeal: number;
  views: Float64Array;
  clicks: Float64Array;
}

/** Seeded random number generator (mulberry32), uniform from 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const CURVES = {
  list: (place: number) => 0.09 / place ** 0.9,
  cards: (place: number) => 0.07 * 0.9 ** (place - 1),
} as const;
type Layout = keyof typeof CURVES;

/** Fraction of a page’s readers who reach a position. */
const reach = (place: number) => 0.93 ** (place - 1);

export interface World {
  articles: WorldArticle[];
  truth: Map<number, number>;
}

/** `pages` is the number of page views per hour and list, 1% of them with exploration swaps. */
export function makeWorld({ days = 7, perDay = 7, pages = 60, seed = 1 }): World {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const articles: (WorldArticle & { bornAt: number; guess: number })[] = [];
  const [seen, clicked] = [new Float64Array(POSITION_BUCKETS), new Float64Array(POSITION_BUCKETS)];
  const step = 24 / perDay;
  for (let hour = 0; hour < days * 24; hour++) {
    while (articles.length * step <= hour) {
      const appeal = Math.exp(0.5 * normal());
      const guess = Math.log(appeal) + 0.7 * normal();
      articles.push({
        appeal,
        guess,
        bornAt: articles.length * step,
        views: new Float64Array(POSITION_BUCKETS),
        clicks: new Float64Array(POSITION_BUCKETS),
      });
    }
    const newest = articles.slice(-15).reverse();
    const chosen = articles
      .slice(-20)
      .sort((a, b) => b.guess - 0.03 * (hour - b.bornAt) - (a.guess - 0.03 * (hour - a.bornAt)))
      .slice(0, 8);
    for (const [layout, list] of [
      ['list', newest],
      ['cards', chosen],
    ] as const)
      for (let page = 0; page < pages; page++) show(layout, list, page % 100 === 7 ? 1 : 0);
  }
  return {
    articles,
    truth: new Map(
      Array.from(seen.keys()).flatMap((mark) =>
        seen[mark] ? [[mark, (clicked[mark] ?? 0) / (seen[mark] ?? 1)] as const] : [],
      ),
    ),
  };

  function show(layout: Layout, list: readonly WorldArticle[], swapped: number): void {
    const depth = random();
    for (let place = 1; place <= list.length && depth < reach(place); place++) {
      const other = swapped ? ((place - 1) ^ 1) + 1 : place;
      const article = list[other - 1] ?? list[place - 1];
      if (!article) continue;
      const mark = positionBucketOf(layout, place);
      const rate = CURVES[layout](place);
      article.views[mark] = (article.views[mark] ?? 0) + 1;
      seen[mark] = (seen[mark] ?? 0) + 1;
      clicked[mark] = (clicked[mark] ?? 0) + rate;
      if (random() < Math.min(0.9, rate * article.appeal)) article.clicks[mark] = (article.clicks[mark] ?? 0) + 1;
    }
  }
}

/** Kendall rank correlation (τ) of two orders. */
export function kendall(a: readonly number[], b: readonly number[]): number {
  let [same, all] = [0, 0];
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < i; j++) {
      const sign = Math.sign(((a[i] ?? 0) - (a[j] ?? 0)) * ((b[i] ?? 0) - (b[j] ?? 0)));
      same += sign;
      all++;
    }
  return same / all;
}
