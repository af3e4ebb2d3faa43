import type { PastClickInput } from '../clicks/past.ts';
import type { Continent } from '../engagement/audiences.ts';
import { HOUR } from '../lib/time.ts';
import { type ArticleAtHour, steadyWeights } from './click-weights.ts';
import { continentsOf } from './geography.ts';
import type { DemoNewsroom } from './newsroom.ts';
import { createRandom, sampler, zipf } from './random.ts';
import { HABITS, type Habits, makeAudiences, type Reader } from './readers.ts';
import { type Click, spikeClicks, spikeOf } from './spike.ts';

/** The topic (Marine Cargo) whose clicks of the last 7 days are about four times those of the 7 days before. */
export const RISING_TOPIC = 6;
/** The topic (Aviation) whose clicks of the last 7 days are about a third of those of the 7 days before. */
export const FALLING_TOPIC = 9;
const RATIOS = new Map([
  [RISING_TOPIC, 4],
  [FALLING_TOPIC, 0.33],
]);

/** Days of clicks. */
export const CLICK_DAYS = 28;
const HOURS = CLICK_DAYS * 24;
const SHARE_REPEATED = 0.07;
/** How often a reader follows a story from another continent, against one from their own. */
const FAR_INTEREST = 0.6;

/** How much is read in each local hour of a weekday. */
const RHYTHM = [1, 1, 1, 1, 1, 3, 8, 16, 22, 20, 17, 15, 16, 15, 14, 13, 12, 11, 9, 7, 6, 5, 3, 2];
const WEEKEND_SHARE = 0.22;

/**
 * Makes up `count` clicks of the four weeks before `now` (epoch seconds) on the newsroom's articles, ascending by time. Half of
 * them are unsigned, with network, prefix and user agent. Few articles draw most clicks, and new ones more than old ones;
 * {@link RISING_TOPIC} rises, {@link FALLING_TOPIC} falls, one is new, the other topics hold steady, and one story spikes.
 */
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
  return clicks.sort((a, b) => a.at - b.at || a.contentId - b.contentId).map(toInput);
}

interface PopularArticle extends ArticleAtHour {
  id: number;
  continents: Set<Continent>;
}

function popularArticles({ articles }: DemoNewsroom, seed: number): PopularArticle[] {
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

function rhythm(time: number, offset: number): number {
  const local = new Date((time + offset * HOUR) * 1000);
  const weekend = local.getUTCDay() === 0 || local.getUTCDay() === 6;
  return (RHYTHM[local.getUTCHours()] ?? 0) * (weekend ? WEEKEND_SHARE : 1);
}

function toInput({ at, reader: { name, ...known }, contentId }: Click): PastClickInput {
  return { contentId, at: new Date(at * 1000).toISOString().replace('.000Z', 'Z'), reader: name, ...known };
}
