import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/db/click-columns.ts';
import { NOBODY, type Score } from '../../../src/engagement/score.ts';
import { type ArticleFacts, SharedFacts } from '../../../src/rankings/facts.ts';
import { momentum, risingClock } from '../../../src/rankings/math/rising.ts';
import { type Engagement, Scores } from '../../../src/rankings/math/scores.ts';
import { seed } from '../../search/seed.ts';

const FROM = 500_000;
const clock = risingClock(FROM + 168, Array(169).fill(3));

const factsOf = (id: number): ArticleFacts => ({
  id,
  publishedAt: 7,
  topics: [id],
  contentType: 'video',
  sourceType: id % 2 ? 'broker' : null,
  source: `Source ${id % 2}`,
  domain: `s${id % 2}.example`,
  companies: [id % 2, 5],
  countries: id % 2 ? ['GB'] : [],
});

const parts = fc.option(fc.array(fc.nat(2 ** 31 - 1), { minLength: MEASURES.length, maxLength: MEASURES.length }), {
  nil: NOBODY,
});
const hourly = fc
  .array(fc.tuple(fc.integer({ min: FROM, max: FROM + 168 }), fc.nat(500)), { maxLength: 169 })
  .map((list) => ({ hours: list.map(([hour]) => hour), weights: list.map(([, weight]) => weight) }));
const scores: fc.Arbitrary<Score> = fc.record({
  day: parts,
  week: parts,
  dayBefore: parts,
  weekBefore: parts,
  growth: fc.nat(),
  growthBefore: fc.nat(),
  readers: fc.constant(null),
  hourly: fc.option(hourly),
});
/** An article's new score; null: it is deleted. So many that former ones are dropped several times. */
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.option(scores, { freq: 9 })), {
  minLength: 60,
  maxLength: 60,
});

function numbersOf(article: Engagement): Score & { momentum: number } {
  const hours: number[] = [];
  const weights: number[] = [];
  article.visitHours((hour, weight) => {
    hours.push(hour);
    weights.push(weight);
  });
  const { growth, growthBefore, readers } = article;
  return {
    growth,
    growthBefore,
    readers,
    day: MEASURES.map((_, i) => article.day(i)),
    week: MEASURES.map((_, i) => article.week(i)),
    dayBefore: MEASURES.map((_, i) => article.dayBefore(i)),
    weekBefore: MEASURES.map((_, i) => article.weekBefore(i)),
    hourly: { hours, weights },
    momentum: article.momentum(clock),
  };
}

test('every score is read as it was given, also one that was replaced or deleted', () => {
  const property = fc.property(steps, (steps) => {
    const kept = new Scores();
    const current = new Map<number, Engagement>();
    const all: { article: Engagement; score: Score }[] = [];
    for (const [id, score] of steps) {
      if (score) {
        const article = kept.set(factsOf(id), score);
        current.set(id, article);
        all.push({ article, score });
      } else {
        kept.delete(id);
        current.delete(id);
      }
      for (let i = 1; i <= 6; i++) expect(kept.get(i)).toBe(current.get(i));
    }
    for (const { article, score } of all) {
      const listed = score.hourly ?? { hours: [], weights: [] };
      const engagement = score.week[0] ?? 0;
      const expected = { ...score, hourly: listed, momentum: momentum({ id: 1, engagement, ...listed }, clock) };
      expect(numbersOf(article)).toEqual(expected);
      expect(article.facts).toEqual(factsOf(article.id));
    }
    kept.clear();
    expect(kept.get(1)).toBeUndefined();
  });
  fc.assert(property, { seed, numRuns: 10, endOnFailure: true });
});

test('equal texts and lists of facts are kept once, and as JSON the facts are what they were', () => {
  const shared = new SharedFacts();
  const given = [1, 2, 3, 4].map(factsOf);
  const kept = given.map((facts) => shared.of(facts));
  expect(kept.map((facts) => JSON.stringify(facts))).toEqual(given.map((facts) => JSON.stringify(facts)));
  const [first, second, third, fourth] = kept;
  expect([third?.companies, third?.countries, fourth?.companies, fourth?.countries]).toEqual([
    [1, 5],
    ['GB'],
    [0, 5],
    [],
  ]);
  expect(third?.companies).toBe(first?.companies);
  expect(third?.countries).toBe(first?.countries);
  expect(fourth?.companies).toBe(second?.companies);
  expect(fourth?.countries).toBe(second?.countries);
});
