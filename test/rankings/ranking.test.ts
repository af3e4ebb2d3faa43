import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MEASURES } from '../../src/db/click-columns.ts';
import { type WindowScore, ZERO_SCORE } from '../../src/engagement/score.ts';
import type { ArticleFacts } from '../../src/rankings/facts.ts';
import { PreviousOrders } from '../../src/rankings/math/previous-orders.ts';
import { rankTopic } from '../../src/rankings/math/rank-topic.ts';
import { type Engagement, Scores } from '../../src/rankings/math/scores.ts';
import { top } from '../../src/rankings/math/top.ts';
import { seed } from '../search/seed.ts';
import { rankSite } from './math/rank-site.ts';

interface Given extends Partial<Omit<ArticleFacts, 'id'>> {
  day?: number;
  week?: number;
  weekBefore?: number;
  growth?: number;
  growthBefore?: number;
  of?: Partial<Record<(typeof MEASURES)[number], number>>;
}

function article(id: number, given: Given): Engagement {
  const { day = 0, week = day, weekBefore = 0, growth = week, growthBefore = 0, of = {}, ...facts } = given;
  // Signed clicks are never discounted.
  const signed = (all: number): WindowScore => ({
    ...ZERO_SCORE,
    certain: MEASURES.map((name) => (name === 'all' ? all : Math.min(all, of[name] ?? 0))),
  });
  const shown: ArticleFacts = {
    id,
    publishedAt: 0,
    topics: [1],
    contentType: 'article',
    sourceType: null,
    source: 'a.example',
    domain: 'a.example',
    companies: [],
    countries: [],
    authors: [],
    section: null,
    ...facts,
  };
  return new Scores().set(shown, {
    day: signed(day),
    week: signed(week),
    dayBefore: ZERO_SCORE,
    weekBefore: signed(weekBefore),
    growth: signed(growth),
    growthBefore: signed(growthBefore),
    hourly: null,
  });
}

describe('top', () => {
  const items = fc.array(fc.record({ key: fc.nat(30), score: fc.integer({ min: -2, max: 4 }) }), { maxLength: 40 });

  test('top() equals sorting and truncating, ties by ascending key', () => {
    const property = fc.property(items, fc.integer({ min: 1, max: 50 }), (items, limit) => {
      const list = [...new Map(items.map((item) => [item.key, item])).values()];
      const plain = list
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.key - b.key)
        .slice(0, limit)
        .map(({ key }) => key);
      const found = top(
        list,
        ({ score }) => score,
        ({ key }) => key,
        limit,
      );
      expect(found).toEqual(plain);
    });
    fc.assert(property, { seed, numRuns: 500 });
  });
});

