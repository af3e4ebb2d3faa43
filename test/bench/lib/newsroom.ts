import { COUNTRIES } from '../../../src/content/reference/countries.ts';
import GEO_GROUPS from '../../../src/content/reference/geo-groups.generated.ts';
import { CONTENT_TYPES, ORGANISATION_TYPES, type SourceInput } from '../../../src/content/types.ts';
import { createRandom, type Random, sampler, zipf } from '../../../src/demo/random.ts';
import { sentence } from './searches.ts';

/**
 * Generates the same newsroom for a seed. It contains the worst cases for an index, such as frequent values that never
 * occur together.
 */

const SEED = 7;
export const TOPICS = 300;
export const COMPANIES = 5000;
const SOURCES = 3000;
/** Seconds between two articles. At 300 articles per day, a larger newsroom covers a longer time. */
const PACE = 288;

/** Source of exactly the newest tenth of all articles. Its paths have directories. */
export const WIRE = 'wire.example.org';
/** The largest source after the wire service. Its URLs differ right after the host. */
export const FLAT = 'source-1.example';
/** The most frequent topic, which no podcast has. */
export const TOP_TOPIC = 1;

export const topics = Array.from({ length: TOPICS }, (_, i) => ({
  id: i + 1,
  name: `Topic ${i + 1}`,
  slug: `topic-${i + 1}`,
  description: '',
  category: i % 3 === 0 ? 2 : 1,
}));

export const companies = Array.from({ length: COMPANIES }, (_, i) => ({
  id: i + 1,
  name: `Company ${i + 1}`,
  organisationType: ORGANISATION_TYPES[i % ORGANISATION_TYPES.length],
}));

export const sources: SourceInput[] = [
  { domain: WIRE, name: 'The Wire' },
  ...Array.from({ length: SOURCES - 1 }, (_, i) => ({
    domain: `source-${i + 1}.example`,
    name: `Source ${i + 1}`,
    iframeable: i % 4 !== 3,
  })),
];

export const COUNTRY_RANKS: readonly string[] = [
  'US',
  'GB',
  ...createRandom(SEED, 'countries')
    .shuffle(COUNTRIES.map(({ code }) => code))
    .filter((code) => code !== 'US' && code !== 'GB'),
];
const GROUP_RANKS = createRandom(SEED, 'groups').shuffle(GEO_GROUPS.map(({ slug }) => slug));

const ranked = <T>(values: readonly T[], exponent: number) => {
  const draw = sampler(zipf(values.length, exponent));
  return (random: Random) => values[draw(random.next())] as T;
};
const topic = ranked(
  topics.map(({ id }) => id),
  0.9,
);
const company = ranked(
  companies.map(({ id }) => id),
  1,
);
const country = ranked(COUNTRY_RANKS, 1.1);
const group = ranked(GROUP_RANKS, 1);
const source = ranked(
  sources.slice(1).map(({ domain }) => domain),
  1,
);
const contentType = ranked(CONTENT_TYPES, 1.2);

const several = <T>(random: Random, most: number, draw: (random: Random) => T): T[] => [
  ...new Set(Array.from({ length: random.int(0, most) }, () => draw(random))),
];

/** Returns article `age` of `size` (0 is the newest) as a publisher would send it. `now`: epoch seconds. */
export function makeArticle(age: number, size: number, now: number) {
  const random = createRandom(SEED, String(age));
  const id = size - age;
  const type = contentType(random);
  const publishedAt = new Date((now - 60 - age * PACE - random.int(0, PACE - 1)) * 1000);
  const tags = [topic(random), ...several(random, 3, topic)];
  return {
    id,
    url: address(random, age < size / 10 ? WIRE : source(random), publishedAt, id),
    title: sentence(random, random.int(5, 12)),
    introduction: sentence(random, random.int(15, 40)),
    // Generated words, which belong to no language.
    language: 'en',
    publishedAt: publishedAt.toISOString(),
    contentType: type,
    topics: [...new Set(tags)].filter((tag) => type !== 'podcast' || tag !== TOP_TOPIC),
    companies: several(random, 3, company),
    countries: several(random, 3, country),
    geoGroups: random.chance(0.1) ? [group(random)] : [],
    paywalled: random.chance(0.25),
    registration: random.chance(0.1),
    ...(random.chance(0.8)
      ? { image: { url: `https://images.example.org/${id}.jpg`, width: 1200, height: 630, alt: sentence(random, 5) } }
      : {}),
  };
}

export function* articlePortions(size: number, now: number, portion = 2000) {
  for (let age = size; age > 0; age -= portion)
    yield Array.from({ length: Math.min(age, portion) }, (_, i) => makeArticle(age - 1 - i, size, now));
}

function address(random: Random, domain: string, publishedAt: Date, id: number): string {
  const slug = `${sentence(random, 5).toLowerCase().replaceAll(' ', '-')}-${id}`;
  const month = publishedAt.toISOString().slice(0, 7).replace('-', '/');
  if (domain === WIRE) return `https://${WIRE}/stories/${month}/${slug}.html`;
  if (domain === FLAT) return `https://www.${FLAT}/story-${slug}`;
  const style = Number(/\d+/.exec(domain)?.[0]) % 5;
  const scheme = style === 0 ? 'http' : 'https';
  const path = [
    `/?p=${id}`,
    `/news/${slug}/`,
    `/${month}/${slug}.html`,
    `/news/article?id=${id}`,
    `/en/business/${slug}`,
  ];
  return `${scheme}://www.${domain}${path[style]}`;
}
