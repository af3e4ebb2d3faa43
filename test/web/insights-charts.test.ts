import { describe, expect, test } from 'vitest';
import { DAY, utcDay } from '../../src/lib/time.ts';
import { differencesOf, noneInWords } from '../../src/web/browser/insights/charts/audiences.ts';
import { daysUntil } from '../../src/web/browser/insights/charts/lines/chart-lines.ts';
import { oddInWords } from '../../src/web/browser/insights/charts/lines/odd-words.ts';
import { placeOn, scaleMarksOf, scaleOf } from '../../src/web/browser/insights/charts/scale.ts';
import {
  adviceLabel,
  bestRanksInWords,
  betterInWords,
  declineInWords,
  describePlacement,
  freshInWords,
  howFarInWords,
  ranksInWords,
  underplayedInWords,
  wastedInWords,
} from '../../src/web/browser/insights/stories/article-words.ts';
import {
  grownOf,
  grownOverWeeks,
  higherOf,
  rankSentence,
} from '../../src/web/browser/insights/stories/comparison-words.ts';
import { lookOf } from '../../src/web/browser/insights/stories/movement.ts';
import {
  againstInWords,
  changeInWords,
  placementLine,
  saidOf,
  sureInWords,
} from '../../src/web/browser/insights/stories/rank-words.ts';
import { verdictOf, verdictOfLists } from '../../src/web/browser/insights/stories/verdict.ts';
import { hasDetailPanel, tabOf, VIEW_DEFAULTS, weeksOf } from '../../src/web/browser/insights/view.ts';

test.each([
  [[], 'Too few readers to show their audience.'],
  [[null, null], 'Too few readers to show their audience.'],
  [[null, 100], 'No group reads this much more or less than the rest of the site.'],
  [[100, 130], null],
])('audience indices %j are summarized in a sentence if none stands out', (indices, words) => {
  expect(noneInWords({ regions: indices.map((index) => ({ slug: 'asia', index })) })).toBe(words);
  expect(noneInWords({ channels: indices.map((index) => ({ slug: 'mail', index })) })).toBe(words);
});

test.each([
  [23, 'up'],
  [-23, 'down'],
  [null, 'new'],
])('a growth of %s percent is styled as %s', (percent, look) => {
  expect(lookOf(percent)).toBe(look);
});

test('audiences are shown if they differ for one topic, even if another has too few readers', () => {
  const of = (news: number | null, mail: number | null, asia: number | null) => ({
    regions: [{ slug: 'asia', index: asia }],
    channels: [
      { slug: 'news', index: news },
      { slug: 'mail', index: mail },
    ],
  });
  expect(differencesOf([of(240, null, 110), of(null, 210, null)])).toEqual([
    { name: 'From other news', indices: [240, null] },
    { name: 'From email', indices: [null, 210] },
  ]);
});

test('topics without earlier data are compared by the growth from their first complete week to the last', () => {
  const line = (name: string, ...weeks: (number | null)[]) => ({
    name,
    days: weeks.flatMap((index) => Array.from({ length: 7 }, (_, i) => ({ date: `day ${i}`, index }))),
  });
  expect(grownOverWeeks([line('Cyber', 100, 80), line('Marine', 100, 140)])).toBe(
    'From the first complete week to the last, Marine grew more: about +40%; Cyber −20%.',
  );
  expect(
    grownOverWeeks([line('Cyber', null, 100, 80), line('Marine', null, 100, 60), line('Aviation', 20, 100, 55)]),
  ).toBe('From the first complete week to the last, Cyber fell least: about −20%; Marine −40% and Aviation −45%.');
  expect(grownOverWeeks([line('Cyber', 100, 80), line('Marine', 100, 80)])).toBeNull();
  expect(grownOverWeeks([line('Cyber', null, 100), line('Marine', null, 100)])).toBeNull();
  expect(grownOverWeeks([line('Cyber', 100, 80), line('Marine', 100, null)])).toBeNull();
});