describe('rankTopic', () => {
  const articles = [
    article(1, { day: 2, week: 5, weekBefore: 9, growthBefore: 9, topics: [1, 2], source: 'b.example' }),
    article(2, { day: 2, week: 7, weekBefore: 1, growthBefore: 1, topics: [1, 2, 47], of: { broker: 3, carrier: 1 } }),
    article(3, { week: 6, topics: [1, 3] }),
    article(4, { weekBefore: 4, growthBefore: 4, topics: [1, 47] }),
  ];
  const { counters, views } = rankTopic(1, articles, { orders: new PreviousOrders(), baseline: null });

  test('rankTopic sums the counters and lists no articles that have only past clicks', () => {
    expect(counters).toMatchObject({
      engagement24h: 4,
      engagement24hBroker: 2,
      engagement24hCarrier: 1,
      engagement24hRm: 2,
      engagement7d: 18,
      engagement7dBroker: 3,
      engagement7dCarrier: 1,
      engagement7dRm: 7,
      before7d: 14,
      before7dRm: 5,
      before24h: 0,
      growthCurrent: 18,
      growthPrevious: 14,
      growthPreviousRm: 5,
      growthItems: 3,
      growthItemsRm: 1,
      growthItemsBefore: 3,
      growthItemsBeforeRm: 2,
    });
  });

  test('rankTopic lists articles by engagement with previous ranks, and omits those without clicks', () => {
    expect(views.items).toEqual({ '24h': [1, 2], '7d': [2, 3, 1], '24h-rm': [2], '7d-rm': [2] });
    expect(views.previous).toEqual({ '24h': [null, null], '7d': [3, null, 1], '24h-rm': [null], '7d-rm': [2] });
  });

  test('rankTopic lists co-topics by shared engagement, without the topic itself', () => {
    expect(views.coTopics).toEqual({ '24h': [2, 47], '7d': [2, 47, 3], '24h-rm': [2, 47], '7d-rm': [2, 47] });
  });

  test('rankTopic returns the largest gains and losses, the sources by engagement, and the cause of the change', () => {
    expect(views.growth).toMatchObject({
      all: {
        gains: [2, 3],
        losses: [1, 4],
        sources: ['a.example', 'b.example'],
        cause: { kind: 'articles', articles: [2, 3], source: null, share: null },
      },
      rm: {
        gains: [2],
        losses: [4],
        sources: ['a.example'],
        cause: { kind: 'articles', articles: [2], source: null, share: null },
      },
    });
  });

  test('rankTopic lists at most 50 articles and 5 gains, ties by ascending id', () => {
    const many = Array.from({ length: 60 }, (_, i) => article(60 - i, { day: 1, source: `s${60 - i}` }));
    const { items, growth } = rankTopic(1, many, { orders: new PreviousOrders(), baseline: null }).views;
    expect(items['24h']).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    expect(growth.all).toMatchObject({ gains: [1, 2, 3, 4, 5], sources: ['s1', 's10', 's11', 's12', 's13'] });
  });

  test('rankTopic returns empty lists if there are no clicks', () => {
    const lists = { '24h': [], '7d': [], '24h-rm': [], '7d-rm': [] };
    const unknown = { interval: null, confidence: 'low', cause: null };
    const emptyGrowth = { gains: [], losses: [], sources: [], ...unknown };
    expect(rankTopic(1, [], { orders: new PreviousOrders(), baseline: null }).views).toEqual({
      items: lists,
      previous: lists,
      coTopics: lists,
      growth: { all: emptyGrowth, rm: emptyGrowth },
    });
  });
});

describe('rankSite', () => {
  const articles = [
    article(1, { week: 6, contentType: 'video', sourceType: 'carrier', of: { EU: 4, NA: 2, director: 6 } }),
    article(2, {
      week: 6,
      contentType: 'podcast',
      sourceType: '3rd-party-publication',
      topics: [47],
      of: { EU: 3, 'c-suite': 3 },
      companies: [100, 12],
    }),
    article(3, {
      week: 8,
      contentType: 'podcast',
      of: { OC: 8 },
      companies: [12],
      countries: ['GB'],
      authors: ['Ada Byron'],
      section: 'Markets',
    }),
    article(4, { weekBefore: 9, contentType: 'report', sourceType: 'broker' }),
    // Article 5 has too few clicks to appear in audience groups.
    article(5, { week: 4, contentType: 'podcast', domain: 'b.example', of: { OC: 4, AF: 4 } }),
  ];
  const { groups } = rankSite(articles, new PreviousOrders(), { hour: 1000, minClicks: 3, baseline: null }).views;

  test.each([
    [
      'content-type',
      [
        ['podcast', [3, 2, 5]],
        ['video', [1]],
      ],
      [['podcast', [2]]],
    ],
    [
      'source-type',
      [
        ['carrier', [1]],
        ['3rd-party-publication', [2]],
      ],
      [['3rd-party-publication', [2]]],
    ],
    [
      'audience-region',
      [
        ['oceania', [3]],
        ['europe', [1, 2]],
      ],
      [['europe', [2]]],
    ],
    [
      'seniority',
      [
        ['director', [1]],
        ['c-suite', [2]],
      ],
      [['c-suite', [2]]],
    ],
    [
      'company',
      [
        ['12', [3, 2]],
        ['100', [2]],
      ],
      [
        ['12', [2]],
        ['100', [2]],
      ],
    ],
    [
      'source',
      [
        ['a.example', [3, 1, 2]],
        ['b.example', [5]],
      ],
      [['a.example', [2]]],
    ],
    ['country', [['gb', [3]]], []],
    ['author', [['Ada Byron\na.example', [3]]], []],
    ['section', [['Markets\n', [3]]], []],
  ] as const)(
    'rankSite orders the groups of %s by engagement and omits empty groups and unknown values',
    (name, all, rm) => {
      const withoutRanks = (scope: 'all' | 'rm') => groups[name]?.[scope].map(([slug, ids]) => [slug, ids]);
      expect({ all: withoutRanks('all'), rm: withoutRanks('rm') }).toEqual({ all, rm });
    },
  );
});
