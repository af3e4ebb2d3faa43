import type { ContentType } from '../content/types.ts';
import { DAY, HOUR } from '../lib/time.ts';
import { COMPANIES } from './demo-companies.ts';
import { continentsOf } from './demo-geography.ts';
import { type DemoSource, SOURCES } from './demo-sources.ts';
import {
  type DemoStory,
  FOREIGN_STORIES,
  type ForeignStory,
  HOUSE_STORIES,
  LINE_STORIES,
  LINES,
  NEW_STORIES,
  STORIES,
} from './demo-stories.ts';
import { THEMES_OF_TOPIC, TOPICS } from './demo-topics.ts';
import { type FilledStory, fillStory } from './fill.ts';
import { ILLUSTRATION, IMAGE_THEMES, type ImageTheme, illustrationFile } from './images.ts';
import { createRandom, type Random, sampler } from './random.ts';

const FIRST_ID = 1001;
const ARTICLE_COUNT = 560;
/** Number of the new topic's first article, counted from the newest. Every `NEW_STEP`-th article follows it. */
const NEW_FROM = 40;
const NEW_STEP = 5;
const SHARE_WITH_IMAGE = 0.88;
const CATCH_ALL = 'industry-news';
const MIN_WORDS = 280;
const MORE_WORDS = 900;
const SHARE_IN_CATCH_ALL = 0.12;

interface Draft extends FilledStory {
  source: DemoSource;
  slug: string;
  contentType: ContentType;
  topics: string[];
}

const NAMES = new Map(TOPICS.map(({ slug, name }) => [slug, name]));
const TOPIC_ID = new Map(TOPICS.map(({ slug, id }) => [slug, id]));
const LINE_TOPICS = Object.keys(LINES);
const TRADE_PRESS = SOURCES.filter(({ owner, languages }) => !owner && !languages);
const NEWSROOMS = SOURCES.filter(({ owner }) => owner);

/** Generates articles over the `days` before `now` (epoch seconds), oldest first. */
export function demoArticles({
  seed,
  now,
  days,
  assets,
}: {
  seed: number;
  now: number;
  days: number;
  assets: string;
}): DemoArticle[] {
  const drafts = draftAll(createRandom(seed, 'articles'));
  const times = publicationTimes(seed, now, days, drafts.length);
  const random = createRandom(seed, 'details');
  return drafts.map((draft, index) => finish(draft, FIRST_ID + index, times[index] ?? now, assets, random));
}

function draftAll(random: Random): Draft[] {
  const titles = new Set<string>();
  const fresh = (make: () => Draft): Draft => {
    for (;;) {
      const draft = make();
      if (titles.has(draft.title)) continue;
      titles.add(draft.title);
      return draft;
    }
  };
  const nextStory = deck(STORIES, random);
  const nextLineStory = deck(LINE_STORIES, random);
  const nextLine = deck(LINE_TOPICS, random);
  const nextHouseStory = {
    Carrier: deck(HOUSE_STORIES.Carrier, random),
    Broker: deck(HOUSE_STORIES.Broker, random),
    'Service Provider': deck(HOUSE_STORIES['Service Provider'], random),
  };

  const kinds: (() => Draft)[] = [
    () => tradeDraft(nextStory(), '', random),
    () => tradeDraft(nextLineStory(), nextLine(), random),
    () => {
      const source = random.weighted(NEWSROOMS, ({ weight }) => weight);
      return houseDraft(nextHouseStory[source.organisationType ?? 'Carrier'](), nextLine(), source, random);
    },
  ];
  const shares = [0.47, 0.33, 0.2];
  const written = Array.from({ length: ARTICLE_COUNT - FOREIGN_STORIES.length - NEW_STORIES.length }, () =>
    fresh(random.weighted(kinds, (kind) => shares[kinds.indexOf(kind)] ?? 0)),
  );
  const scattered = scatter(
    written,
    FOREIGN_STORIES.map((story) => foreignDraft(story, random)),
    random,
  );
  for (const [i, story] of NEW_STORIES.entries())
    scattered.splice(ARTICLE_COUNT - NEW_FROM + i * NEW_STEP, 0, tradeDraft(story, '', random));
  return scattered;
}

/** Returns a function that returns `items` in random order. Each item occurs once before any item repeats. */
function deck<T>(items: readonly T[], random: Random): () => T {
  let hand: T[] = [];
  return () => {
    if (hand.length === 0) hand = random.shuffle(items);
    return hand.pop() as T;
  };
}

function scatter<T>(into: readonly T[], extra: readonly T[], random: Random): T[] {
  const result = [...into];
  for (const item of extra) result.splice(random.int(0, result.length), 0, item);
  return result;
}

function tradeDraft(story: DemoStory, line: string, random: Random): Draft {
  const topics = topicsOf(story, line, random);
  const filledStory = fillStory(story, { mainTopic: topics[0] ?? '' }, random);
  const source = random.weighted(TRADE_PRESS, (candidate) => fitness(candidate, topics, filledStory));
  return { ...filledStory, source, topics, contentType: story.type ?? 'article', slug: slugify(filledStory.title) };
}

