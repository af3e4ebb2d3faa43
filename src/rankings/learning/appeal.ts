import { HOUR, type Seconds } from '../../lib/time.ts';

/** Appeal: an article's clicks compared with the usual clicks at its positions and its age. 1 is usual. */

/** Ends of the periods before a snapshot into which impressions and clicks are divided, in hours. */
export const PERIOD_ENDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 24, 48, 72] as const;
/** Age after which articles are listed by date only, in hours. */
export const MAX_AGE_HOURS = 72;

/** Half-life of evidence, in hours. Older impressions say less about the current appeal. */
const EVIDENCE_HALF_LIFE = 18;
/** Upper ends of the age groups, in hours. */
const AGE_ENDS = [1, 3, 6, 12, 24, 48, 72] as const;
/** Assumed interest by age group before any data. It falls steadily, so that a list without data is newest first. */
export const ASSUMED_INTEREST = [1.25, 1.15, 1, 0.85, 0.65, 0.45, 0.3];
/** Weight of the assumed interest, in clicks per age group. */
const INTEREST_CLICKS = 150;
/** Weight of the assumption that a topic, source or type is usual, in clicks. */
const GROUP_CLICKS = 40;
/** Assumed variance of appeal within a group, and its weight in articles. */
const APPEAL_VARIANCE = 0.25;
const VARIANCE_ARTICLES = 20;
const [MIN_PRIOR_CLICKS, MAX_PRIOR_CLICKS] = [1.5, 30];
const FIT_ROUNDS = 6;
/** Deviations by which recent clicks must be unusual before older evidence is forgotten. */
const CHANGE_DEVIATIONS = 2.6;
/** Clicks per article in 72 hours at which draws have half their full spread. */
const EXPLORING_CLICKS = 12;

/** Discounted figures of an article in one period of `PERIOD_ENDS`. */
export interface PeriodFigures {
  clicks: number;
  /** Clicks that are usual at the positions where readers saw the article. */
  usual: number;
}

export interface ObservedArticle {
  id: number;
  publishedAt: Seconds;
  topics: readonly number[];
  source: string;
  type: string;
  /** Figures by period, in the order of `PERIOD_ENDS`. */
  periods: readonly PeriodFigures[];
}

export interface Appeal {
  mean: number;
  /** Shape of the gamma distribution: the number of clicks that the mean is worth. */
  shape: number;
  /** Usual clicks at the positions where readers saw the article, over its life. */
  usual: number;
}

export interface Learned {
  appeals: ReadonlyMap<number, Appeal>;
  /** Interest by age group, relative to the average. */
  interest: readonly number[];
  /** Prior appeal of topics, sources and types, such as `t12`, `s:example.com` and `k:article`. */
  groups: Readonly<Record<string, number>>;
  /** Shape of the appeal of an article without impressions. */
  priorClicks: number;
  /** Spread of draws, from 0 (order of the means) to 1. Lists with few clicks explore less. */
  spread: number;
}

const middleOf = (period: number): number => ((PERIOD_ENDS[period - 1] ?? 0) + (PERIOD_ENDS[period] ?? 0)) / 2;
const ageGroupOf = (hours: number): number => {
  const group = AGE_ENDS.findIndex((end) => hours < end);
  return group < 0 ? AGE_ENDS.length - 1 : group;
};
const AGE_MIDDLES = AGE_ENDS.map((end, i) => ((AGE_ENDS[i - 1] ?? 0) + end) / 2);

/** Returns the usual interest in an article of an age. Between the middles of age groups it is interpolated. */
export function interestAt(interest: readonly number[], hours: number): number {
  const next = AGE_MIDDLES.findIndex((middle) => hours < middle);
  const [first, last] = [interest[0] ?? 1, interest.at(-1) ?? 1];
  // Outside the middles interest changes slightly, so that equal appeals are ordered by date.
  if (next === 0) return first * (1 + 0.02 * ((AGE_MIDDLES[0] ?? 0) - hours));
  if (next < 0) return last / (1 + 0.02 * (hours - (AGE_MIDDLES.at(-1) ?? 0)));
  const [from = 0, to = 0] = [AGE_MIDDLES[next - 1], AGE_MIDDLES[next]];
  const part = (hours - from) / (to - from);
  return (interest[next - 1] ?? 1) ** (1 - part) * (interest[next] ?? 1) ** part;
}

