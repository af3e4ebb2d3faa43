import { describe, expect, test } from 'vitest';
import { learnAppeals, type ObservedArticle, PERIOD_ENDS } from '../../../src/rankings/learning/appeal.ts';
import {
  type Candidate,
  type EditorRule,
  EXPLORING_POSITION,
  newestOfMinute,
  orderOfMinute,
} from '../../../src/rankings/learning/minute-order.ts';

const NOW = 2_000_000_000;
const HOUR = 3600;
const seedOf = (n: number) => n.toString(16).padStart(8, '0').repeat(4);

const candidates: Candidate[] = Array.from({ length: 30 }, (_, i) => ({
  id: i + 1,
  publishedAt: NOW - (30 - i) * HOUR,
  topics: [i % 10],
  source: 'ledger.example',
  type: 'article',
}));

/** Articles 5 and 20 get three times the usual clicks, all others the usual ones. */
const observed: ObservedArticle[] = candidates.map((candidate) => ({
  ...candidate,
  periods: PERIOD_ENDS.map((end) => {
    const usual = end <= 32 ? 20 : 0;
    return { clicks: usual * ([5, 20].includes(candidate.id) ? 3 : 1), usual };
  }),
}));
const learned = learnAppeals(observed, NOW);
const orderWith = (rules: [number, EditorRule][] = [], minute = 1, of = candidates) =>
  orderOfMinute({ candidates: of, learned, rules: new Map(rules), seed: seedOf(minute), now: NOW });
const idsWith = (...given: Parameters<typeof orderWith>) => orderWith(...given).map(({ id }) => id);
const MINUTES = Array.from({ length: 50 }, (_, minute) => minute);

describe('the order of a minute', () => {
  test('is the same for every reader of a minute, contains each article once, and changes with the minute', () => {
    expect(idsWith([], 7)).toEqual(idsWith([], 7));
    expect(idsWith([], 7)).not.toEqual(idsWith([], 8));
    for (const minute of MINUTES)
      expect(idsWith([], minute).toSorted((a, b) => a - b)).toEqual(candidates.map(({ id }) => id));
  });

  test('shows an article with many clicks for its positions above others of its age', () => {
    const places = MINUTES.map((minute) => idsWith([], minute));
    const meanOf = (id: number) => places.reduce((sum, order) => sum + order.indexOf(id), 0) / places.length;
    expect(meanOf(20)).toBeLessThan(2);
    expect(meanOf(5)).toBeLessThan(meanOf(6) - 5);
  });

  test('is newest first without any data', () => {
    const nothing = learnAppeals(
      observed.map((article) => ({ ...article, periods: PERIOD_ENDS.map(() => ({ clicks: 0, usual: 0 })) })),
      NOW,
    );
    const explored = candidates.filter(({ publishedAt }) => publishedAt < NOW - 6 * HOUR);
    const order = orderOfMinute({
      candidates: explored.map((own, i) => ({ ...own, topics: [i] })),
      learned: nothing,
      rules: new Map(),
      seed: seedOf(3),
      now: NOW,
    });
    expect(order.map(({ id }) => id)).toEqual(explored.map(({ id }) => id).toReversed());
  });

  test('keeps pinned articles at their position, also beyond the end and at the same position', () => {
    for (const minute of MINUTES) {
      const order = orderWith(
        [
          [1, { position: 1 }],
          [2, { position: 3 }],
          [3, { position: 3 }],
          [4, { position: 99 }],
        ],
        minute,
      );
      expect(order[0]).toEqual({ id: 1, pick: 'pinned' });
      expect(order.slice(2, 4).map(({ id }) => id)).toEqual([3, 2]);
      expect(order.at(-1)?.id).toBe(4);
    }
  });

  test('never shows a limited article above its position', () => {
    for (const minute of MINUTES)
      expect(idsWith([[20, { notAbove: 8 }]], minute).indexOf(20)).toBeGreaterThanOrEqual(7);
  });

  test('keeps corrections, legal notices and obituaries at their place by date', () => {
    for (const minute of MINUTES) expect(idsWith([[20, { isByDate: true }]], minute).indexOf(20)).toBe(10);
  });

  test('shows a story once: its pinned article, or the first, without a gap before later pins', () => {
    const told = candidates.map((own) => ({ ...own, story: own.id % 3 === 0 ? 0 : own.id }));
    for (const minute of MINUTES) {
      const ids = orderOfMinute({
        candidates: told,
        learned,
        rules: new Map<number, EditorRule>([
          [3, { position: 2 }],
          [7, { position: 9 }],
          [14, { isByDate: true }],
        ]),
        isOncePerStory: true,
        seed: seedOf(minute),
        now: NOW,
      }).map(({ id }) => id);
      expect(ids.filter((id) => id % 3 === 0)).toEqual([3]);
      expect([ids[1], ids[8]]).toEqual([3, 7]);
      // Ten newer articles have stories of their own, and six share a story.
      expect(ids.indexOf(14)).toBe(11);
      expect(ids).toHaveLength(21);
    }
  });

  test('keeps pins in minutes with the specified order', () => {
    const rules = new Map<number, EditorRule>([
      [1, { position: 2 }],
      [30, { notAbove: 4 }],
      [25, { isByDate: true }],
    ]);
    expect(
      newestOfMinute({ candidates, rules })
        .map(({ id }) => id)
        .slice(0, 7),
    ).toEqual([29, 1, 28, 30, 27, 25, 26]);
    expect(newestOfMinute({ candidates, rules: new Map() }).map(({ id }) => id)).toEqual(
      candidates.map(({ id }) => id).toReversed(),
    );
  });

  test('shows at most three articles of a topic among the first six', () => {
    const alike = candidates.map((own) => ({ ...own, topics: own.id > 15 ? [1, own.id] : [own.id] }));
    for (const minute of MINUTES) {
      const first = idsWith([], minute, alike).slice(0, 6);
      expect(first.filter((id) => id > 15).length).toBeLessThanOrEqual(3);
    }
  });

  test('shows new articles without impressions in turn at the exploring position', () => {
    const fresh = [31, 32, 33].map((id) => ({
      id,
      publishedAt: NOW - 5 * HOUR,
      topics: [id],
      source: 'ledger.example',
      type: 'article',
    }));
    const order = (minute: number) => orderWith([], minute, [...candidates, ...fresh]);
    const shown = MINUTES.map((minute) => order(minute)[EXPLORING_POSITION - 1]);
    expect(new Set(shown.map((own) => own?.pick))).toEqual(new Set(['exploring']));
    expect(fresh.every(({ id }) => MINUTES.some((minute) => order(minute).findIndex((own) => own.id === id) < 4))).toBe(
      true,
    );
  });
});
