import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { POSITION_BUCKETS, positionBucketOf } from '../../../src/db/view-columns.ts';
import {
  fitPositionBias,
  MIN_VIEWERS,
  mainPositions,
  placementOf,
} from '../../../src/rankings/math/figures/position-bias.ts';
import { sized } from '../../support/size.ts';
import { kendall, makeWorld, type World } from './placement-world.ts';

const total = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0);

/** An article of average appeal has a placement index of 100 wherever it is. */
function averageAppeal({ articles, truth }: World): number {
  const expected = (weight: (appeal: number) => number) =>
    total(
      articles.flatMap(({ views, appeal }) =>
        [...truth].map(([mark, rate]) => (views[mark] ?? 0) * rate * weight(appeal)),
      ),
    );
  return expected((appeal) => appeal) / expected(() => 1);
}

const SEEDS = sized([1, 2], [1, 2, 3, 4]);

describe('placementOf', () => {
  it('the placement index sorts fifty articles of a week by appeal, while clicks sort them by position', () => {
    const orders = SEEDS.map((seed) => {
      const { articles } = makeWorld({ seed, pages: 200 });
      const curve = fitPositionBias(articles);
      const known = articles.filter((article) => placementOf(article, curve));
      const truth = known.map(({ appeal }) => appeal);
      return {
        placement: kendall(
          known.map((article) => placementOf(article, curve)?.index ?? 0),
          truth,
        ),
        clicks: kendall(
          known.map(({ clicks }) => total(clicks)),
          truth,
        ),
      };
    });
    expect(Math.min(...orders.map(({ placement }) => placement))).toBeGreaterThan(0.85);
    expect(Math.min(...orders.map(({ clicks }) => clicks))).toBeLessThan(0.6);
  });

  it.each(sized([15, 40], [15, 40, 150]))(
    'at least 88% of the placement intervals contain the true value with %i page views per hour',
    (pages) => {
      const told = Array.from({ length: 16 }, (_, i) => makeWorld({ seed: 10 + i, pages })).flatMap((world) => {
        const curve = fitPositionBias(world.articles);
        const average = averageAppeal(world);
        return world.articles.flatMap((article) => {
          const found = placementOf(article, curve);
          return found ? [{ ...found, truth: (100 * article.appeal) / average }] : [];
        });
      });
      const covered = told.filter(({ interval: [low, high], truth }) => low <= truth && truth <= high);
      expect(covered.length / told.length).toBeGreaterThan(0.88);
      const sure = told.filter(({ confidence }) => confidence === 'high');
      const wrong = sure.filter(({ index, truth }) => index > 100 !== truth > 100);
      expect(sure.length).toBeGreaterThan(told.length / 3);
      expect(wrong.length).toBeLessThan(0.02 * sure.length);
    },
  );

  it('the position bias of each layout is estimated within 15% after four weeks', () => {
    for (const seed of SEEDS) {
      const world = makeWorld({ seed, days: 28 });
      const { rates } = fitPositionBias(world.articles);
      const average = averageAppeal(world);
      const off = [...world.truth].map(([mark, rate]) => Math.abs((rates[mark] ?? 0) / (rate * average) - 1));
      expect(off.length).toBeGreaterThan(10);
      expect(Math.max(...off)).toBeLessThan(0.15);
    }
  });

  it('the placement index is null below 200 viewers and has low confidence without clicks', () => {
    const shown = (viewers: number) => {
      const views = new Float64Array(POSITION_BUCKETS);
      views[positionBucketOf('list', 3)] = viewers;
      return { views, clicks: new Float64Array(POSITION_BUCKETS) };
    };
    const curveWithoutData = fitPositionBias([]);
    expect(placementOf(shown(MIN_VIEWERS - 1), curveWithoutData)).toBeNull();
    const found = placementOf(shown(MIN_VIEWERS), curveWithoutData);
    expect(found?.interval[0]).toBeLessThanOrEqual(found?.index ?? 0);
    // Without clicks, all rates are near zero.
    expect(placementOf(shown(10_000), fitPositionBias([shown(10_000)]))).toMatchObject({ confidence: 'low' });
  });
});