test('compared topics show their Trending rank, and excluded topics have none', () => {
  const ranking = (...ids: number[]) => ids.map((topicId) => ({ topicId }));
  const [a, b, c] = [
    { id: 1, name: 'News' },
    { id: 2, name: 'Cargo' },
    { id: 3, name: 'Hull' },
  ];
  const ranks = { all: ranking(1, 9, 2), listed: ranking(9, 2) };
  expect(higherOf(ranks, [b, a], 'over the last 7 days')).toBe(
    'News was read more over the last 7 days (hidden from Trending; Cargo is No. 2)',
  );
  expect(higherOf(ranks, [b, c], 'over the last 7 days')).toBe(
    'Cargo was read more over the last 7 days (No. 2 in Trending; Hull is not among the first 50)',
  );
});

test.each([
  [[20, 100, 40], false, '3 days old, past its peak of 2 Jan'],
  [[20, 100, 60], false, '3 days old, near its peak'],
  [[20, 100, 40], true, '3 days old, gaining readers'],
  [[null, null, null], false, '3 days old'],
])('freshInWords() describes the age and peak of an article with daily indices %j', (indexes, isRising, words) => {
  const days = indexes.map((index, i) => ({ date: `2026-01-0${i + 1}`, index }));
  expect(freshInWords({ publishedAt: '2026-01-01T00:00:00Z', days, isRising }, Date.UTC(2026, 0, 4))).toBe(words);
});

test.each([
  [[20, 100, 5], 'Past its peak of 2 Jan (5% of it on 3 Jan).'],
  [[20, 100, 0], 'Past its peak of 2 Jan (almost nothing on 3 Jan).'],
  [[20, 100, 50], ''],
  [[20, 100, null], ''],
  [[], ''],
])('declineInWords() says how far an article with daily indices %j has fallen', (indexes, words) => {
  const days = indexes.map((index, i) => ({ date: `2026-01-0${i + 1}`, index }));
  expect(declineInWords({ publishedAt: '2026-01-01T00:00:00Z', days })).toBe(words);
});

test('an article that is older than the days of its history has no known peak', () => {
  const publishedAt = '2025-12-31T23:59:59Z';
  const days = [20, 100, 5].map((index, i) => ({ date: `2026-01-0${i + 1}`, index }));
  expect(declineInWords({ publishedAt, days })).toBe(
    'Below its busiest of the last 3 days, 2 Jan (5% of it on 3 Jan).',
  );
  expect(freshInWords({ publishedAt, days, isRising: false }, Date.UTC(2026, 0, 4))).toBe('3 days old');
});

test.each([
  [100, [20, 40], '2.5 to 5× the normal readers'],
  [100, [15, 40], '2.5 to 6.7× the normal readers'],
  [100, [0, 40], 'at least 2.5× the normal readers'],
  [100, [50, 50], '2× the normal readers'],
  [100, [5, 10], '10 to 20× the normal readers'],
  [100, [8, 11], '9 to 13× the normal readers'],
  [20, [50, 100], '0.2 to 0.4× the normal readers'],
  [5, [60, 100], 'under 0.1× the normal readers'],
  [0, [50, 100], 'hardly any readers'],
  [100, [0, 0], 'busy, although hardly anybody normally reads then'],
])(
  'an hour with index %i compared with a usual %j is never shown more precisely than it is known',
  (index, range, words) => {
    const usual = range as [number, number];
    expect(oddInWords({ at: '2026-01-01T12:00:00Z', index, usual }, 1)).toBe(`Today at 12:00: ${words}.`);
    expect(oddInWords({ at: '2026-01-01T12:00:00Z', index, usual }, 4)).toBe(`Today from 12:00 to 16:00: ${words}.`);
  },
);

