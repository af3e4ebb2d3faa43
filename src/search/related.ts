import type { FeedItem } from '../content/articles/item.ts';
import { significantStems } from '../content/stories/significant-stems.ts';
import { DAY, type Seconds } from '../lib/time.ts';

/** Time after which an article counts half. */
const HALF_LIFE = 14 * DAY;

/** Weights of what two articles share. Words weigh most, because many articles share a topic. */
const WEIGHTS = { topics: 1, companies: 1.5, words: 4 } as const;

const MIN_WORD_LETTERS = 5;
const MAX_WORDS = 8;

type Described = Pick<
  FeedItem,
  'contentId' | 'title' | 'introduction' | 'language' | 'topics' | 'companies' | 'publishedAt'
>;

/** Returns the words of a headline with which articles on the same subject can be found. */
export const wordsOfTitle = (title: string): string[] =>
  [...new Set(title.toLowerCase().match(/\p{L}+/gu) ?? [])]
    .filter((word) => word.length >= MIN_WORD_LETTERS)
    .slice(0, MAX_WORDS);

const stemsIn = ({ title, introduction, language }: Described) =>
  new Set(significantStems(`${title} ${introduction}`, language));
const idsOf = (tags: readonly { id: number }[]) => new Set(tags.map(({ id }) => id));

/** Returns the cosine similarity of two sets, whose members have the weights of `weightOf`. */
function similarity<T>(one: ReadonlySet<T>, other: ReadonlySet<T>, weightOf: (member: T) => number = () => 1): number {
  const sum = (members: Iterable<T>) => Array.from(members, weightOf).reduce((total, weight) => total + weight, 0);
  const size = Math.sqrt(sum(one) * sum(other));
  return size === 0 ? 0 : sum([...one].filter((member) => other.has(member))) / size;
}

/**
 * Orders candidates by what they share with an article and by their age. Rare words weigh more. Candidates that share
 * nothing, and the article itself, are excluded. Engagement has no influence, because publishable keys see the order.
 */
export function rankRelated<C extends Described>(article: Described, candidates: readonly C[], now: Seconds): C[] {
  const others = candidates.filter(({ contentId }) => contentId !== article.contentId);
  const stems = new Map(others.map((one) => [one, stemsIn(one)]));
  const counts = new Map<string, number>();
  for (const stem of [...stems.values()].flatMap((set) => [...set])) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const rarity = (stem: string) => Math.log(1 + others.length / (counts.get(stem) ?? 1));
  const [topics, companies, words] = [idsOf(article.topics), idsOf(article.companies), stemsIn(article)];
  const scoreOf = (one: C) =>
    (WEIGHTS.topics * similarity(topics, idsOf(one.topics)) +
      WEIGHTS.companies * similarity(companies, idsOf(one.companies)) +
      WEIGHTS.words * similarity(words, stems.get(one) ?? new Set(), rarity)) *
    0.5 ** (Math.max(0, now - one.publishedAt) / HALF_LIFE);
  return others
    .map((one) => ({ one, score: scoreOf(one) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.one.publishedAt - a.one.publishedAt || b.one.contentId - a.one.contentId)
    .map(({ one }) => one);
}
