import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AudienceShare,
  audienceIndex,
  audienceTopics,
} from '../../../../src/rankings/math/figures/audience-index.ts';
import { seed } from '../../../search/seed.ts';

const share = (a: number, A: number, s: number, S: number): AudienceShare => ({
  topic: { audience: a, known: A },
  site: { audience: s, known: S },
});

test.each([
  [50, 100, 500, 1000, 100],
  [49, 100, 500, 1000, null],
  [100, 100, 100, 1000, 1000],
  // 104.9, 105, 105.1: the half goes up.
  [1049, 2000, 5000, 10_000, 100],
  [1050, 2000, 5000, 10_000, 110],
  [1051, 2000, 5000, 10_000, 110],
  [50, 100_000, 500_000, 1_000_000, 0],
])('%d of %d in the topic, %d of %d on the site: %s', (a, A, s, S, index) => {
  expect(audienceIndex(share(a, A, s, S))).toBe(index);
});

test('is the nearest ten', () => {
  const property = fc.property(fc.nat(5000), fc.nat(5000), fc.nat(90_000), fc.nat(90_000), (a, others, more, rest) => {
    const [A, s] = [a + others, a + more];
    const S = s + others + rest;
    const index = audienceIndex(share(a, A, s, S));
    expect(index === null).toBe(a < 50);
    if (index === null) return;
    expect(index % 10).toBe(0);
    expect(Math.abs(index * A * s - 100 * a * S)).toBeLessThanOrEqual(5 * A * s);
  });
  fc.assert(property, { seed, numRuns: 1000 });
});

test('lists the ten topics with the highest index, ties by ascending id', () => {
  const topics = Array.from({ length: 20 }, (_, i) => ({
    topicId: 20 - i,
    ...share(i < 4 ? 40 : 60 + (i % 5) * 20, 200, 300, 1000),
  }));
  const plain = topics
    .map(({ topicId, ...rest }) => ({ topicId, index: audienceIndex(rest) ?? -1 }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => a.topicId - b.topicId)
    .sort((a, b) => b.index - a.index)
    .slice(0, 10);
  expect(audienceTopics(topics)).toEqual(plain);
  expect(plain.map(({ topicId }) => topicId)).toEqual([1, 6, 11, 16, 2, 7, 12, 3, 8, 13]);
});
