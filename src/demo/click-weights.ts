import { HOUR } from '../lib/time.ts';

const WEEK_HOURS = 7 * 24;
const ROUNDS = 40;

/** What decides how often an article is clicked in an hour. Times are epoch seconds. */
export interface ArticleAtHour {
  publishedAt: number;
  topics: readonly number[];
  appeal: number;
}

/**
 * For each hour, the articles' weights: appeal times freshness, corrected so that every topic's expected clicks of the
 * last 168 hours are about those of the 168 hours before, or as many times those as `ratios` says for the topic.
 *
 * The correction is iterative proportional fitting: one factor per article for the last week and one for all earlier
 * weeks, nudged by the ratios of its topics until these meet their targets.
 */
export function steadyWeights({
  articles,
  readersPerHour,
  firstHour,
  ratios,
}: {
  articles: readonly ArticleAtHour[];
  readersPerHour: readonly number[];
  firstHour: number;
  ratios: ReadonlyMap<number, number>;
}): Float64Array[] {
  const plain = readersPerHour.map((_, hour) =>
    Float64Array.from(articles, (article) => plainWeight(article, firstHour + hour * HOUR)),
  );
  const weeksAgo = (hour: number) => Math.floor((readersPerHour.length - 1 - hour) / WEEK_HOURS);
  const factors: [Float64Array, Float64Array] = [ones(articles.length), ones(articles.length)];
  const topics = [...new Set(articles.flatMap((article) => article.topics))];

  for (let round = 0; round < ROUNDS; round++) {
    const [before, last] = expectedClicks(plain, factors, readersPerHour, weeksAgo);
    const nudges = new Map(
      topics.map((topic) => {
        const [read, readBefore] = [topicTotal(articles, last, topic), topicTotal(articles, before, topic)];
        // A topic that is new this week has nothing to be steady against.
        if (readBefore < 1) return [topic, 1];
        const ratio = read / readBefore;
        const target = ratios.get(topic) ?? 1;
        return [topic, Math.min(2, Math.max(0.5, target / ratio)) ** 0.25];
      }),
    );
    articles.forEach((article, i) => {
      const nudge = article.topics.reduce((product, topic) => product * (nudges.get(topic) ?? 1), 1);
      factors[0][i] = (factors[0][i] ?? 1) / nudge;
      factors[1][i] = (factors[1][i] ?? 1) * nudge;
    });
  }
  return plain.map((weights, hour) => weights.map((weight, i) => weight * factorAt(factors, weeksAgo(hour) === 0, i)));
}

/** Interest halves about every day and keeps a trickle for what is older. */
function plainWeight({ publishedAt, appeal }: ArticleAtHour, hour: number): number {
  const age = (hour - publishedAt) / HOUR;
  return age < 0 ? 0 : appeal * (Math.exp(-age / 36) + 0.03 * Math.exp(-age / 500));
}

function expectedClicks(
  plain: readonly Float64Array[],
  factors: [Float64Array, Float64Array],
  readersPerHour: readonly number[],
  weeksAgo: (hour: number) => number,
): [Float64Array, Float64Array] {
  const totals: [Float64Array, Float64Array] = [
    new Float64Array(factors[0].length),
    new Float64Array(factors[0].length),
  ];
  plain.forEach((weights, hour) => {
    if (weeksAgo(hour) > 1) return;
    const week = weeksAgo(hour) === 0 ? 1 : 0;
    const factor = factors[week];
    const total = totals[week];
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += (weights[i] ?? 0) * (factor[i] ?? 0);
    const scale = sum > 0 ? (readersPerHour[hour] ?? 0) / sum : 0;
    for (let i = 0; i < weights.length; i++) total[i] = (total[i] ?? 0) + (weights[i] ?? 0) * (factor[i] ?? 0) * scale;
  });
  return totals;
}

function topicTotal(articles: readonly ArticleAtHour[], clicks: Float64Array, topic: number): number {
  return articles.reduce((sum, { topics }, i) => (topics.includes(topic) ? sum + (clicks[i] ?? 0) : sum), 1e-9);
}

function factorAt(factors: [Float64Array, Float64Array], lastWeek: boolean, article: number): number {
  return factors[lastWeek ? 1 : 0][article] ?? 1;
}

function ones(length: number): Float64Array {
  return new Float64Array(length).fill(1);
}
