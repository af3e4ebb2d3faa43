import { expect, test } from 'vitest';
import { rankRelated, wordsOfTitle } from '../../../src/search/related.ts';

const DAY = 86_400;
const NOW = 1_800_000_000;

const article = (contentId: number, title: string, days = 1, topics = [1], companies: number[] = []) => ({
  contentId,
  title,
  introduction: '',
  language: 'en',
  publishedAt: NOW - days * DAY,
  topics: topics.map((id) => ({ id, name: '', slug: '', category: 1 as const })),
  companies: companies.map((id) => ({ id, name: '', organisationType: 'Carrier' as const })),
});
const own = article(1, 'Hailstorm losses strain motor insurers', 3, [1, 2], [7]);
const ranked = (...others: ReturnType<typeof article>[]) =>
  rankRelated(own, others, NOW).map(({ contentId }) => contentId);

test('of equally related articles, the newer one comes first', () => {
  expect(ranked(article(2, 'A report', 9), article(3, 'A report', 2), article(4, 'A report', 30))).toEqual([3, 2, 4]);
});

test('shared words, companies and topics relate articles, and articles that share nothing are left out', () => {
  const others = [
    article(2, 'A report', 1, [1]),
    article(3, 'A report', 1, [9], [7]),
    article(4, 'Motor insurers after the hailstorm', 1, [9]),
    article(5, 'A report', 1, [9]),
    own,
  ];
  expect(ranked(...others)).toEqual([4, 2, 3]);
});

test('of articles on the same topic, the one about the same company comes first', () => {
  expect(ranked(article(2, 'A report', 1, [1]), article(3, 'A report', 1, [1], [7]))).toEqual([3, 2]);
});

test('a rare topic relates articles more than a frequent one', () => {
  const frequent = [2, 3, 4, 5].map((id) => article(id, 'A report', 1, [1]));
  expect(ranked(...frequent, article(6, 'A report', 1, [2]))[0]).toBe(6);
});

test('words of a headline to search for are long and distinct', () => {
  expect(wordsOfTitle('The storm, the Storm and US motor insurers’ losses')).toEqual([
    'storm',
    'motor',
    'insurers',
    'losses',
  ]);
});
