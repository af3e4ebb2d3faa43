import type { FeedItem } from '../content/articles/item.ts';
import { significantStems } from '../content/stories/significant-stems.ts';
import { DAY, type Seconds } from '../lib/time.ts';

/** Time after which an article counts half. */
const HALF_LIFE = 21 * DAY;

/** Weights of what two articles share. Words weigh most, because many articles share a topic. */
const WEIGHTS = { topics: 1, words: 5 } as const;

/** Score of a shared company alone. It also raises the score of articles that share topics or words. */
const COMPANY_SCORE = 0.25;

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

/** Returns the rarity of members among the candidates, which is greater for members that few candidates have. */
function rarityIn<T>(sets: readonly ReadonlySet<T>[]): (member: T) => number {
  const counts = new Map<T, number>();
  for (const member of sets.flatMap((set) => [...set])) counts.set(member, (counts.get(member) ?? 0) + 1);
  return (member) => Math.log(1 + sets.length / (counts.get(member) ?? 1));
}

/**
 * Orders candidates by what they share with an article and by their age. Rare words and topics weigh more. Candidates
 * that share nothing, and the article itself, are excluded. Engagement has no influence, because publishable keys see
 * the order.
 */
export function rankRelated<C extends Described>(article: Described, candidates: readonly C[], now: Seconds): C[] {
  const others = candidates
    .filter(({ contentId }) => contentId !== article.contentId)
    .map((one) => ({ one, words: stemsIn(one), topics: idsOf(one.topics), companies: idsOf(one.companies) }));
  const [wordRarity, topicRarity] = [
    rarityIn(others.map(({ words }) => words)),
    rarityIn(others.map(({ topics }) => topics)),
  ];
  const own = { words: stemsIn(article), topics: idsOf(article.topics), companies: idsOf(article.companies) };
  const scoreOf = ({ one, words, topics, companies }: (typeof others)[number]) => {
    const company = COMPANY_SCORE * similarity(own.companies, companies);
    const subject =
      WEIGHTS.topics * similarity(own.topics, topics, topicRarity) +
      WEIGHTS.words * similarity(own.words, words, wordRarity);
    const age = Math.max(0, now - one.publishedAt);
    return (subject * (1 + company) + company) * 0.5 ** (age / HALF_LIFE);
  };
  return others
    .map((other) => ({ one: other.one, score: scoreOf(other) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.one.publishedAt - a.one.publishedAt || b.one.contentId - a.one.contentId)
    .map(({ one }) => one);
}
