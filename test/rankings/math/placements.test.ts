import { describe, expect, test } from 'vitest';
import { FIRST_CLASS, POSITION_BUCKETS, VIEW_COUNTERS } from '../../../src/db/view-columns.ts';
import { UNIFORM_BASELINE, weightOf } from '../../../src/engagement/discounting.ts';
import { discountedByMark, discountedReaders } from '../../../src/rankings/math/figures/weighted-impressions.ts';
import { changesBy, listsOf, ON_READ, ON_SILENT, ONE_SENDER } from './placements/attacks.ts';
import { placementSite, withShown } from './placements/site.ts';

const site = placementSite(1000);
const total = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0);

describe('placements under attack on articles that readers do not see', () => {
  const before = listsOf(site);

  test('the site has both underplayed and overplayed articles before an attack', () => {
    expect(before.underplayed.length).toBeGreaterThan(5);
    expect(before.overplayed.length).toBeGreaterThan(20);
  });

  test.each(
    ONE_SENDER.flatMap((sender) => Object.keys(ON_SILENT).map((attack) => [sender.name, attack, sender] as const)),
  )('%s, %s: each list of placements changes by at most one article', (_, attack, sender) => {
    const { underplayed, overplayed } = changesBy(site, before, ON_SILENT[attack]?.(site, sender) ?? []);
    for (const { entered, left } of [underplayed, overplayed]) {
      expect(entered).toBeLessThanOrEqual(1);
      expect(left).toBeLessThanOrEqual(1);
    }
  });
});

describe('placements under clicks on every article that readers see, at a rarely read position', () => {
  const before = listsOf(site);
  const attack = ON_READ['clicks on all articles that readers see'];

  test.each(ONE_SENDER.map((sender) => [sender.name, sender] as const))(
    'clicks from %s on all articles change each list of placements by at most two articles',
    (_, sender) => {
      for (const { entered, left } of Object.values(changesBy(site, before, attack?.(site, sender) ?? []))) {
        expect(entered).toBeLessThanOrEqual(2);
        expect(left).toBeLessThanOrEqual(2);
      }
    },
  );
});

describe('discountedByMark for a group of articles', () => {
  const readBy = (perBucket: (bucket: number) => number, signed = 0) => {
    const counters = new Float64Array(VIEW_COUNTERS.length);
    const add = (name: string, count: number) => {
      const at = VIEW_COUNTERS.indexOf(name);
      counters[at] = (counters[at] ?? 0) + count;
    };
    add('mark_0', signed);
    add('sure', signed);
    for (let bucket = 0; bucket < 32; bucket++) {
      const names = ['mark_0', `network_${bucket}`, `prefix_${bucket}`, `browser_${bucket >> 1}`];
      for (const name of names) add(name, perBucket(bucket));
    }
    return counters;
  };
  const articles = [...site.articles.values()];
  const EVEN = { ...UNIFORM_BASELINE, samples: 1000 };

  test('a group counts at most as many readers as the sum of its buckets allows', () => {
    const cells = ON_SILENT['clicks on silent articles']?.(site, ONE_SENDER[1] ?? ONE_SENDER[0] ?? ({} as never)) ?? [];
    const counters = [...withShown(site, cells).articles.values()].map(({ fortnight }) => fortnight.clicks);
    const sums = Float64Array.from({ length: VIEW_COUNTERS.length }, (_, i) =>
      total(counters.map((own) => own[i] ?? 0)),
    );
    const allowed = weightOf(total(sums.slice(0, POSITION_BUCKETS)), sums, site.baseline, FIRST_CLASS);
    const apart = total(counters.map((own) => discountedReaders(own, site.baseline)));
    expect(apart).toBeGreaterThan(allowed + 500);
    expect(total(discountedByMark(counters, site.baseline).map(total))).toBeLessThanOrEqual(allowed + 1e-6);
  });

  test.each([1, 3])(
    'discounting a group removes the excess of %i senders from the articles that they clicked',
    (senders) => {
      const honest = Array.from({ length: 2 }, () => readBy(() => 30, 5));
      const attacked = Array.from({ length: 500 }, (_, i) =>
        readBy((bucket) => (bucket === 2 * (i % senders) ? 3 : 0)),
      );
      const [first, second, ...others] = discountedByMark([...honest, ...attacked], EVEN).map(total);
      for (const left of [first, second]) expect(left).toBeGreaterThan(0.9 * discountedReaders(honest[0] ?? [], EVEN));
      expect(total(others)).toBeLessThan(0.4 * 3 * attacked.length);
    },
  );

  test('discountedByMark counts every reader if discounting is off, and always counts signed readers', () => {
    const group = articles.map(({ week }) => week.views);
    for (const [i, marks] of discountedByMark(group, null).entries())
      expect(marks).toEqual(Array.from(group[i] ?? []).slice(0, POSITION_BUCKETS));
    const signed = Array.from({ length: 50 }, () => readBy((bucket) => (bucket === 0 ? 1000 : 0), 40));
    for (const marks of discountedByMark(signed, site.baseline)) expect(total(marks)).toBeGreaterThanOrEqual(40);
  });

  test('discountedByMark returns zero for articles without readers, and an empty list for no articles', () => {
    expect(discountedByMark([], site.baseline)).toEqual([]);
    expect(discountedByMark([new Float64Array(VIEW_COUNTERS.length)], site.baseline).map(total)).toEqual([0]);
  });
});
