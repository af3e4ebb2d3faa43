import type { PastClickInput } from '../clicks/import-past-clicks.ts';
import type { Channel, Continent } from '../db/audiences.ts';
import { HOUR } from '../lib/time.ts';
import { continentsOf } from './demo-geography.ts';
import type { DemoNewsroom } from './newsroom.ts';
import { createRandom, sampler, zipf } from './random.ts';
import { HABITS, type Habits, makeAudiences, type Reader } from './readers.ts';

const WEEK_HOURS = 7 * 24;
const FIT_ROUNDS = 40;

interface ArticleAtHour {
  publishedAt: number;
  topics: readonly number[];
  appeal: number;
}

/** Weights articles by iterative proportional fitting, so that the clicks of each topic grow as specified. */
function steadyWeights({
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

  for (let round = 0; round < FIT_ROUNDS; round++) {
    const [before, last] = expectedClicks(plain, factors, readersPerHour, weeksAgo);
    const nudges = new Map(
      topics.map((topic) => {
        const [read, readBefore] = [topicTotal(articles, last, topic), topicTotal(articles, before, topic)];
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

/** Marine Cargo, a demo topic with about four times as many clicks in the last 7 days as in the 7 days before. */
export const RISING_TOPIC = 6;
/** Aviation, a demo topic with about a third as many clicks in the last 7 days as in the 7 days before. */
export const FALLING_TOPIC = 9;
const RATIOS = new Map([
  [RISING_TOPIC, 4],
  [FALLING_TOPIC, 0.33],
]);

export const CLICK_DAYS = 28;
const HOURS = CLICK_DAYS * 24;
const SHARE_REPEATED = 0.07;
/** Interest of readers in articles about other continents, relative to articles about their own. */
const FAR_INTEREST = 0.6;

const READING_BY_HOUR = [1, 1, 1, 1, 1, 3, 8, 16, 22, 20, 17, 15, 16, 15, 14, 13, 12, 11, 9, 7, 6, 5, 3, 2];
const WEEKEND_SHARE = 0.22;

/** Generates `count` clicks over the four weeks before `now` (epoch seconds), oldest first, half of them unsigned. */
export function demoClicks({
  newsroom,
  seed,
  now,
  count,
}: {
  newsroom: DemoNewsroom;
  seed: number;
  now: number;
  count: number;
}): PastClickInput[] {
  const random = createRandom(seed, 'clicks');
  const firstHour = (Math.floor(now / HOUR) - (HOURS - 1)) * HOUR;
  const moments = busyMoments(firstHour, now);
  const pickMoment = sampler(moments.map(({ weight }) => weight));
  const audiences = makeAudiences(seed);
  const articles = popularArticles(newsroom, seed);
  const readersPerHour = Array.from({ length: HOURS }, () => 0);
  for (const { hour, weight } of moments) readersPerHour[hour] = (readersPerHour[hour] ?? 0) + weight;
  const pickers = steadyWeights({ articles, readersPerHour, firstHour, ratios: RATIOS }).map((weights) =>
    sampler(weights),
  );

  const clicks = spikeClicks(spikeOf(newsroom, now), { seed, now, audiences });
  while (clicks.length < count) {
    const { hour, habits } = moments[pickMoment(random.next())] ?? { hour: 0, habits: undefined };
    const audience = habits && audiences.get(habits);
    const pickArticle = pickers[hour];
    if (!audience || !pickArticle) continue;
    const reader = audience(random.next());
    const article = articles[pickArticle(random.next())];
    if (!article || (isFar(article, reader) && !random.chance(FAR_INTEREST))) continue;
    const from = firstHour + hour * HOUR;
    const at = random.int(from, Math.min(from + HOUR - 1, now - 1));
    if (at >= now || at <= article.publishedAt) continue;
    clicks.push({ at, reader, contentId: article.id });
    if (!random.chance(SHARE_REPEATED) || clicks.length >= count) continue;
    const again = at + (random.chance(0.5) ? random.int(5, 900) : random.int(1, 40) * HOUR);
    if (again < now) clicks.push({ at: again, reader, contentId: article.id });
  }
  const lean = new Map(articles.map(({ id, topics }) => [id, CHANNELS[(topics[0] ?? 0) % CHANNELS.length]]));
  return clicks
    .sort((a, b) => a.at - b.at || a.contentId - b.contentId)
    .map((click) => {
      const from = random.weighted(CHANNELS, (one) => (one === lean.get(click.contentId) ? 3 : 1) * one[1]);
      return toInput(click, from[0]);
    });
}

const CHANNELS: readonly [Channel | undefined, share: number][] = [
  ['site', 24],
  ['search', 22],
  ['social', 14],
  ['mail', 12],
  ['chat', 4],
  ['assistant', 4],
  ['news', 5],
  ['other', 5],
  ['direct', 6],
  [undefined, 4],
];

interface PopularArticle extends ArticleAtHour {
  id: number;
  continents: Set<Continent>;
}

/** Returns the articles with their relative appeal to readers. A few articles have most of the appeal. */
export function popularArticles({ articles }: DemoNewsroom, seed: number): PopularArticle[] {
  const appeal = createRandom(seed, 'appeal').shuffle(zipf(articles.length, 0.8));
  return articles.map(({ id = 0, publishedAt, topics, countries, geoGroups }, index) => ({
    id,
    topics,
    publishedAt: Date.parse(publishedAt) / 1000,
    appeal: appeal[index] ?? 0,
    continents: continentsOf(countries, geoGroups),
  }));
}

function isFar({ continents }: PopularArticle, { continent }: Reader): boolean {
  return continent !== undefined && continents.size > 0 && !continents.has(continent);
}

function busyMoments(firstHour: number, now: number): { hour: number; habits: Habits; weight: number }[] {
  return Array.from({ length: HOURS }, (_, hour) => hour).flatMap((hour) => {
    const from = firstHour + hour * HOUR;
    const elapsed = Math.min(1, (now - from) / HOUR);
    return HABITS.map((habits) => ({ hour, habits, weight: habits.share * rhythm(from, habits.offset) * elapsed }));
  });
}

/** Returns the reading activity at a time (epoch seconds) in a time zone that is `offset` hours ahead of UTC. */
export function rhythm(time: number, offset: number): number {
  const local = new Date((time + offset * HOUR) * 1000);
  const weekend = local.getUTCDay() === 0 || local.getUTCDay() === 6;
  return (READING_BY_HOUR[local.getUTCHours()] ?? 0) * (weekend ? WEEKEND_SHARE : 1);
}

function toInput({ at, reader: { name, ...known }, contentId }: Click, channel: Channel | undefined): PastClickInput {
  const channelFields = channel ? { channel } : {};
  return {
    contentId,
    at: new Date(at * 1000).toISOString().replace('.000Z', 'Z'),
    reader: name,
    ...known,
    ...channelFields,
  };
}

const CLICKS = 160;
const MIN_SPIKE_AGE_S = 3 * HOUR;
const SPIKE_DURATION_S = 8 * HOUR;

interface Click {
  at: number;
  reader: Reader;
  contentId: number;
}

interface Spike {
  contentId: number;
  from: number;
}

/** Returns a spike in clicks on the newest article that is at least three hours old at `now` (epoch seconds). */
export function spikeOf({ articles }: DemoNewsroom, now: number): Spike {
  const times = articles.map(({ id = 0, publishedAt }) => ({ contentId: id, at: Date.parse(publishedAt) / 1000 }));
  const newest = times.findLast(({ at }) => at <= now - MIN_SPIKE_AGE_S);
  if (!newest) throw new RangeError('a newsroom has stories that are older than three hours');
  return { contentId: newest.contentId, from: Math.max(newest.at, now - SPIKE_DURATION_S) };
}

function spikeClicks(
  { contentId, from }: Spike,
  { seed, now, audiences }: { seed: number; now: number; audiences: Map<Habits, (uniform: number) => Reader> },
): Click[] {
  const random = createRandom(seed, 'spike');
  return Array.from({ length: CLICKS }, () => {
    const audience = audiences.get(random.weighted(HABITS, ({ share }) => share));
    const at = Math.min(from + 1 + Math.floor((now - from) * Math.sqrt(random.next())), now - 1);
    return audience ? [{ contentId, at, reader: audience(random.next()) }] : [];
  }).flat();
}