const ageInPeriod = (publishedAt: Seconds, period: number, now: Seconds): number =>
  Math.max(0.5, (now - publishedAt) / HOUR - middleOf(period));

export const groupsOf = ({ topics, source, type }: Pick<ObservedArticle, 'topics' | 'source' | 'type'>): string[] => [
  ...topics.map((topic) => `t${topic}`),
  `s:${source}`,
  `k:${type}`,
];

/** Returns the prior appeal of an article. The topics of an article share one factor. */
export function priorOf(
  groups: Learned['groups'],
  article: Pick<ObservedArticle, 'topics' | 'source' | 'type'>,
): number {
  const names = groupsOf(article);
  const logs = names.map((name) => Math.log(groups[name] ?? 1));
  const ofTopics = logs.slice(0, article.topics.length);
  const mean = ofTopics.reduce((sum, log) => sum + log, 0) / Math.max(1, ofTopics.length);
  return Math.exp(mean + (logs.at(-2) ?? 0) + (logs.at(-1) ?? 0));
}

interface Fit {
  interest: number[];
  groups: Record<string, number>;
  priorClicks: number;
}

/** Learns the appeal of recent articles, the interest by age, and priors, from discounted figures at `now`. */
export function learnAppeals(articles: readonly ObservedArticle[], now: Seconds): Learned {
  const fit = fitGroups(articles, now);
  const clicks = sumOf(articles.flatMap(({ periods }) => periods.map((period) => period.clicks)));
  const perArticle = clicks / Math.max(1, articles.length);
  const appeals = new Map(articles.map((article) => [article.id, appealOf(article, fit, now)]));
  return { ...fit, appeals, spread: perArticle / (perArticle + EXPLORING_CLICKS) };
}

function fitGroups(articles: readonly ObservedArticle[], now: Seconds): Fit {
  const cells = articles.map((article) =>
    article.periods.map(({ clicks, usual }, period) => ({
      clicks,
      usual,
      group: ageGroupOf(ageInPeriod(article.publishedAt, period, now)),
    })),
  );
  const totals = cells.map((own) => sumOf(own.map(({ clicks }) => clicks)));
  const fit: Fit = { interest: [...ASSUMED_INTEREST], groups: {}, priorClicks: 1 / APPEAL_VARIANCE };
  for (let round = 0; round < FIT_ROUNDS; round++) {
    const usual = cells.map((own) => sumOf(own.map((cell) => cell.usual * (fit.interest[cell.group] ?? 1))));
    const priors = articles.map((article) => priorOf(fit.groups, article));
    fit.groups = groupFactors(articles, { totals, usual, priors, groups: fit.groups });
    const expected = articles.map((article, i) => (usual[i] ?? 0) * priorOf(fit.groups, article));
    fit.priorClicks = priorClicksOf(totals, expected);
    const means = articles.map(
      (article, i) =>
        priorOf(fit.groups, article) * ((fit.priorClicks + (totals[i] ?? 0)) / (fit.priorClicks + (expected[i] ?? 0))),
    );
    const seen = ASSUMED_INTEREST.map((assumed) => ({ clicks: assumed * INTEREST_CLICKS, usual: INTEREST_CLICKS }));
    for (const [i, own] of cells.entries())
      for (const { group, clicks, usual } of own) {
        const sums = seen[group];
        if (!sums) continue;
        sums.clicks += clicks;
        sums.usual += usual * (means[i] ?? 1);
      }
    fit.interest = seen.map(({ clicks, usual }) => clicks / usual);
  }
  return fit;
}