describe('mainPositions', () => {
  const seenAt = (places: Record<number, number>, layout: 'list' | 'cards' = 'list') => {
    const views = new Float64Array(POSITION_BUCKETS);
    for (const [place, viewers] of Object.entries(places)) views[positionBucketOf(layout, Number(place))] = viewers;
    return views;
  };

  it.each([
    ['the position with most viewers', { 1: 10, 2: 60, 7: 40 }, { from: 2, to: 2 }],
    ['a position with exactly half of the viewers', { 1: 50, 13: 50 }, { from: 1, to: 1 }],
    [
      'adjacent position buckets if a single one has less than half',
      { 1: 10, 2: 40, 3: 40, 13: 20 },
      { from: 2, to: 3 },
    ],
    ['the range with more viewers of two equally short ranges', { 1: 30, 2: 30, 3: 35, 4: 5 }, { from: 2, to: 3 }],
    ['the last position bucket without an upper end', { 1: 1, 13: 9 }, { from: 13, to: null }],
  ])('mainPositions returns %s', (_, places, stands) => {
    expect(mainPositions(seenAt(places))).toEqual(stands);
  });

  it('mainPositions adds up the viewers of both layouts', () => {
    const both = seenAt({ 2: 60 }).map((viewers, mark) => viewers + (seenAt({ 2: 30, 1: 50 }, 'cards')[mark] ?? 0));
    expect(mainPositions(both)).toEqual({ from: 2, to: 2 });
  });
});

/** Totals by position bucket of a simulation written without knowledge of the estimator (docs/explanation/placement.md). */
interface IndependentSite {
  rates: Record<string, number>;
  /** `fit` covers up to 14 days, and `week` the last seven. */
  articles: { appeal: number; fit: [Counts, Counts]; week: [Counts, Counts] }[];
}
type Counts = Record<string, number>;

const byMark = (counts: Counts) => Float64Array.from({ length: POSITION_BUCKETS }, (_, mark) => counts[mark] ?? 0);
const shownAs = ([views, clicks]: [Counts, Counts]) => ({ views: byMark(views), clicks: byMark(clicks) });
const another = readFileSync('test/rankings/math/another-world.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as IndependentSite);

describe('placement index on an independently simulated site', () => {
  const told = another.map(({ rates, articles }) => {
    const curve = fitPositionBias(articles.map(({ fit }) => shownAs(fit)));
    const known = articles.flatMap(({ appeal, week }) => {
      const shown = shownAs(week);
      const placement = placementOf(shown, curve);
      return placement ? [{ appeal, shown, placement }] : [];
    });
    const truth = byMark(rates);
    const usual = ({ shown }: (typeof known)[0]) =>
      total(shown.views.map((viewers, mark) => viewers * (truth[mark] ?? 0)));
    const average = total(known.map((each) => usual(each) * each.appeal)) / total(known.map(usual));
    return { curve, known, truth, average };
  });

  it('the placement index sorts articles of an independently simulated site by appeal', () => {
    const order = (of: (each: (typeof told)[0]['known'][0]) => number) =>
      told.map(({ known }) =>
        kendall(
          known.map(of),
          known.map(({ appeal }) => appeal),
        ),
      );
    const orders = order(({ placement }) => placement.index);
    expect(total(orders) / orders.length).toBeGreaterThan(0.8);
    expect(Math.max(...order(({ shown }) => total(shown.clicks)))).toBeLessThan(0.6);
  });

  it('placement intervals contain the true value in 88% of cases, and at most 1% of confident placements are wrong', () => {
    const sites = told.map(({ known, average }) =>
      known.map((each) => ({ ...each, truth: (100 * each.appeal) / average })),
    );
    const all = sites.flat();
    const covered = (pulls: typeof all) =>
      pulls.filter(({ placement: { interval }, truth }) => interval[0] <= truth && truth <= interval[1]).length;
    expect(covered(all) / all.length).toBeGreaterThan(0.88);
    // docs/explanation/placement.md quotes these values.
    expect([covered(all), all.length]).toEqual([251, 278]);
    expect(Math.round(Math.min(...sites.map((pulls) => (100 * covered(pulls)) / pulls.length)))).toBe(69);
    const sure = all.filter(({ placement }) => placement.confidence === 'high');
    const wrong = sure.filter(({ placement, truth }) => placement.index > 100 !== truth > 100);
    expect(sure.length).toBeGreaterThan(all.length / 2);
    expect(wrong.length).toBeLessThanOrEqual(0.01 * sure.length);
  });

  it('the position bias of each layout of an independently simulated site is estimated within 15%', () => {
    for (const { curve, truth } of told)
      for (const layout of ['list', 'cards'] as const) {
        const first = positionBucketOf(layout, 1);
        const marks = [2, 3, 4, 7, 13]
          .map((place) => positionBucketOf(layout, place))
          .filter((mark) => (truth[mark] ?? 0) > 0);
        for (const mark of marks) {
          const part = (rates: ArrayLike<number>) => (rates[mark] ?? 0) / (rates[first] ?? 0);
          expect(Math.abs(part(curve.rates) / part(truth) - 1)).toBeLessThan(0.15);
        }
      }
  });
});