const growing = (name: string, growthPercent: number, interval: [number, number] | null) => ({
  name,
  change: { growthPercent, interval, confidence: 'high' as const },
});
test.each([
  [
    'grew alike',
    [growing('Cyber', 40, [30, 50]), growing('Marine', 10, [5, 20])],
    'Cyber grew more on last week, ahead of Marine.',
  ],
  [
    'fell',
    [growing('Cyber', -40, [-50, -30]), growing('Marine', -10, [-20, -5])],
    'Marine fell less on last week, ahead of Cyber.',
  ],
  [
    'differ in direction',
    [growing('Cyber', 10, [5, 20]), growing('Marine', -4, [-6, -2])],
    'Cyber grew (+10%) and Marine fell (−4%) on last week.',
  ],
  [
    'may differ in direction',
    [growing('Cyber', 10, [5, 20]), growing('Marine', -4, [-6, 2])],
    'Cyber grew (+10%) on last week; no clear change for Marine (−4%).',
  ],
  [
    'are three, of which two are unclear',
    [growing('Cargo', 250, [200, 320]), growing('Cyber', 11, [-3, 26]), growing('Hull', -6, [-26, 18])],
    'Cargo grew (+250%) on last week; no clear change for Cyber (+11%) and Hull (−6%).',
  ],
  [
    'stayed level',
    [growing('Cyber', 0, [-2, 2]), growing('Marine', -10, [-20, -5])],
    'Cyber stayed level (0%) and Marine fell (−10%) on last week.',
  ],
  [
    'overlap with the third',
    [growing('Cyber', 40, [25, 60]), growing('Marine', 20, [15, 24]), growing('Hull', 10, [-40, 90])],
    'No clear difference in growth on last week.',
  ],
  [
    'are three',
    [growing('Cyber', 40, [30, 60]), growing('Marine', 20, [15, 24]), growing('Hull', 10, [5, 20])],
    'Cyber grew most on last week, ahead of Marine and Hull.',
  ],
])('the growth of topics that %s is compared in words', (_, topics, words) => {
  expect(grownOf(topics)).toBe(words);
});

test('past days, which have no ranges, are compared by figures', () => {
  const topics = [growing('Marine', 10, null), growing('Cyber', 40, null), growing('Hull', 0, null)];
  expect(grownOf(topics, 'the 14 days before')).toBe(
    'Cyber grew (+40%), Marine grew (+10%), and Hull stayed level (0%) on the 14 days before.',
  );
});

describe('scaleOf() for bars', () => {
  test.each([
    ['nothing', [], [0, 1], 0],
    ['zeros', [0, 0], [0, 1], 0],
    ['like values go to both sides', [50, 40, -30], [-30, 50], 0],
    ['one outlier among three', [320, 52, 42], [0, 65], 1],
    ['an outlier that falls', [-900, 20, 10], [-25, 20], 1],
    ['two outliers of six', [900, 800, 20, 10, 5, 5], [0, 25], 2],
    ['half are large: none is an outlier', [900, 20], [0, 900], 0],
    ['a single one', [320], [0, 320], 0],
    ['losses alone', [-68, -28], [-68, 0], 0],
  ])('scaleOf() returns the scale of bars: %s', (_, values, [from, to], cut) => {
    const scale = scaleOf(values.map((value) => ({ value, interval: null })));
    expect(scale).toEqual({ from: from === 0 ? -0 : from, to, cut });
  });

  test('intervals in bar charts are shown in full unless they far exceed every bar', () => {
    const bars = [
      { value: 40, interval: [-10, 55] },
      { value: -20, interval: [-300, 700] },
    ] as const;
    expect(scaleOf(bars)).toEqual({ from: -100, to: 100, cut: 0 });
  });

  test('the axis of a bar chart has at most seven marks, with round values including zero', () => {
    expect(scaleMarksOf({ from: -74, to: 84, cut: 1 })).toEqual([-50, -25, 0, 25, 50, 75]);
    expect(scaleMarksOf({ from: -68, to: 0, cut: 0 })).toEqual([-60, -50, -40, -30, -20, -10, 0]);
    expect(placeOn({ from: -50, to: 150, cut: 0 }, 0)).toBe(25);
  });
});

test('compared weeks start on the same weekday', () => {
  const days = Array.from({ length: 28 }, (_, i) => ({ date: `2026-01-${String(i + 1).padStart(2, '0')}`, index: i }));
  const [now, before] = weeksOf(days);
  expect(now?.days.map(({ index }) => index)).toEqual([21, 22, 23, 24, 25, 26, 27]);
  expect(before?.days.map(({ index }) => index)).toEqual([14, 15, 16, 17, 18, 19, 20]);
});

test.each([
  [{ topic: '6' }, 'topic', false],
  [{ view: 'trending', topic: '6' }, 'trending', true],
  [{ view: 'popular', content: '6' }, 'popular', true],
  [{ content: '6' }, 'overview', false],
  [{ view: 'nonsense', topic: '6' }, 'topic', false],
  [{ view: 'compare' }, 'compare', false],
])('the insights view %j has its tab and detail panel', (part, tab, beside) => {
  const view = { ...VIEW_DEFAULTS, ...part };
  expect([tabOf(view), hasDetailPanel(view)]).toEqual([tab, beside]);
});

