import * as fc from 'fast-check';
import { CONTENT_TYPES, type ContentType } from '../../src/content/types.ts';
import { publish } from '../support/index.ts';
import { WORDS } from './words.ts';

export interface Story {
  id: number;
  url: string;
  title: string;
  introduction: string;
  /** Publication time, in epoch seconds. */
  publishedAt: number;
  contentType: ContentType;
  topics: number[];
  companies: number[];
  countries: string[];
  geoGroups: string[];
  paywalled: boolean;
  registration: boolean;
}

export const TOPICS = [1, 2, 12, 47, 120, 1_000_000];
export const COMPANIES = [1, 2, 12, 21, 500];
/** Some country codes are words that a stemmer would shorten, or operators of the query language. */
export const COUNTRIES = ['GB', 'DE', 'FR', 'NU', 'US', 'IS', 'IN', 'JP'];
export const GROUPS: Record<string, string[]> = {
  europe: ['DE', 'FR', 'GB', 'IS'],
  'north-atlantic': ['GB', 'IS', 'US'],
  'small-islands': ['IS', 'NU'],
  nobody: [],
};
export const UNFRAMEABLE = ['news.example.com', 'example.com.au'];

export const HOSTS = [
  'example.com',
  'www.example.com',
  'news.example.com',
  'example.com.au',
  'www.example.com.au',
  'notexample.com',
  'example.com:8443',
  'xn--bcher-kva.example',
];

/** Paths of articles. `#` becomes the number of the article, which makes them unique. */
const PATHS = [
  '/#',
  '/?p=#',
  '/news#',
  '/news/#',
  '/news/#/',
  '/newsletter/#',
  '/News/Story-#.html',
  '/news/2026/11/flood-claims-rise-#.html',
  '/a/b/c/d/e/f/g/#',
  '/a/b/c/d/#',
  '/a/b/c/d/e-#/f',
  '/page?id=#',
  '/page?ID=#&from=/a/b/c',
  '/r%C3%A9sum%C3%A9/#',
  '/a-headline-that-goes-on-for-longer-than-most-others-do-#',
];

const some = <T>(values: readonly T[], most: number) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: most });

export const sentence = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', ' ', ', ', '-', ': ', ' “', '/', '?! ')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.flat().join(''));

const plan = fc.record({
  scheme: fc.constantFrom('https', 'https', 'http'),
  host: fc.constantFrom(...HOSTS),
  path: fc.constantFrom(...PATHS),
  title: sentence,
  introduction: sentence,
  second: fc.nat(120),
  contentType: fc.constantFrom(...CONTENT_TYPES),
  topics: some(TOPICS, 4),
  companies: some(COMPANIES, 2),
  countries: some(COUNTRIES, 3),
  geoGroups: some(Object.keys(GROUPS), 2),
  paywalled: fc.boolean(),
  registration: fc.boolean(),
  id: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 2 ** 30 - 1 })),
});

/** Ids of articles published in the same second. The first two have equal lowest 20 bits. */
const SAME_SECOND = [5, 1_048_577 + 5, 2 ** 30 - 1, 4];

/**
 * Creates about `size` articles from the hours before `now` (epoch seconds), many in the same second, a few in the
 * future.
 */
export function makeStories(size: number, seed: number, now: number): Story[] {
  const stories = fc.sample(plan, { numRuns: size, seed }).map(({ scheme, host, path, second, ...story }, i): Story => {
    const id = SAME_SECOND[i] ?? story.id;
    const publishedAt = i < SAME_SECOND.length ? now - 4000 : i % 50 === 49 ? now + 86_400 + i : now - 100 * second;
    return { ...story, id, url: `${scheme}://${host}${path.replace('#', String(i))}`, publishedAt };
  });
  return [...new Map(stories.toReversed().map((story) => [story.id, story])).values()];
}

export const asInput = (story: Story) => ({ ...story, publishedAt: new Date(story.publishedAt * 1000).toISOString() });

export async function publishNewsroom(operator: string, stories: readonly Story[]): Promise<void> {
  const topics = TOPICS.map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, description: '', category: 1 }));
  await publish(operator, 'topics', topics);
  const companies = COMPANIES.map((id) => ({ id, name: `Company ${id}`, organisationType: 'Broker' }));
  await publish(operator, 'companies', companies);
  const groups = Object.entries(GROUPS).map(([slug, countries]) => ({ slug, name: slug, countries }));
  await publish(operator, 'geo-groups', groups);
  const sources = UNFRAMEABLE.map((domain) => ({ domain, name: domain, iframeable: false }));
  await publish(operator, 'sources', sources);
  const { rejected } = await publish(operator, 'articles', stories.map(asInput));
  if (rejected.length > 0) throw new Error(`rejected: ${JSON.stringify(rejected)}`);
}
