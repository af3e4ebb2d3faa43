import type { ArticleInput } from '../content/types.ts';
import { DAY } from '../lib/time.ts';
import { createRandom, type Random } from './random.ts';

const LOOK_BACK_DAYS = 4;

/** One editorial selection: a UTC date (`YYYY-MM-DD`) and article ids in editorial order. */
export interface RecommendedDay {
  date: string;
  articles: number[];
}

/**
 * Selects 6–8 articles for each of the last `days` UTC dates (today last) from those published by then and a few days
 * before at most, as different from each other as can be. `articles` are ascending by time and all have ids.
 */
export function recommend(
  articles: readonly ArticleInput[],
  { seed, now, days }: { seed: number; now: number; days: number },
): RecommendedDay[] {
  const today = Math.floor(now / DAY) * DAY;
  return Array.from({ length: days }, (_, i) => {
    const midnight = today - (days - 1 - i) * DAY;
    const random = createRandom(seed, `recommended ${i}`);
    const recent = articles.filter(({ publishedAt }) => {
      const at = Date.parse(publishedAt) / 1000;
      return at < midnight + DAY && at >= midnight - LOOK_BACK_DAYS * DAY;
    });
    return {
      date: new Date(midnight * 1000).toISOString().slice(0, 10),
      articles: mostVaried(recent, random.int(6, 8), random).flatMap(({ id }) => id ?? []),
    };
  });
}

function mostVaried(candidates: readonly ArticleInput[], count: number, random: Random): ArticleInput[] {
  const chosen: ArticleInput[] = [];
  let rest = candidates.map((article, rank) => ({ article, charm: random.next() + rank / candidates.length }));
  while (chosen.length < count && rest.length > 0) {
    const score = ({ article, charm }: (typeof rest)[number]) => charm - overlap(article, chosen);
    const best = rest.reduce((a, b) => (score(b) > score(a) ? b : a));
    chosen.push(best.article);
    rest = rest.filter((one) => one !== best);
  }
  return chosen;
}

function overlap(article: ArticleInput, chosen: readonly ArticleInput[]): number {
  const host = new URL(article.url).host;
  const shared = chosen.map(
    (other) =>
      article.topics.filter((topic) => other.topics.includes(topic)).length +
      (new URL(other.url).host === host ? 0.7 : 0) +
      (other.contentType === article.contentType ? 0.3 : 0),
  );
  return shared.reduce((sum, value) => sum + value, 0);
}
