import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ArticleFacts, type Engagement, MEASURES } from '../../src/engagement/window.ts';
import { rankSite, rankTopic, top } from '../../src/rankings/ranking.ts';
import { seed } from '../search/seed.ts';

interface Given extends Partial<Omit<ArticleFacts, 'id'>> {
  day?: number;
  week?: number;
  previous?: number;
  /** Of the week's clicks, by measure. */
  of?: Partial<Record<(typeof MEASURES)[number], number>>;
}

function article(contentId: number, { day = 0, week = day, previous = 0, of = {}, ...facts }: Given): Engagement {
  const measures = (all: number) => MEASURES.map((name) => (name === 'all' ? all : Math.min(all, of[name] ?? 0)));
  return {
    contentId,
    facts: { id: contentId, topics: [1], contentType: 'article', sourceType: null, source: 'a.example', ...facts },
    day: measures(day),
    week: measures(week),
    previous,
  };
}

describe('top', () => {
  const items = fc.array(fc.record({ key: fc.nat(30), score: fc.integer({ min: -2, max: 4 }) }), { maxLength: 40 });

  test('equals sorting and cutting, ties by ascending key', () => {
    const property = fc.property(items, fc.integer({ min: 1, max: 50 }), (items, limit) => {
      const list = [...new Map(items.map((item) => [item.key, item])).values()];
      const plain = list
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.key - b.key)
        .slice(0, limit)
        .map(({ key }) => key);
      expect(
        top(
          list,
          ({ score }) => score,
          ({ key }) => key,
          limit,
        ),
      ).toEqual(plain);
    });
    fc.assert(property, { seed, numRuns: 500 });
  });
});

describe('of a topic', () => {
  const articles = [
    article(1, { day: 2, week: 5, previous: 9, topics: [1, 2], source: 'b.example' }),
    article(2, { day: 2, week: 7, previous: 1, topics: [1, 2, 47], of: { broker: 3, carrier: 1 } }),
    article(3, { week: 6, topics: [1, 3] }),
    article(4, { previous: 4, topics: [1, 47] }),
  ];
  const { counters, views } = rankTopic(1, articles);

  test('counters are sums, and what has only past clicks is no item', () => {
    expect(counters).toEqual({
      ...{ clicks24h: 4, clicks24hBroker: 2, clicks24hCarrier: 1, clicks24hRm: 2 },
      ...{ clicks7d: 18, clicks7dBroker: 3, clicks7dCarrier: 1, clicks7dRm: 7 },
      ...{ previous7d: 14, previous7dRm: 5, items7d: 3, items7dRm: 1 },
    });
  });

  test('items by engagement, nothing without any', () => {
    expect(views.items).toEqual({ '24h': [1, 2], '7d': [2, 3, 1], '24h-rm': [2], '7d-rm': [2] });
  });

  test('co-topics by the engagement of what has both, the topic itself not among them', () => {
    expect(views.coTopics).toEqual({ '24h': [2, 47], '7d': [2, 47, 3], '24h-rm': [2, 47], '7d-rm': [2, 47] });
  });

  test('growth: the largest increases, and sources by current engagement', () => {
    expect(views.growth).toEqual({
      all: { content: [2, 3], sources: ['a.example', 'b.example'] },
      rm: { content: [2], sources: ['a.example'] },
    });
  });

  test('at most 50 items and 5 of growth, ties by ascending id', () => {
    const many = Array.from({ length: 60 }, (_, i) => article(60 - i, { day: 1, source: `s${60 - i}` }));
    const { items, growth } = rankTopic(1, many).views;
    expect(items['24h']).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    expect(growth.all).toEqual({ content: [1, 2, 3, 4, 5], sources: ['s1', 's10', 's11', 's12', 's13'] });
  });

  test('nothing clicked, nothing ranked', () => {
    expect(rankTopic(1, []).views).toEqual({
      items: { '24h': [], '7d': [], '24h-rm': [], '7d-rm': [] },
      coTopics: { '24h': [], '7d': [], '24h-rm': [], '7d-rm': [] },
      growth: { all: { content: [], sources: [] }, rm: { content: [], sources: [] } },
    });
  });
});

describe('of the site', () => {
  const { groups } = rankSite([
    article(1, { week: 3, contentType: 'video', sourceType: 'carrier', of: { EU: 2, NA: 1, director: 3 } }),
    article(2, {
      week: 3,
      contentType: 'podcast',
      sourceType: '3rd-party-publication',
      topics: [47],
      of: { EU: 1, 'c-suite': 2 },
    }),
    article(3, { week: 4, contentType: 'podcast', of: { OC: 4 } }),
    article(4, { previous: 9, contentType: 'report', sourceType: 'broker' }),
  ]).views;

  test.each([
    [
      'content-type',
      [
        ['podcast', [3, 2]],
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
        ['north-america', [1]],
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
  ] as const)('%s: groups by engagement, empty ones and unknown values left out', (name, all, rm) => {
    expect(groups[name]).toEqual({ all, rm });
  });
});