function houseDraft(story: DemoStory, line: string, source: DemoSource, random: Random): Draft {
  const topics = topicsOf(story, line, random);
  const own = COMPANIES.find(({ name }) => name === source.owner);
  const filledStory = fillStory(story, { mainTopic: topics[0] ?? '', own }, random);
  const companies = own ? [...new Set([own.id, ...filledStory.companies])] : filledStory.companies;
  return {
    ...filledStory,
    companies,
    source,
    topics,
    contentType: story.type ?? 'article',
    slug: slugify(filledStory.title),
  };
}

function foreignDraft(story: ForeignStory, random: Random): Draft {
  return {
    title: story.title,
    intro: story.intro,
    companies: [],
    countries: [...(story.countries ?? [])],
    geoGroups: [...(story.geoGroups ?? [])],
    source: random.pick(SOURCES.filter(({ languages }) => languages?.includes(story.language))),
    topics: story.topics.split(' '),
    contentType: 'article',
    slug: story.slug,
  };
}

function topicsOf(story: DemoStory, line: string, random: Random): string[] {
  const topics = `${line} ${story.topics}`.split(' ').filter((slug) => slug !== '');
  const alsoCatchAll = topics.length < 4 && !topics.includes(CATCH_ALL) && random.chance(SHARE_IN_CATCH_ALL);
  return alsoCatchAll ? [...topics, CATCH_ALL] : topics;
}

/** Returns how likely a publication is to carry a story. This depends on its speciality and home region. */
function fitness({ focus, home, country, weight }: DemoSource, topics: readonly string[], story: FilledStory): number {
  const speciality = !focus ? 1 : topics.some((topic) => focus.includes(topic)) ? 2.5 : 0;
  const places = continentsOf(story.countries, story.geoGroups);
  const nearness = !home ? 1 : places.size === 0 ? 0.5 : [...places].some((place) => place === home) ? 2.5 : 0.15;
  const abroad = country && places.size > 0 && !story.countries.includes(country);
  if (abroad) return 0;
  return weight * speciality * nearness;
}

export type DemoArticle = ReturnType<typeof finish>;

function finish(draft: Draft, id: number, at: number, assets: string, random: Random) {
  const { source, topics, title, intro, contentType } = draft;
  const date = new Date(at * 1000);
  const image = random.chance(SHARE_WITH_IMAGE) ? illustrate(topics, assets, random) : undefined;
  const paywalled = random.chance(source.paywall ?? 0) && contentType !== 'pressrelease';
  const registration = !paywalled && random.chance(source.registration ?? 0) && contentType !== 'pressrelease';
  return {
    id,
    url: source.origin + fillPath(random.pick(source.paths), draft, id, date),
    title,
    introduction: intro,
    publishedAt: date.toISOString().replace('.000Z', 'Z'),
    contentType,
    topics: topics.map((slug) => TOPIC_ID.get(slug)).filter((topic) => topic !== undefined),
    companies: draft.companies,
    countries: draft.countries,
    geoGroups: draft.geoGroups,
    client: source.client,
    paywalled,
    registration,
    ...(source.staff ? { authors: [{ name: source.staff[id % source.staff.length] ?? '' }] } : {}),
    section: NAMES.get(topics[0] ?? CATCH_ALL) ?? '',
    words: MIN_WORDS + ((id * 37) % MORE_WORDS),
    ...(source.organisationType ? { organisationType: source.organisationType } : {}),
    ...(image ? { image } : {}),
  };
}

function illustrate(topics: readonly string[], assets: string, random: Random) {
  const theme = random.pick<ImageTheme>(THEMES_OF_TOPIC.get(topics[0] ?? CATCH_ALL) ?? ['skyline']);
  const variant = random.int(0, 1);
  return {
    url: `${assets}/${illustrationFile(theme, variant)}`,
    ...ILLUSTRATION,
    alt: IMAGE_THEMES[theme][variant] ?? '',
  };
}

function fillPath(path: string, { slug, topics }: Draft, id: number, date: Date): string {
  const [yyyy = '', mm = ''] = date.toISOString().split('-');
  const values: Record<string, string> = { slug, id: String(id), topic: topics[0] ?? CATCH_ALL, yyyy, mm };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

function slugify(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const OFFICE_HOURS = [1, 1, 1, 1, 2, 4, 8, 12, 14, 14, 12, 10, 10, 12, 13, 12, 10, 7, 5, 4, 3, 2, 2, 1];
const WEEKEND_SHARE = 0.3;

/** Returns publication times (epoch seconds, ascending), mostly in office hours on weekdays. */
function publicationTimes(seed: number, now: number, days: number, count: number): number[] {
  const random = createRandom(seed, 'schedule');
  const start = now - days * DAY;
  const pick = sampler(Array.from({ length: days * 24 }, (_, hour) => busyness(start + hour * HOUR, hour)));
  const times = Array.from({ length: count }, (_, i) => {
    const hour = pick((i + random.next()) / count);
    return start + hour * HOUR + random.int(0, HOUR - 1);
  });
  return times.sort((a, b) => a - b);
}

function busyness(time: number, hoursFromStart: number): number {
  const weekday = new Date(time * 1000).getUTCDay();
  // The first day always counts as a working day, because no earlier articles can be recommended on it.
  const weekend = (weekday === 0 || weekday === 6) && hoursFromStart >= 24;
  return (OFFICE_HOURS[new Date(time * 1000).getUTCHours()] ?? 0) * (weekend ? WEEKEND_SHARE : 1);
}
