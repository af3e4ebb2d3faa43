import { describe, expect, test } from 'vitest';
import { UNIFORM_BASELINE } from '../../src/engagement/discounting.ts';
import { sized } from '../support/size.ts';
import { everyList, type Says, SILENT_TOPIC } from './bounds/every-list.ts';
import {
  type Attacker,
  archive,
  fleet,
  generated,
  leftOfOthers,
  networks,
  oneAddress,
  oneBrowser,
  oneNetwork,
  onePrefix,
  onSilent,
  outcome,
  PER_ADDRESS,
  SILENT,
  type Site,
  siteOf,
} from './bounds/trial.ts';

/**
 * `npm test` checks two site sizes and one random selection of networks. `npm run verify -- bounds` checks all cases.
 */

const FAKES = 1000;
const SET = 12;
const sites = new Map<number, Site>();
function siteWith(readersADay: number): Site {
  const known = sites.get(readersADay) ?? siteOf(generated({ readersADay, days: 31, seed: 1, secret: 'bounds' }));
  sites.set(readersADay, known);
  return known;
}
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const hourOf = ({ last }: Site) => last - (last % 24) - 2;

function weighs(site: Site, attacker: Attacker, clicks: number): { one: number; set: number }[] {
  const hour = hourOf(site);
  const { baseline } = outcome(site, hour);
  return DRAWS.map((draw) => {
    const origin = attacker(baseline, draw);
    const one = outcome(site, hour, onSilent({ hour, clicks }, origin)).silent.day;
    return { one, set: outcome(site, hour, onSilent({ hour, clicks, articles: SET }, origin)).silent.setDay };
  });
}

const ALL_SIZES = [50, 200, 1000, 5000];
const [SIZES, DRAWS] = process.env.RUNS ? [ALL_SIZES, [1, 2, 3]] : [[50, 1000], [1]];

test.skip.each(ALL_SIZES.filter((size) => !SIZES.includes(size)))('bounds on a site with %d readers per day', () => {});
test.skip.each([2, 3].filter((draw) => !DRAWS.includes(draw)))('bounds with random selection of networks %d', () => {});

const BOUNDS: [who: string, attacker: Attacker, clicks: number, bound: number][] = [
  ['one address', oneAddress, PER_ADDRESS, 4],
  ['one /48', onePrefix, FAKES, 4],
  ['one network of a share up to 0.17', oneNetwork, FAKES, 9],
  ['one network with 40,000 clicks', oneNetwork, 40_000, 9],
  ['one browser', oneBrowser, FAKES, 50],
];

test.each(SIZES.flatMap((size) => BOUNDS.map((bound) => [size, ...bound] as const)))(
  'on a site with %d readers per day, the weight gained from %s stays within its bound',
  (size, _, attacker, clicks, bound) => {
    for (const { one, set } of weighs(siteWith(size), attacker, clicks)) {
      expect(one).toBeLessThanOrEqual(bound);
      expect(set).toBeLessThanOrEqual(bound);
    }
  },
);

test.each([
  [3, 9],
  [10, 45],
  [30, 300],
])('the median weight gained from %d networks, each with a share of up to 0.17, is at most %d', (count, bound) => {
  for (const size of SIZES.filter((readers) => readers > 50)) {
    const found = weighs(siteWith(size), networks(count), FAKES);
    expect(median(found.map(({ one }) => one))).toBeLessThanOrEqual(bound);
  }
});

test.each(SIZES)(
  'on a site with %d readers per day, one sender lowers no other article or group by more than a tenth',
  (size) => {
    const site = siteWith(size);
    const hour = hourOf(site);
    for (const [, attacker, clicks] of BOUNDS)
      for (const draw of DRAWS) {
        const origin = attacker(site.history.get(hour) ?? UNIFORM_BASELINE, draw);
        const left = leftOfOthers(site, hour, (contentId) => fleet(contentId, hour - 1, clicks, origin));
        expect(left.one).toBeGreaterThanOrEqual(0.9);
        expect(left.set).toBeGreaterThanOrEqual(0.9);
      }
  },
);

test('two weeks of clicks on old articles give no later advantage', () => {
  const site = siteWith(1000);
  const hour = hourOf(site);
  const quiet = outcome(site, hour);
  const all = [
    [1, 1.3],
    [2, 1.3],
    [3, 40],
    [5, 40],
  ] as const;
  for (const [count, most] of all.filter((_, i) => i % sized(2, 1) === 0)) {
    const origin = networks(count)(outcome(site, hour - 336).baseline, 1);
    const later = onSilent({ hour, clicks: FAKES }, origin);
    const before = outcome(site, hour, later).silent.day;
    const after = outcome(site, hour, [...archive(hour, origin, { articles: 300, networks: count }), ...later]);
    expect(after.silent.day).toBeLessThanOrEqual(count < 3 ? most * before : most);
    expect(after.week.discounted - quiet.week.discounted).toBeLessThanOrEqual(0.015);
  }
});