test.each([
  [0, '0% of '],
  [50, 'half '],
  [90, '90% of '],
  [100, ''],
  [110, '1.1 times '],
  [200, 'twice '],
  [250, '2.5 times '],
  [300, 'three times '],
])('describePlacement() describes a placement index of %i', (index, words) => {
  expect(describePlacement({ index, positions: { from: 1, to: 1 } })).toBe(
    `is mostly seen at position 1 and gets ${words}the clicks normal for that position`,
  );
});

test('the text of a placement index contains its positions', () => {
  const said = (from: number, to: number | null) => describePlacement({ index: 200, positions: { from, to } });
  expect(said(3, 3)).toBe('is mostly seen at position 3 and gets twice the clicks normal for that position');
  expect(said(2, 6)).toBe('is mostly seen at positions 2 to 6 and gets twice the clicks normal for those positions');
  expect(said(13, null)).toBe(
    'is mostly seen at positions 13 and below and gets twice the clicks normal for those positions',
  );
});

test('read-through rates are expressed in tenths, next to the usual rate', () => {
  const said = (percent: number, usual: number | null) =>
    howFarInWords({ percent }, usual === null ? null : { percent: usual }, 'for reports');
  expect(said(62, 41)).toBe('six in ten read past the middle (usual for reports: four in ten)');
  expect(said(62, 58)).toBe('six in ten read past the middle, as is usual for reports');
  expect(said(3, 96)).toBe('fewer than one in ten read past the middle (usual for reports: nearly all)');
  expect(said(96, null)).toBe('nearly all read past the middle');
});

test('the ranks of compared topics do not wrap', () => {
  expect(rankSentence('Cargo was read more (No. 2 in Trending; Hull is No. 5)')).toBe(
    'Cargo was read more (No.\u00a02 in Trending; Hull is No.\u00a05).',
  );
});

test('the heading of a comparison contains the topic that changed most', () => {
  const of = (name: string, growthPercent: number | null, confidence: 'high' | 'low') => ({
    name,
    change: { growthPercent, interval: null, confidence },
  });
  const sides = [of('Cyber', 90, 'low'), of('Marine', 40, 'high'), of('Talent', -70, 'high'), of('Space', null, 'low')];
  expect(grownOf(sides)).toBe('Marine is up 40% on last week.');
  expect(grownOf(sides.slice(2))).toBe('Talent is down 70% on last week.');
  expect(grownOf(sides.slice(3))).toBe('None has clearly changed from last week.');
  expect(grownOf(sides, 'the 14 days before')).toBe('Cyber is up 90% on the 14 days before.');
  expect(grownOf([of('Cyber', 0, 'low')], 'the 14 days before')).toBe('None has changed from the 14 days before.');
  expect(grownOf([of('Cyber', 0, 'low'), of('Space', null, 'low')], 'the same days a year ago')).toBe(
    'Space is new: it had no readers in the same days a year ago.',
  );
  const ranged = (name: string, growthPercent: number, low: number, high: number) => ({
    name,
    change: { growthPercent, interval: [low, high] as const, confidence: 'high' as const },
  });
  expect(grownOf([ranged('Cyber', 10, 2, 18), ranged('Marine', 40, 30, 52)])).toBe(
    'Marine grew more on last week, ahead of Cyber.',
  );
  const unclear = {
    name: 'Hull',
    change: { growthPercent: 5, interval: [-10, 25] as const, confidence: 'low' as const },
  };
  expect(grownOf([unclear, ranged('Marine', 40, 30, 52)])).toBe('Marine grew more on last week, ahead of Hull.');
  expect(grownOf([ranged('Cyber', -10, -20, 0), ranged('Marine', -15, -30, -5)])).toBe(
    'No clear difference in growth on last week.',
  );
  expect(grownOf([of('Cyber', 10, 'low'), of('Marine', -4, 'low')], 'the 14 days before')).toBe(
    'Cyber grew (+10%) and Marine fell (−4%) on the 14 days before.',
  );
  const three = [ranged('Hull', -60, -65, -55), ranged('Cyber', -10, -12, -8), ranged('Marine', -30, -40, -20)];
  expect(grownOf(three)).toBe('Cyber fell least on last week, ahead of Marine and Hull.');
  // Topics with few readers or small changes are not reported.
  const unknown = { name: 'Talent', change: null };
  expect(grownOf([unknown])).toBe('No change from last week is known.');
  expect(grownOf([unknown, of('Cyber', 0, 'low')], 'the 14 days before')).toBe(
    'No change from the 14 days before is known.',
  );
  expect(grownOf([unknown], 'the same days a year ago', true)).toBe(
    'No data for the same days a year ago to compare with.',
  );
});

