import {
  COMPANY_TYPES,
  type CompanyType,
  type Continent,
  type PastClickInput,
  SENIORITIES,
  type Seniority,
} from '../engagement/audiences.ts';
import { type ArticleAtHour, steadyWeights } from './click-weights.ts';
import { continentsOf } from './geography.ts';
import type { DemoNewsroom } from './newsroom.ts';
import { createRandom, type Random, sampler, zipf } from './random.ts';

/** The topic (Marine Cargo) whose clicks of the last 7 days are about four times those of the 7 days before. */
export const RISING_TOPIC = 6;
const RISE = 4;

const HOUR = 3600;
/** An hour short of 14 days, so that the clicks can still be imported some time after `now`. */
const HOURS = 14 * 24 - 1;
const READERS = 1500;
const SHARE_REPEATED = 0.07;
/** How often a reader follows a story from another continent, against one from their own. */
const FAR_INTEREST = 0.6;

interface Reader {
  name: string;
  continent?: Continent;
  companyType?: CompanyType;
  seniority?: Seniority;
}

interface Habits {
  continent: Continent | undefined;
  share: number;
  /** Hours ahead of UTC. */
  offset: number;
}

const HABITS: readonly Habits[] = [
  { continent: 'EU', share: 0.42, offset: 1 },
  { continent: 'NA', share: 0.35, offset: -6 },
  { continent: 'AS', share: 0.1, offset: 7 },
  { continent: 'OC', share: 0.05, offset: 10 },
  { continent: 'SA', share: 0.035, offset: -3 },
  { continent: 'AF', share: 0.03, offset: 2 },
  { continent: undefined, share: 0.015, offset: 0 },
];

/** How much is read in each local hour of a weekday. */
const RHYTHM = [1, 1, 1, 1, 1, 3, 8, 16, 22, 20, 17, 15, 16, 15, 14, 13, 12, 11, 9, 7, 6, 5, 3, 2];
const WEEKEND_SHARE = 0.22;

/**
 * Makes up `count` clicks of the 14 days before `now` (epoch seconds) on the newsroom's articles, ascending by time.
 * Few articles draw most clicks, and new ones more than old ones; {@link RISING_TOPIC} rises, the others hold steady.
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
  const audiences = makeAudiences(createRandom(seed, 'readers'));
  const articles = popularArticles(newsroom, seed);
  const readersPerHour = Array.from({ length: HOURS }, () => 0);
  for (const { hour, weight } of moments) readersPerHour[hour] = (readersPerHour[hour] ?? 0) + weight;
  const pickers = steadyWeights({ articles, readersPerHour, firstHour, risingTopic: RISING_TOPIC, rise: RISE }).map(
    (weights) => sampler(weights),
  );

  const clicks: { at: number; reader: Reader; contentId: number }[] = [];
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

/** For each continent's habits, a function from a uniform number to one of its readers; few of them read a lot. */
function makeAudiences(random: Random): Map<Habits, (uniform: number) => Reader> {
  const members = new Map<Habits, Reader[]>(HABITS.map((habits) => [habits, []]));
  for (let i = 1; i <= READERS; i++) {
    const habits = random.weighted(HABITS, ({ share }) => share);
    members.get(habits)?.push(makeReader(`demo-reader-${i}`, habits.continent, random));
  }
  return new Map(
    [...members]
      .filter(([, readers]) => readers.length > 0)
      .map(([habits, readers]) => {
        const pick = sampler(zipf(readers.length, 0.6));
        return [habits, (uniform: number) => readers[pick(uniform)] as Reader];
      }),
  );
}

function makeReader(name: string, continent: Continent | undefined, random: Random): Reader {
  const companyType = random.weighted([...COMPANY_TYPES, undefined], (type) =>
    type === undefined ? 0.12 : type === 'broker' ? 0.36 : type === 'carrier' ? 0.3 : 0.22,
  );
  const seniority = random.weighted([...SENIORITIES, undefined], (level) =>
    level === undefined ? 0.16 : 0.06 + 0.06 * SENIORITIES.indexOf(level),
  );
  return {
    name,
    ...(continent ? { continent } : {}),
    ...(companyType ? { companyType } : {}),
    ...(seniority ? { seniority } : {}),
  };
}

function toInput({
  at,
  reader: { name, ...known },
  contentId,
}: {
  at: number;
  reader: Reader;
  contentId: number;
}): PastClickInput {
  return { contentId, at: new Date(at * 1000).toISOString().replace('.000Z', 'Z'), reader: name, ...known };
}
