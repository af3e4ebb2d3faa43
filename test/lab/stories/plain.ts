import { stemmer } from 'stemmer';
import { significantStems } from '../../../src/content/stories/significant-stems.ts';

/** The plain rule that the service's is compared with: one row a story, and nothing else is known. */

const [KEPT, INDEXED, COMPARED, JOIN, UNITE] = [30, 12, 8, 0.22, 0.2];

type Terms = Map<string, number>;

/** The story of each headline in the end; `day`: the number of its day. A story lives for two days. */
export function placePlainly(headlines: readonly { title: string; day: number }[]): number[] {
  const articles = new Map<string, number>();
  const stories: { terms: Terms; day: number; indexed: string[]; into: number }[] = [];
  const index = new Map<string, Set<number>>();
  const now = (id: number): number => (stories[id]?.into === id ? id : now(stories[id]?.into ?? id));
  const weigh = (terms: Terms, count: number): Terms => {
    const weighed = [...terms].map(
      ([term, times]) =>
        [term, times * Math.max(0.05, Math.log((count + 1) / (1 + (articles.get(term) ?? 0))))] as const,
    );
    const length = Math.hypot(...weighed.map(([, weight]) => weight)) || 1;
    return new Map(weighed.sort(([, x], [, y]) => y - x).map(([term, weight]) => [term, weight / length]));
  };
  const cosine = (a: Terms, b: Terms) => [...a].reduce((sum, [term, weight]) => sum + weight * (b.get(term) ?? 0), 0);
  const found = headlines.map(({ title, day }, i) => {
    const terms: Terms = new Map(significantStems(title, 'en').map((word) => [stemmer(word), 1]));
    for (const term of terms.keys()) articles.set(term, (articles.get(term) ?? 0) + 1);
    const weighed = weigh(terms, i + 1);
    const scores = new Map<number, number>();
    for (const [term, weight] of weighed)
      for (const id of index.get(term) ?? []) scores.set(id, (scores.get(id) ?? 0) + weight);
    const [best, ...others] = [...scores]
      .filter(([id]) => day - (stories[id]?.day ?? 0) <= 1)
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, COMPARED)
      .map(([id]) => ({ id, weighed: weigh(stories[id]?.terms ?? new Map(), i + 1) }))
      .map((one) => ({ ...one, cosine: cosine(weighed, one.weighed) }))
      .filter((one) => one.cosine >= JOIN)
      .sort((a, b) => b.cosine - a.cosine || a.id - b.id);
    const id = best?.id ?? stories.length;
    const story = stories[id] ?? { terms: new Map(), day, indexed: [], into: id };
    stories[id] = story;
    const parts = [terms];
    for (const other of others) {
      const gone = stories[other.id];
      if (!best || !gone || cosine(best.weighed, other.weighed) < UNITE) continue;
      parts.push(gone.terms);
      for (const term of gone.indexed) index.get(term)?.delete(other.id);
      gone.into = id;
    }
    for (const part of parts)
      for (const [term, times] of part) story.terms.set(term, (story.terms.get(term) ?? 0) + times);
    for (const term of story.indexed) index.get(term)?.delete(id);
    const heaviest = [...weigh(story.terms, i + 1).keys()].slice(0, KEPT);
    story.terms = new Map(heaviest.map((term) => [term, story.terms.get(term) ?? 0]));
    story.indexed = heaviest.slice(0, INDEXED);
    for (const term of story.indexed) index.set(term, (index.get(term) ?? new Set()).add(id));
    story.day = day;
    return id;
  });
  return found.map(now);
}
