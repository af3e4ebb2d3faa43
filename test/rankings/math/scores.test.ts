import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/db/click-columns.ts';
import { NOBODY, type Score, type WindowScore } from '../../../src/engagement/score.ts';
import { Sums } from '../../../src/engagement/sums.ts';
import { type ArticleFacts, SharedFacts } from '../../../src/rankings/facts.ts';
import { nineDigits, risingClock } from '../../../src/rankings/math/rising.ts';
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
  authors: id % 3 ? ['Ada Byron'] : [],
  section: id % 2 ? 'Markets' : null,
});

const some = (most: number) =>
  fc.array(fc.nat(most), { minLength: MEASURES.length, maxLength: MEASURES.length }).map((list) => [
    // Everyone's number is the largest.
    Math.max(...list),
    ...list.slice(1),
  ]);
const counts = fc
  .uniqueArray(
    fc.tuple(fc.nat(111), fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 2 ** 29 }))),
    { selector: ([b]) => b, maxLength: 112 },
  )
  .map((list) => list.sort(([a], [b]) => a - b).flat());
const none = MEASURES.map(() => 0);
const made = fc
  .oneof(fc.constant(300), fc.constant(2 ** 31 - 1))
  .chain((most) => fc.record({ weighed: some(most), certain: fc.oneof(fc.constant(none), some(most)), counts }));
const part = fc.option(made, { nil: NOBODY });
const hourly = fc
  .uniqueArray(
    fc.tuple(
      fc.integer({ min: FROM, max: FROM + 168 }),
      fc.oneof(
        fc.nat(500),
        fc.nat(2 ** 26).map((n) => n / 1024),
      ),
    ),
    { selector: ([hour]) => hour, maxLength: 169 },
  )
  .chain((list) =>
    fc.constantFrom<'same' | 'none' | 'own'>('same', 'none', 'own').map((clock) => {
      const cells = list.sort(([a], [b]) => a - b);
      const weights = cells.map(([, weight]) => weight);
      const ticks = {
        same: weights,
        none: weights.map(() => 0),
        own: weights.map((weight) => Math.round(weight * 512) / 1024),
      };
      return { hours: cells.map(([hour]) => hour), weights, ticks: ticks[clock] };
    }),
  );
const scores: fc.Arbitrary<Score> = fc.record({
  ...{ day: part, week: part, dayBefore: part, weekBefore: part, growth: part, growthBefore: part },
  hourly: fc.option(hourly),
});
/** An article's new score; null: it is deleted. So many that former ones are dropped several times. */
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.option(scores, { freq: 9 })), {
  minLength: 60,
  maxLength: 60,
});

const WINDOWS = ['day', 'week', 'dayBefore', 'weekBefore', 'growth', 'growthBefore'] as const;

/** What an article says of itself, and what it should. Nobody asks for audiences in the windows of growth. */
function numbersOf(article: Engagement) {
  const ticks: [number, number][] = [];
  article.visitTicks((hour, tick) => ticks.push([hour, tick]));
  const { growth, growthBefore, rising } = article;
  return {
    windows: WINDOWS.map((name) => {
      const sums = new Sums();
      article.addTo(sums, name);
      article.addTo(sums, name);
      article.addTo(sums, name, -1);
      return sumsOf(Array.from(sums.weighed), Array.from(sums.certain), Array.from(sums.counts));
    }),
    audiences: [article.day(3), article.week(4), article.dayBefore(1), article.weekBefore(15)],
    all: [article.day(), article.week(), article.dayBefore(), article.weekBefore(), growth, growthBefore],
    ticks: ticks.filter(([, tick]) => tick > 0),
    rising,
    momentum: article.momentum(clock),
  };
}

const sumsOf = (weighed: readonly number[], certain: readonly number[], counts: readonly number[]) => ({
  weighed: [...weighed],
  certain: [...certain],
  counts: [...counts],
});

function expectedOf(score: Score) {
  const { hours, weights, ticks } = score.hourly ?? { hours: [], weights: [], ticks: [] };
  const whole = ({ weighed, certain }: WindowScore, i = 0) => (weighed[i] ?? 0) + (certain[i] ?? 0);
  const factor = (hour: number) => clock.factors[hour - FROM] ?? 0;
  return {
    windows: WINDOWS.map((name) => {
      const { weighed, certain, counts } = score[name];
      const all = Array<number>(112).fill(0);
      for (let i = 0; i < counts.length; i += 2) all[counts[i] ?? 0] = counts[i + 1] ?? 0;
      const shown = (list: readonly number[]) => list.map((own, i) => (i > 0 && name.startsWith('growth') ? 0 : own));
      return sumsOf(shown(weighed), shown(certain), all);
    }),
    audiences: [whole(score.day, 3), whole(score.week, 4), whole(score.dayBefore, 1), whole(score.weekBefore, 15)],
    all: WINDOWS.map((name) => whole(score[name])),
    ticks: hours.map((hour, i) => [hour, ticks[i] ?? 0]).filter(([, tick]) => (tick ?? 0) > 0),
    rising: weights.reduce((a, b) => a + b, 0),
    momentum: nineDigits(hours.reduce((sum, hour, i) => sum + (weights[i] ?? 0) * factor(hour), 0)),
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
      expect(numbersOf(article)).toEqual(expectedOf(score));
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
