import { describe, expect, test } from 'vitest';
import {
  ALERT_TYPES,
  type Alert,
  detectRisingArticles,
  detectTopics,
  type HourFigures,
  INITIAL_DETECTION,
  type Memory,
  type Rules,
  type TopicFigures,
} from '../../src/alerts/detect.ts';

const START = 500_000;
const RULES: Rules = {
  ...{ types: ALERT_TYPES, oncePerDay: true, isQuiet: false, day: '2026-11-21', minEngagement: 10 },
  suspects: new Set(),
};

const MANY = { kind: 'many' as const, articles: [], source: null, share: null };

const topic = (topicId: number, given: Partial<TopicFigures> = {}): TopicFigures => ({
  ...{ topicId, name: `Topic ${topicId}`, slug: `topic-${topicId}`, excluded: false },
  ...{ engagement: 1000 - 10 * topicId, before: 500, current: 100, previous: 100, items: 9 },
  ...{ interval: null, confidence: 'low', cause: MANY, gains: [900 + topicId] },
  ...given,
});

/** Published figures of an hour with twenty topics. Topic N has rank N unless `changed` contains it. */
const figuresAt = (hours: number, changed: Record<number, Partial<TopicFigures>> = {}): HourFigures => ({
  ...{ hour: START + hours, days: 60, site: { current: 1000, previous: 1000 } },
  topics: Array.from({ length: 20 }, (_, i) => topic(i + 1, changed[i + 1])),
});

const atRank = (rank: number) => ({ engagement: 1000 - 10 * rank + 5 });

const GROWING: Partial<TopicFigures> = { current: 200, interval: [40, 180], confidence: 'high' };

type Changed = Record<number, Partial<TopicFigures>>;

/** Runs the rules hour by hour. `at` returns the changed topics of an hour. Days are UTC days. */
function play(hours: number, at: (hour: number) => Changed, rules: (hour: number) => Partial<Rules> = () => ({})) {
  let memory: Memory = INITIAL_DETECTION;
  const alerts: (Alert & { hour: number })[] = [];
  for (let hour = 0; hour < hours; hour++) {
    const day = new Date((START + hour) * 3_600_000).toISOString().slice(0, 10);
    const seen = detectTopics(memory, figuresAt(hour, at(hour)), { ...RULES, day, ...rules(hour) });
    memory = seen.memory;
    alerts.push(...seen.alerts.map((alert) => ({ ...alert, hour })));
  }
  return { memory, alerts };
}

const said = ({ alerts }: ReturnType<typeof play>) => alerts.map(({ type, topicId, hour }) => [hour, type, topicId]);

describe('top-ten alerts', () => {
  test('swapping ranks with the eleventh topic every hour causes no alert', () => {
    expect(said(play(400, (hour) => (hour % 2 ? { 11: atRank(9) } : {})))).toEqual([]);
  });

  test('a topic that enters the top ten is reported after a day, and the displaced topic later', () => {
    const played = play(200, (hour) => (hour >= 10 ? { 15: atRank(3) } : {}));
    expect(said(played)).toEqual([
      [34, 'topic.entered_top_ten', 15],
      [46, 'topic.left_top_ten', 10],
    ]);
    expect(played.alerts.map(({ rank, previousRank }) => [rank, previousRank])).toEqual([
      [3, null],
      [11, 10],
    ]);
  });

  test('a topic that returns within a week must stay for two days to be reported', () => {
    const played = play(300, (hour) => (hour >= 10 && (hour < 60 || hour >= 100) ? { 15: atRank(1) } : {}));
    expect(said(played).filter(([, , id]) => id === 15)).toEqual([[34, 'topic.entered_top_ten', 15]]);
  });

  test('neither the initial state nor changes in the first week of clicks are reported', () => {
    expect(said(play(100, () => ({ 15: atRank(1) })))).toEqual([]);
    let memory: Memory = INITIAL_DETECTION;
    for (let hour = 0; hour < 100; hour++) {
      const figures: HourFigures = { ...figuresAt(hour, hour > 5 ? { 15: atRank(1) } : {}), days: 6 };
      const { alerts, memory: next } = detectTopics(memory, figures, RULES);
      memory = next;
      expect(alerts).toEqual([]);
    }
  });

  test('a topic excluded from trending does not count towards the top ten', () => {
    expect(said(play(100, (hour) => (hour >= 5 ? { 15: { ...atRank(1), excluded: true } } : {})))).toEqual([]);
  });
});

