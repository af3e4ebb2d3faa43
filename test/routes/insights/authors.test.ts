import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Article, Newsroom } from './oracle.ts';
import { askFresh, stage } from './stage.ts';

/** An author belongs to a source, but a section does not. */

const NOW = 1_900_000_000;
const story = (id: number, host: string, authors: string[], section?: string): Article & object => ({
  id,
  url: `https://${host}.example/story-${id}`,
  title: `Story ${id}`,
  contentType: 'article',
  topics: [],
  ...{ authors, section },
});
const NEWSROOM: Newsroom = {
  topics: [],
  sources: [],
  articles: [
    story(1, 'alpha', ['Zoë Quinn', 'Ada Byron'], 'Claims & Law'),
    story(2, 'alpha', ['Ada Byron'], 'Markets'),
    story(3, 'beta', ['Ada Byron'], 'Markets'),
    story(4, 'beta', []),
  ],
  clicks: [3, 5, 4, 9].flatMap((clicks, i) =>
    Array.from({ length: clicks }, (_, n) => ({ contentId: i + 1, at: NOW - 7200, reader: `r${n}`, signed: true })),
  ),
  shares: null,
};

beforeAll(() => stage(NEWSROOM, NOW));
afterAll(() => vi.useRealTimers());

interface Told {
  group: string;
  slug: string;
  items: { contentId: number }[];
}
const groups = async (breakdown: string) => {
  const answer = await askFresh(`/api/v2/insights/popular-content/?breakdown=${breakdown}`);
  const { data } = (await answer.json()) as { data: { groups: Told[] } };
  return data.groups.map(({ group, slug, items }) => [group, slug, items.map(({ contentId }) => contentId)]);
};

test('a breakdown by author lists articles per author and source', async () => {
  expect(await groups('author')).toEqual([
    ['Ada Byron', 'ada-byron@alpha.example', [2, 1]],
    ['Ada Byron', 'ada-byron@beta.example', [3]],
    ['Zoë Quinn', 'zoë-quinn@alpha.example', [1]],
  ]);
});

test('a breakdown by section lists articles per section', async () => {
  expect(await groups('section')).toEqual([
    ['Markets', 'markets', [2, 3]],
    ['Claims & Law', 'claims-law', [1]],
  ]);
});

test('article insights contain the author and section groups of the article', async () => {
  const answer = await askFresh('/api/v2/insights/content/1/');
  const { data } = (await answer.json()) as { data: { groups: { breakdown: string; slug: string }[] } };
  expect(data.groups.filter(({ breakdown }) => /author|section/.test(breakdown)).map(({ slug }) => slug)).toEqual([
    'ada-byron@alpha.example',
    'zoë-quinn@alpha.example',
    'claims-law',
  ]);
});