test('placementLine() describes a placement index with its interval', () => {
  const placement = { index: 580, interval: [560, 760] };
  expect(placementLine({ ...placement, positions: { from: 4, to: 12 } })).toBe(
    '5.8× normal for positions 4 to 12 (90% range 5.6 to 7.6×)',
  );
  expect(placementLine({ index: 70, interval: [50, 80], positions: { from: 2, to: 2 } })).toBe(
    '30% below normal for position 2 (90% range 0.5 to 0.8×)',
  );
  expect(placementLine({ index: 200, positions: { from: 13, to: null } })).toBe('2× normal for positions 13 and below');
});

test('placement advice covers the whole measured position bucket and skips articles inside it', () => {
  const of = (contentId: number, index: number, from: number, to = from) => ({
    contentId,
    title: `Story ${contentId}`,
    placement: { index, interval: [index - 10, index + 10], confidence: 'high', positions: { from, to } },
  });
  const plain = { contentId: 9, title: 'Story 9' };
  // The second article is at position 6. Both articles were measured at positions 4 to 12.
  const chosen = [plain, plain, plain, plain, plain, of(1, 50, 4, 12), plain, of(2, 300, 7, 12)];
  const { wasted, better } = verdictOf(chosen, [of(3, 200, 13)]);
  if (!wasted || !better) throw new Error('both are told');
  expect(wastedInWords(wasted.placement, wasted.at ?? undefined)).toEqual([
    'Overplayed at one of positions 4 to 12: ',
    'It gets half the clicks normal for its positions (likely 40 to 60%).',
  ]);
  expect(better.item.contentId).toBe(3);
  expect(betterInWords(better.placement, better.at, wasted.at)).toMatch(/: give it one of positions 4 to 12\.$/);
  expect(underplayedInWords(better.placement)).toEqual([
    'Underplayed at position 13: ',
    'It gets twice the clicks normal for its position (likely 1.9 to 2.1 times): move it up.',
  ]);
  expect(adviceLabel('Replace No. 6', { wasted, better })).toBe('Replace No. 6: Story 1 with Story 3');
  expect(adviceLabel('Swap', { wasted, better: { ...better, number: 8 } })).toBe('Swap: Story 1 and Story 3');
  expect(adviceLabel('Move', { wasted: undefined, better })).toBe('Move: Story 3');
});

test('placement advice for all lists contains the best weak position and the strongest article below it', () => {
  const of = (contentId: number, index: number, from: number) => ({
    contentId,
    title: `Story ${contentId}`,
    placement: {
      index,
      interval: [index - 10, index + 10] as [number, number],
      confidence: 'high' as const,
      positions: { from, to: from },
    },
  });
  const { wasted, better } = verdictOfLists(
    [of(1, 300, 1), of(2, 150, 9), of(3, 200, 7)],
    [of(4, 40, 5), of(5, 80, 2)],
  );
  expect([wasted?.item.contentId, better?.item.contentId]).toEqual([5, 3]);
  expect(verdictOfLists([of(1, 300, 1)], [of(4, 40, 5)]).better?.item.contentId).toBe(1);
  expect(verdictOfLists([], [])).toEqual({ wasted: undefined, better: undefined });
});