describe('growth alerts', () => {
  const grows = (given: Partial<TopicFigures> = {}, site?: HourFigures['site']) => {
    let memory: Memory = INITIAL_DETECTION;
    const alerts: Alert[] = [];
    for (let hour = 0; hour < 30; hour++) {
      const figures = figuresAt(hour, hour >= 5 ? { 12: { ...GROWING, ...given } } : {});
      const seen = detectTopics(memory, site ? { ...figures, site } : figures, RULES);
      memory = seen.memory;
      alerts.push(...seen.alerts);
    }
    return alerts.map(({ type, topicId }) => [type, topicId]);
  };

  test('growth with high confidence for six hours is reported once', () => {
    expect(grows()).toEqual([['topic.grows', 12]]);
    expect(said(play(200, (hour) => (hour >= 5 ? { 12: GROWING } : {})))).toEqual([[11, 'topic.grows', 12]]);
  });

  test.each<[what: string, given: Partial<TopicFigures>]>([
    ['with a low lower bound of its interval', { interval: [5, 90] }],
    ['with low confidence', { confidence: 'low' }],
    ['by one article', { cause: { ...MANY, kind: 'articles', articles: [900] } }],
    ['without a cause', { cause: null }],
    ['with few articles', { items: 4 }],
    ['with little engagement', { current: 9 }],
    ['without an interval', { interval: null }],
  ])('growth %s is not reported', (_, given) => {
    expect(grows(given)).toEqual([]);
  });

  test('growth of the whole site is not reported for a topic', () => {
    expect(grows({}, { current: 1500, previous: 1000 })).toEqual([]);
    expect(grows({}, { current: 1200, previous: 1000 })).toEqual([['topic.grows', 12]]);
  });

  test('growth is reported again only after two days without growth', () => {
    const on = (hour: number) => hour % 60 < 30;
    expect(said(play(400, (hour) => (hour >= 5 && on(hour) ? { 12: GROWING } : {})))).toHaveLength(1);
    const rarely = (hour: number) => hour % 100 < 30;
    expect(said(play(400, (hour) => (hour >= 5 && rarely(hour) ? { 12: GROWING } : {})))).toHaveLength(4);
  });

  test('growth is not reported if an article that caused it is heavily discounted', () => {
    const suspects = () => ({ suspects: new Set([912]) });
    expect(said(play(50, (hour) => (hour >= 5 ? { 12: GROWING } : {}), suspects))).toEqual([]);
  });
});

describe('suppressed alerts', () => {
  const both = (hour: number): Changed => (hour >= 5 ? { 15: { ...GROWING, ...atRank(1) } } : {});

  test('a topic is reported once per day, and a suppressed alert is reported on the next day', () => {
    const days = play(100, both).alerts.map(({ hour }) => Math.floor((START + hour) / 24));
    expect(new Set(days).size).toBe(days.length);
    expect(said(play(100, both, () => ({ day: 'always the same' }))).filter(([, , id]) => id === 15)).toHaveLength(1);
    const free = play(100, both, () => ({ oncePerDay: false, day: 'always the same' }));
    expect(said(free).filter(([, , id]) => id === 15)).toHaveLength(2);
  });

  test('alerts suppressed in quiet hours are reported afterwards if they still apply', () => {
    const quiet = (until: number) => (hour: number) => ({ isQuiet: hour < until });
    expect(said(play(100, (hour) => (hour >= 5 ? { 12: GROWING } : {}), quiet(40)))).toEqual([[40, 'topic.grows', 12]]);
    expect(said(play(100, (hour) => (hour >= 5 && hour < 30 ? { 12: GROWING } : {}), quiet(40)))).toEqual([]);
  });

  test('alerts of unselected types are never reported', () => {
    const late = (hour: number) => (hour < 60 ? { types: ['topic.left_top_ten'] as const } : {});
    expect(said(play(100, (hour) => (hour >= 5 ? { 12: GROWING } : {}), late))).toEqual([]);
  });
});

test('a repeated run detects the same alerts', () => {
  let memory: Memory = INITIAL_DETECTION;
  for (let hour = 0; hour < 80; hour++) {
    const figures = figuresAt(hour, hour >= 5 ? { 12: GROWING, 15: atRank(2) } : {});
    const first = detectTopics(memory, figures, RULES);
    expect(detectTopics(memory, figures, RULES)).toEqual(first);
    const later = detectTopics(memory, figuresAt(hour + 1, { 12: GROWING, 15: atRank(2) }), RULES);
    for (const { type, topicId, since } of first.alerts)
      expect(later.alerts).toContainEqual(expect.objectContaining({ type, topicId, since }));
    memory = first.memory;
  }
});

describe('article.rising alerts', () => {
  const leader = { contentId: 7, topics: [3, 4], engagement: 40, tenth: 10 };
  const known: Memory = { ...INITIAL_DETECTION, began: 0, hour: START };
  const at = (memory: Memory, now: number, given = {}, rules: Partial<Rules> = {}) =>
    detectRisingArticles(memory, { ...leader, ...given }, { ...RULES, ...rules, now });
  const led = at(known, 1_000_000).memory;

  test('an article that clearly leads for ten minutes is reported once', () => {
    expect(at(led, 1_000_300).alerts).toEqual([]);
    const seen = at(led, 1_000_600);
    expect(seen.alerts).toEqual([
      { type: 'article.rising', topicId: 3, contentId: 7, rank: 1, previousRank: null, since: 1_000_000 },
    ]);
    const next = { ...RULES, day: '2026-11-22', now: 1_090_000 };
    expect(detectRisingArticles(seen.memory, leader, next).alerts).toEqual([]);
    const other = at(at(seen.memory, 1_001_000, { contentId: 8 }).memory, 1_002_000, { contentId: 8 });
    expect(other.alerts).toEqual([]);
  });

  test.each<[what: string, given: object, rules: Partial<Rules>]>([
    ['that does not clearly lead', { tenth: 12 }, {}],
    ['with few readers', { engagement: 7, tenth: 0 }, {}],
    ['that is heavily discounted', {}, { suspects: new Set([7]) }],
    ['in quiet hours', {}, { isQuiet: true }],
    ['of an unselected type', {}, { types: ['topic.grows'] }],
  ])('an article %s is not reported', (_, given, rules) => {
    expect(at(led, 1_000_600, given, rules).alerts).toEqual([]);
  });

  test('an article that has lost its lead must lead for ten minutes again', () => {
    const away = detectRisingArticles(led, null, { ...RULES, now: 1_000_300 }).memory;
    expect(at(at(away, 1_000_500).memory, 1_000_700).alerts).toEqual([]);
  });
});
