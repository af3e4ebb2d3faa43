import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/db/click-columns.ts';
import { type Cell, NO_CELLS } from '../../../src/engagement/cells.ts';
import { FIRST } from '../../../src/engagement/columns.ts';
import { NOBODY } from '../../../src/engagement/score.ts';
import { FLAT, type Shares } from '../../../src/engagement/weight.ts';
import type { ArticleFacts } from '../../../src/rankings/facts.ts';
import { PreviousOrders } from '../../../src/rankings/math/previous-orders.ts';
import { Scores } from '../../../src/rankings/math/scores.ts';
import { SiteRanker } from '../../../src/rankings/math/site-ranker.ts';
import { RankingWindow } from '../../../src/rankings/object/window.ts';
import { seed } from '../../search/seed.ts';
import { rankSite } from './rank-site.ts';

/** More articles and groups than a list has places, so that what a list leaves out matters. */
const ARTICLES = 90;
/** Those that are clicked at the beginning. */
const KNOWN = 70;
const HOUR = 500_000;
const RARE: Shares = { ...FLAT, votes: 500, network: Array(32).fill(0.001) };

const factsOf = (id: number): ArticleFacts => ({
  id,
  // Some are published while it runs.
  publishedAt: id % 17 === 0 ? HOUR * 3600 + id * 20 : 0,
  topics: id % 3 === 0 ? [47, id % 5] : [1 + (id % 4)],
  contentType: id % 2 === 0 ? 'video' : 'podcast',
  sourceType: id % 7 === 0 ? null : 'broker',
  source: `Source ${id % 70}`,
  domain: `s${id % 70}.example`,
  companies: id % 6 === 0 ? [] : [id % 60, 100],
  countries: id % 4 === 0 ? ['GB', 'DE'] : [],
  authors: id % 3 ? ['Ada Byron'] : [],
  section: id % 2 ? 'Markets' : null,
});

const REGION = MEASURES.indexOf('EU');

/** Absolute counts of an article's hour: signed clicks, and unsigned ones of one network. */
function cellOf(contentId: number, hour: number, signed: number, unsigned: number): Cell {
  const counts = new Map<number, number>();
  const { network, prefix, browser, reader } = FIRST;
  // Some groups stand out more than their articles do.
  const classes = [network + (contentId % 5 ? 3 : contentId % 32), prefix + (contentId % 7), browser + 4];
  if (unsigned > 0)
    for (const place of [FIRST.unsigned, FIRST.unsigned + REGION, ...classes]) counts.set(place, unsigned);
  if (signed > 0) for (const place of [FIRST.signed, FIRST.signed + REGION, reader]) counts.set(place, signed);
  return { contentId, hour, counts: [...counts].sort(([a], [b]) => a - b).flat() };
}

const cells = fc.array(
  fc
    .tuple(
      fc.integer({ min: 1, max: ARTICLES + 5 }),
      fc.constantFrom(0, 0, 0, 1, 5, 24, 26, 168, 170, 300),
      fc.nat(9),
      fc.nat(30),
    )
    .map(([id, ago, signed, unsigned]) => ({ id, ago, signed, unsigned })),
  { maxLength: 12 },
);
const steps = fc.array(
  fc.record({
    cells,
    minutes: fc.constantFrom(1, 1, 1, 5, 30),
    /** It is asked before the facts of new articles are known. */
    isEarly: fc.boolean(),
    isPacked: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    isWeighed: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
  }),
  { minLength: 3, maxLength: 12 },
);

/** A window of cells that has never ranked anything. */
function freshWindow(cells: readonly Cell[]): RankingWindow {
  const window = new RankingWindow(NO_CELLS, [], 'hourly');
  for (const cell of cells) window.note(cell);
  learnFacts(window);
  return window;
}

/** Those beyond the last article exist for nobody. */
function learnFacts(window: RankingWindow): void {
  const asked = window.unknown();
  window.learn(asked, asked.filter((id) => id <= ARTICLES).map(factsOf));
}

test('what is ranked publication after publication is what is ranked from nothing', () => {
  const property = fc.property(steps, (steps) => {
    const noted = Array.from({ length: KNOWN }, (_, i) => cellOf(i + 1, HOUR - (i % 30), i % 11, i % 5));
    const window = freshWindow(noted);
    const ranker = new SiteRanker();
    let now = HOUR * 3600;
    for (const { cells, minutes, isEarly, isPacked, isWeighed } of steps) {
      now += minutes * 60;
      const hour = Math.floor(now / 3600);
      const more = cells.map(({ id, ago, signed, unsigned }) => cellOf(id, hour - ago, signed, unsigned));
      for (const cell of more) window.note(cell);
      noted.push(...more);
      if (isEarly) {
        window.roll(hour, isWeighed ? RARE : null);
        ranker.rank(window.engagement(now), window.orders, { hour, minClicks: 3, shares: window.shares });
      }
      learnFacts(window);
      const fresh = freshWindow(noted);
      for (const each of [window, fresh]) each.roll(hour, isWeighed ? RARE : null);
      const question = { hour, minClicks: 3, shares: isWeighed ? RARE : null };
      const ranking = ranker.rank(window.engagement(now), window.orders, question);
      expect(ranking).toEqual(rankSite(fresh.engagement(now), fresh.orders, question));
      expect([window.dueAt, window.isEmpty]).toEqual([fresh.dueAt, fresh.isEmpty]);
      if (isPacked) window.pack();
    }
  });
  fc.assert(property, { seed, numRuns: 15 });
});

test('an article whose topics have changed rises among those of the new ones', () => {
  const question = { hour: HOUR, minClicks: 3, shares: null };
  const scores = new Scores();
  const scored = (id: number, clicks: number, topics: number[]) => {
    const week = { ...NOBODY, certain: MEASURES.map(() => clicks) };
    const hourly = { hours: [HOUR - 1], weights: [clicks], ticks: [clicks] };
    const others = { day: week, dayBefore: week, weekBefore: week, growth: week, growthBefore: week };
    return scores.set({ ...factsOf(id), topics }, { week, ...others, hourly });
  };
  // So many that the last one rises nowhere.
  const before = Array.from({ length: 60 }, (_, i) => scored(i + 1, 100 - i, [1]));
  const ranker = new SiteRanker();
  expect(ranker.rank(before, new PreviousOrders(), question).views.rising).toHaveLength(50);
  const after = before.with(-1, scored(60, 41, [9, 47]));
  const ranking = ranker.rank(after, new PreviousOrders(), question);
  expect(ranking).toEqual(rankSite(after, new PreviousOrders(), question));
  expect(ranking.views.rising.at(-1)).toEqual([60, [9, 47]]);
});