test('the leading topic of a week is described with its past peak and confidence', () => {
  const sure = { growthPercent: 350, interval: [270, 450], confidence: 'high' } as const;
  const unsure = { growthPercent: 17, interval: [-11, 54], confidence: 'low' } as const;
  const isNew = { growthPercent: null, interval: null, confidence: 'low' } as const;
  expect(saidOf(sure)).toBe('is rising fastest, up about 350% on last week');
  expect(saidOf(sure, { peaked: '19 Nov' })).toBe(
    'is past its peak of 19 Nov, but is still up about 350% on last week',
  );
  expect(saidOf(unsure)).toBe('may be rising, up about 17% on last week');
  expect(saidOf(unsure, { peaked: '19 Nov' })).toBe('is past its peak of 19 Nov, but may be up about 17% on last week');
  expect(saidOf(isNew, { peaked: '19 Nov' })).toBe('is new this week, and past its peak of 19 Nov');
  const against = againstInWords('before', { from: '2026-11-13', to: '2026-11-26' });
  expect(saidOf({ ...sure, growthPercent: -58 })).toBe('fell fastest, down about 58% on last week');
  expect(saidOf(sure, { against })).toBe('rose fastest, up about 350% on the 14 days before');
  expect(saidOf({ ...sure, growthPercent: -58 }, { against })).toBe(
    'fell fastest, down about 58% on the 14 days before',
  );
  expect(saidOf(isNew, { against })).toBe('is new: it had no readers in the 14 days before');
  // The sentence of a topic also contains the peak, unless growth is uncertain.
  expect(changeInWords(sure, { peaked: '19 Nov' })).toBe(
    'Past its peak of 19 Nov, but up 350% on last week (90% range: +270% to +450%)',
  );
  expect(changeInWords(unsure, { peaked: '19 Nov' })).not.toContain('peak');
  expect(sureInWords(sure)).toBe('90% sure: +270% to +450%.');
  expect(sureInWords(unsure)).toBe('90% sure: −11% to +54%. This may be chance.');
  expect(sureInWords({ ...unsure, interval: null })).toBe('Too few readers for a range.');
  expect(sureInWords(isNew)).toMatch(/^New this week/);
});

test('the best ranks of an article are joined with their periods', () => {
  const ranked = (rank: number, period: '24h' | '7d') => ({ rank, period, previousRank: null });
  const nowhere = { ranks: [], risingRank: null, topics: [] };
  expect(bestRanksInWords(nowhere)).toBe('');
  expect(bestRanksInWords({ ...nowhere, risingRank: 3 })).toBe('No. 3 among articles gaining readers now');
  const topics = [
    { name: 'Hull', ranks: [ranked(9, '24h')] },
    { name: 'Space', ranks: [] },
    { name: 'Cyber', ranks: [ranked(4, '7d'), ranked(2, '24h')] },
    { name: 'Cargo', ranks: [ranked(1, '24h'), ranked(1, '7d')] },
  ];
  expect(bestRanksInWords({ ranks: [ranked(20, '7d')], risingRank: 3, topics })).toBe(
    'No. 20 of all articles and No. 1 in Cargo in the last 7 days',
  );
  expect(bestRanksInWords({ ranks: [ranked(20, '24h')], risingRank: 3, topics })).toBe(
    'No. 20 of all articles in the last 24 hours and No. 1 in Cargo in the last 7 days',
  );
  expect(bestRanksInWords({ ...nowhere, risingRank: 3, topics: topics.slice(2, 3) })).toBe(
    'No. 3 among articles gaining readers now and No. 2 in Cyber in the last 24 hours',
  );
});

test('daily ranks are described as ordinals with their range', () => {
  expect(ranksInWords([37, null, 3, 13])).toBe('13th yesterday (best 3rd, worst 37th)');
  expect(ranksInWords([1, 1])).toBe('1st yesterday (always 1st)');
  expect(ranksInWords([2, null])).toBe('Not read yesterday (always 2nd)');
});

test('the chart of an alert ends on its day and is relative to the highest day until then', () => {
  const days = [10, 40, null, 100].map((index, i) => ({ date: `2026-11-0${i + 1}`, index }));
  expect(daysUntil(days, '2026-11-03').map(({ index }) => index)).toEqual([25, 100, null]);
  expect(daysUntil(days, '2026-11-04')).toEqual(days);
  const long = Array.from({ length: 42 }, (_, i) => ({ date: utcDay(i * DAY), index: i === 0 ? 100 : 50 }));
  const shown = daysUntil(long, utcDay(30 * DAY));
  expect([shown.length, shown[0]?.date, shown.at(-1)?.date]).toEqual([28, utcDay(3 * DAY), utcDay(30 * DAY)]);
  expect(shown[0]?.index).toBe(100);
});
