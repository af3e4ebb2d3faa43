import type { ArticleInput } from '../../../../src/content/types.ts';
import { createRandom, sampler, zipf } from '../../../../src/demo/random.ts';
import { makeArticle, TOPICS } from '../newsroom.ts';

/** Articles that are clicked, the newest most. */
export const ARTICLES = 20_000;

const drawTopic = sampler(zipf(TOPICS, 0.9));
const topicsById = new Map<number, number[]>();

/** Three of the 300 topics, the frequent ones more often. */
export function topicsOf(id: number): number[] {
  const random = createRandom(3, String(id));
  const known = topicsById.get(id) ?? [];
  for (const topics = new Set(known); known.length < 3; ) {
    const topic = drawTopic(random.next()) + 1;
    if (!topics.has(topic)) known.push(topic);
    topics.add(topic);
  }
  topicsById.set(id, known);
  return known;
}

export function makeClickedArticle(age: number, size: number, now: number): ArticleInput & { id: number } {
  const article = makeArticle(age, size, now);
  return { ...article, topics: topicsOf(article.id) };
}

const weights = zipf(ARTICLES);
const draw = sampler(weights);

/** The id of an article as often as its rank says, by Zipf's law with exponent 1; `uniform` from 0 up to 1. */
export const clickedArticle = (uniform: number): number => ARTICLES - draw(uniform);

/** How many distinct articles so many clicks hit, on average. */
export function distinctArticles(clicks: number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.reduce((sum, weight) => sum + 1 - (1 - weight / total) ** clicks, 0);
}