/** Returns the factor of each group. One article with many clicks moves its groups by its share of 20 clicks only. */
function groupFactors(
  articles: readonly ObservedArticle[],
  of: { totals: number[]; usual: number[]; priors: number[]; groups: Record<string, number> },
): Record<string, number> {
  const sums = new Map<string, { clicks: number; expected: number }>();
  for (const [i, article] of articles.entries()) {
    const expected = (of.usual[i] ?? 0) * (of.priors[i] ?? 1);
    const weight = Math.min(1, 20 / Math.max(1, expected));
    for (const name of groupsOf(article)) {
      const own = sums.get(name) ?? { clicks: 0, expected: 0 };
      own.clicks += weight * (of.totals[i] ?? 0);
      own.expected += weight * expected;
      sums.set(name, own);
    }
  }
  return Object.fromEntries(
    [...sums].map(([name, { clicks, expected }]) => {
      const change = (clicks + GROUP_CLICKS) / (expected + GROUP_CLICKS);
      return [name, (of.groups[name] ?? 1) * Math.sqrt(change)];
    }),
  );
}

/** Returns the shape of the prior: the reciprocal of the variance of appeals, by the method of moments. */
function priorClicksOf(totals: readonly number[], expected: readonly number[]): number {
  let [excess, weights] = [0, 0];
  for (const [i, mean] of expected.entries()) {
    if (mean <= 0) continue;
    const weight = 1 / (1 + APPEAL_VARIANCE * mean) ** 2;
    excess += weight * (((totals[i] ?? 0) - mean) ** 2 - mean);
    weights += weight * mean * mean;
  }
  const assumedWeight = VARIANCE_ARTICLES / 4;
  const variance = (excess + APPEAL_VARIANCE * assumedWeight) / (weights + assumedWeight);
  return Math.min(MAX_PRIOR_CLICKS, Math.max(MIN_PRIOR_CLICKS, 1 / Math.max(variance, 1e-3)));
}

function appealOf(article: ObservedArticle, { interest, groups, priorClicks }: Fit, now: Seconds): Appeal {
  const prior = priorOf(groups, article);
  const periods = article.periods.map(({ clicks, usual }, period) => ({
    clicks,
    usual: usual * interestAt(interest, ageInPeriod(article.publishedAt, period, now)),
    weight: 0.5 ** (middleOf(period) / EVIDENCE_HALF_LIFE),
  }));
  const forgotten = changedSince(periods, priorClicks, prior);
  let [clicks, usual] = [0, 0];
  for (const [period, own] of periods.entries()) {
    const weight = forgotten !== null && period > forgotten ? 0 : own.weight;
    clicks += weight * own.clicks;
    usual += weight * own.usual;
  }
  const shape = priorClicks + clicks;
  return { mean: shape / (priorClicks / prior + usual), shape, usual: sumOf(article.periods.map((own) => own.usual)) };
}

/** Returns the period at whose end the appeal most clearly changed, or `null` if chance explains all differences. */
function changedSince(
  periods: readonly (PeriodFigures & { weight: number })[],
  priorClicks: number,
  prior: number,
): number | null {
  let older = { clicks: priorClicks, usual: priorClicks / prior };
  for (const { clicks, usual, weight } of periods)
    older = { clicks: older.clicks + weight * clicks, usual: older.usual + weight * usual };
  const recent = { clicks: 0, usual: 0 };
  let found: number | null = null;
  let clearest = CHANGE_DEVIATIONS;
  for (const [period, { clicks, usual, weight }] of periods.slice(0, -1).entries()) {
    recent.clicks += clicks;
    recent.usual += usual;
    older = { clicks: older.clicks - weight * clicks, usual: older.usual - weight * usual };
    if (older.clicks - priorClicks < 1) break;
    const expected = (recent.usual * older.clicks) / older.usual;
    const variance = expected + expected ** 2 / older.clicks + 1;
    const deviations = Math.abs(recent.clicks - expected) / Math.sqrt(variance);
    if (deviations > clearest) [found, clearest] = [period, deviations];
  }
  return found;
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
