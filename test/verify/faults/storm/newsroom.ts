import { CONTENT_TYPES, ORGANISATION_TYPES } from '../../../../src/content/types.ts';
import { COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../../../../src/db/audiences.ts';
import { createRandom } from '../../../../src/demo/random.ts';

export interface Topic {
  id: number;
  name: string;
  slug: string;
  description: string;
  category: number;
  excludedFromTrending: boolean;
}

export interface Article {
  id: number;
  url: string;
  title: string;
  introduction: string;
  /** Publication time, in epoch seconds. */
  publishedAt: number;
  contentType: string;
  topics: number[];
  companies: number[];
  countries: string[];
  geoGroups: string[];
  organisationType: string | null;
  client: string | null;
  paywalled: boolean;
}

export const TOPICS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 47];
export const COMPANIES = [1, 2, 3, 4].map((id) => ({ id, name: `Company ${id}`, organisationType: 'Broker' }));
export const GROUPS: Record<string, string[]> = {
  'storm-coast': ['FR', 'GB', 'NO'],
  'storm-isles': ['CY', 'IS', 'MT'],
};
const COUNTRIES = ['GB', 'FR', 'DE', 'IS', 'US', 'NO', 'JP'];
export const SOURCES = [0, 1, 2, 3, 4, 5].map((n) => ({
  domain: `paper${n}.example`,
  name: `Paper ${n}`,
  ...(n === 1 ? { organisationType: 'Carrier' } : {}),
  ...(n === 2 ? { client: 'Topic Article' } : {}),
}));
const SYLLABLES = 'ba ce di fo gu ka le mi no pu ra se ti vo zu'.split(' ');
const WORDS = 'anchor bronze cedar delta ember fjord granite harbour ivory jasper kelp lagoon'.split(' ');

export const CLICKED = 60;
/** Ids of articles that are published and deleted during the run. Readers do not click them. */
export const PASSING = { from: 61, to: 140 };
/**
 * Articles that are clicked once, to measure the delay until the click is visible. Fifty of them have the same topic.
 */
export const PROBES = { article: 5001, topic: 101, perTopic: 50 };
export const UNKNOWN_ARTICLE = 999_999;

export function makeTopic(id: number, revision = 0): Topic {
  const name = `Topic ${id}${revision ? ` in its ${revision}th name` : ''}`;
  const slug = `topic-${id}${revision ? `-${revision}` : ''}`;
  return { id, name, slug, description: `About ${id}`, category: 1 + (id % 2), excludedFromTrending: id === 9 };
}

/** An article's id and URL never change, and its time depends only on `start` (epoch seconds). */
export function makeArticle(seed: number, id: number, revision: number, start: number): Article {
  const random = createRandom(seed, `article ${id} ${revision}`);
  const some = <T>(values: readonly T[], chance: number) => values.filter(() => random.chance(chance));
  const words = (length: number) =>
    Array.from({ length }, () => Array.from({ length: 4 }, () => random.pick(SYLLABLES)).join('')).join(' ');
  const steady = createRandom(seed, `time ${id}`);
  const publishedAt = start + (steady.chance(0.1) ? steady.int(3600, 3 * 86_400) : -steady.int(60, 14 * 86_400));
  return {
    id,
    url: `https://paper${id % 6}.example/${id % 2 ? 'news' : 'views'}/${id}`,
    title: `${random.pick(WORDS)} ${words(8)} ${id}`,
    introduction: `Revision ${revision} of ${random.pick(WORDS)} ${words(6)}`,
    publishedAt: id <= CLICKED ? start - steady.int(60, 14 * 86_400) : publishedAt,
    contentType: random.pick(CONTENT_TYPES),
    topics: some(TOPICS, 0.3),
    companies: some(COMPANIES, 0.3).map(({ id }) => id),
    countries: some(COUNTRIES, 0.2),
    geoGroups: some(Object.keys(GROUPS), 0.2),
    organisationType: random.chance(0.5) ? random.pick(ORGANISATION_TYPES) : null,
    client: random.chance(0.2) ? 'Topic Article' : null,
    paywalled: random.chance(0.2),
  };
}

export function makeProbe(nth: number, start: number): Article {
  const id = PROBES.article + nth;
  return {
    id,
    url: `https://probes.example/${id}`,
    title: `Probe ${id}`,
    introduction: '',
    contentType: 'article',
    topics: [PROBES.topic + Math.floor(nth / PROBES.perTopic)],
    publishedAt: start - 20 * 86_400,
    companies: [],
    countries: [],
    geoGroups: [],
    organisationType: null,
    client: null,
    paywalled: false,
  };
}

export interface Reader {
  id: string;
  address: string;
  agent: string;
  continent: string;
  companyType: string | null;
  seniority: string | null;
}

/** Returns a reader with fixed attributes. Readers who follow links report no attributes. */
export function makeReader(seed: number, nth: number, manner: 'page' | 'link'): Reader {
  const random = createRandom(seed, `reader ${manner} ${nth}`);
  const [high, low] = [nth >> 8, nth & 255];
  return {
    id: `${manner}${nth}`,
    address: `${manner === 'page' ? '198.18' : '198.19'}.${high}.${low}`,
    agent: `Mozilla/5.0 (X11; Linux x86_64; rv:${random.int(100, 140)}.0) Gecko/20100101 Firefox/${random.int(100, 140)}.0`,
    continent: random.pick(CONTINENTS),
    companyType: manner === 'page' ? random.pick([null, ...COMPANY_TYPES]) : null,
    seniority: manner === 'page' ? random.pick([null, ...SENIORITIES]) : null,
  };
}