test('articles without false clicks lose at most 1.3% of their clicks', () => {
  for (const size of SIZES) {
    const site = siteWith(size);
    const moments = [0, 60, 120].map((ago) => outcome(site, hourOf(site) - ago));
    const off = (window: 'day' | 'week') =>
      moments.reduce((sum, one) => sum + one[window].discounted, 0) / moments.length;
    expect(off('day')).toBeLessThanOrEqual(0.013);
    expect(off('week')).toBeLessThanOrEqual(0.012);
    for (const { week } of moments) {
      expect(week.kept).toBeGreaterThanOrEqual(0.9);
      expect(week.hurt).toBe(0);
    }
  }
});

const SENDERS = BOUNDS.slice(0, 3);
/** Largest gain of a topic from articles that only attackers click three times each. */
const HEAD_ROOM = 3 * (SET / 2);
const CLAIMS: Says[] = [
  { companyType: 'other', continent: 'OC', seniority: 'c-suite' },
  { companyType: 'carrier', continent: 'EU', seniority: 'manager' },
  { companyType: null, continent: null, seniority: null },
];
/** Largest relative change of an audience index based on at least 200 clicks. */
const MOVED = 0.1;
const LEAST = 50;

describe.each(SIZES)('attacks on the lists of a site with %d readers per day', (size) => {
  const site = siteWith(size);
  const hour = hourOf(site);
  const made = site.history.get(hour) ?? UNIFORM_BASELINE;
  const { audiences } = everyList(site.hours, { hour, baseline: made, attack: [] });
  const baseline = { ...made, audiences };
  const quiet = everyList(site.hours, { hour, baseline, attack: [] });
  const listsAfter = (attack: Parameters<typeof everyList>[1]['attack'], says?: Says) =>
    everyList(site.hours, { hour, baseline, attack, ...(says && { says }) });
  const lowered = (now: typeof quiet) =>
    [...quiet.sums].filter(([name, sum]) => sum >= LEAST && (now.sums.get(name) ?? 0) < Math.floor(0.9 * sum));
  const surelyGrowAnew = (now: typeof quiet) =>
    [...now.sure].filter((topic) => topic.endsWith('up') && !quiet.sure.has(topic));

  test.each(SENDERS)(
    'clicks from %s on twelve silent articles change lists only within the bounds',
    (_, attacker, clicks, bound) => {
      for (const draw of DRAWS) {
        const now = listsAfter(onSilent({ hour, clicks, articles: SET }, attacker(baseline, draw)));
        const isSilent = (id: number) => id >= SILENT;
        expect(Math.max(...[...now.articles].map(([id, weight]) => (isSilent(id) ? weight : 0)))).toBeLessThanOrEqual(
          bound,
        );
        const gains = [...now.sums].map(([name, sum]): [string, number] => [name, sum - (quiet.sums.get(name) ?? 0)]);
        const most = (name: string) => (name.endsWith(` of ${SILENT_TOPIC}`) ? bound : HEAD_ROOM);
        expect(gains.filter(([name, gain]) => !name.includes('Items') && gain > most(name))).toEqual([]);
        expect(lowered(now)).toEqual([]);
        expect(surelyGrowAnew(now)).toEqual([]);
        const forbidden = [...now.ofTopics].filter(([name]) => /^(growth|audience)/.test(name));
        expect(forbidden.filter(([, topics]) => topics.includes(SILENT_TOPIC))).toEqual([]);
        expect(now.ofArticles.get('rising')?.filter(isSilent)).toEqual([]);
        // An article that only attackers click may be in the top ten only if the tenth article has at most the bound.
        for (const [name, ids] of now.ofArticles) {
          const worth = name.startsWith('24h') ? quiet.days : quiet.articles;
          const tenth = (quiet.ofArticles.get(name) ?? [])[9];
          if (tenth !== undefined && (worth.get(tenth) ?? 0) > bound)
            expect(ids.slice(0, 10).filter(isSilent)).toEqual([]);
        }
      }
    },
  );

  const isTried = (sender: number, claim: number) => (sender + claim) % sized(CLAIMS.length, 1) === 0;

  test.each(
    SENDERS.flatMap(([who, ...how], i) =>
      CLAIMS.filter((_, j) => isTried(i, j)).map((claim) => [who, claim, how] as const),
    ),
  )(
    'clicks from %s with the claims %o on the most-read articles lower no other articles',
    (_, says, [attacker, clicks]) => {
      const stories = [...quiet.articles].sort(([, a], [, b]) => b - a).slice(0, SET);
      for (const draw of DRAWS) {
        const origin = attacker(baseline, draw);
        const attack = stories.flatMap(([id]) => fleet(id, hour - 1, clicks, origin));
        const now = listsAfter(attack, says);
        for (const [id, weight] of stories) expect(now.articles.get(id)).toBeGreaterThanOrEqual(0.9 * weight);
        expect(lowered(now)).toEqual([]);
        expect(surelyGrowAnew(now)).toEqual([]);
        const moved = [...quiet.leanings].map(([name, by]) => [name, (now.leanings.get(name) ?? 0) / by] as const);
        expect(moved.filter(([, by]) => Math.abs(by - 1) > MOVED)).toEqual([]);
      }
    },
  );
});
