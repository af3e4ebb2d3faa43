import GEO_GROUPS from '../../../src/content/reference/geo-groups.generated.ts';
import { CONTENT_TYPES } from '../../../src/content/types.ts';
import { createRandom, type Random, sampler, zipf } from '../../../src/demo/random.ts';
import { type Cursor, encodeCursor } from '../../../src/search/cursor.ts';
import {
  EVERYTHING,
  type FeedFilter,
  type FilterValues,
  MAX_LIST_VALUES,
  valuesIn,
} from '../../../src/search/feed-filters.ts';
import { wordsIn } from '../../../src/search/search-terms.ts';
import { COMPANIES, COUNTRY_RANKS, FLAT, TOPICS, WIRE } from './newsroom.ts';

const VOCABULARY = 20_000;
const ONSETS = 'b c d f g h l m n p r s t v w br cl dr fl gr pl pr st tr'.split(' ');
const VOWELS = 'a e i o u ai ea io ou'.split(' ');
const CODAS = ['', '', '', 'l', 'm', 'n', 'r', 'rd', 'nt', 'x'];

/** Generated words, the most frequent and shortest first. Their frequencies follow Zipf's law, as in natural text. */
export const WORDS: readonly string[] = vocabulary();

/** Nearly every article contains both words, but never next to each other in this order. */
export const COMMON = [WORDS[0], WORDS[1]] as [string, string];

const pick = sampler(zipf(VOCABULARY));

export function sentence(random: Random, count: number): string {
  const words: string[] = [];
  while (words.length < count) {
    const word = WORDS[pick(random.next())] as string;
    if (word === COMMON[1] && words.at(-1) === COMMON[0]) continue;
    words.push(word);
  }
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function vocabulary(): string[] {
  const random = createRandom(1, 'vocabulary');
  const syllable = () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS);
  const words = new Set<string>();
  const syllables = () => (words.size < 300 ? 1 : words.size < 4000 ? 2 : 3);
  while (words.size < VOCABULARY) words.add(Array.from({ length: syllables() }, syllable).join(''));
  return [...words];
}

export interface Question {
  filter: FeedFilter;
  before: Cursor;
  limit: number;
}

const MAX_WORDS = 100;
const MAX_LIST = 100;
const NEWEST = { publishedAt: 4_000_000_000, id: 0 };

const skewed = (random: Random, most: number) => Math.floor(random.next() ** 2 * most);
const several = <T>(random: Random, draw: () => T, most = MAX_LIST): T[] => [
  ...new Set(Array.from({ length: 1 + skewed(random, most) }, draw)),
];
const word = (random: Random) => WORDS[skewed(random, WORDS.length)] ?? 'the';

function term(random: Random): string {
  const length = random.chance(0.5) ? 1 : random.int(2, random.chance(0.2) ? 60 : 4);
  const words = Array.from({ length }, () => word(random));
  if (random.chance(0.25)) {
    const last = words.pop() ?? '';
    const beginning = last.slice(0, random.int(3, Math.max(3, last.length)));
    words.push(beginning.length >= 3 ? `${beginning}*` : last);
  }
  return words.join(' ');
}

function severalTerms(random: Random, most: number): string[] {
  const terms: string[] = [];
  let words = 0;
  for (const next of several(random, () => term(random))) {
    const count = next.split(' ').length;
    if (words + count > most) break;
    terms.push(next);
    words += count;
  }
  return terms;
}

const topic = (random: Random) => 1 + skewed(random, TOPICS);
const company = (random: Random) => 1 + skewed(random, COMPANIES);
const country = (random: Random) => COUNTRY_RANKS[skewed(random, COUNTRY_RANKS.length)] ?? 'US';

const source = (random: Random) => {
  const domain = random.chance(0.2) ? WIRE : random.chance(0.3) ? FLAT : `source-${1 + skewed(random, 2999)}.example`;
  const path = ['/', '/story-', '/2', '/20', '/2026/', '/2026/0', '/s', '/st', '/story-1', '/news/'];
  return random.chance(0.3) ? domain : domain + (path[random.int(1, path.length - 1)] ?? '');
};

const DRAWS: { [name in keyof FilterValues]?: (random: Random) => FilterValues[name] } = {
  articleTypes: (random) => several(random, () => CONTENT_TYPES[random.int(0, 5)] ?? 'article', 6),
  includeTopics: (random) => several(random, () => topic(random)),
  includeCompanies: (random) => several(random, () => company(random)),
  excludeCompanies: (random) => several(random, () => company(random)),
  additionalSources: (random) => several(random, () => source(random)),
  includePaywalled: (random) => random.chance(0.5),
  includeRegistration: (random) => random.chance(0.5),
  excludeNonIframeableSources: (random) => random.chance(0.5),
  excludeNonHttpsSources: (random) => random.chance(0.5),
  searchTerms: (random) => severalTerms(random, MAX_WORDS),
  excludeTerms: (random) => severalTerms(random, MAX_WORDS / 2),
  includeCountries: (random) => several(random, () => country(random)),
  excludeCountries: (random) => several(random, () => country(random)),
  includeGeoGroups: (random) => several(random, () => GEO_GROUPS[random.int(0, GEO_GROUPS.length - 1)]?.slug ?? ''),
  includeAuthors: (random) => several(random, () => `Author ${random.int(1, 500)}`),
  includeLanguages: (random) => several(random, () => (random.chance(0.8) ? 'en' : 'de'), 2),
};
const NAMES = Object.keys(DRAWS) as (keyof FilterValues)[];

const place = (random: Random): Question['before'] =>
  random.chance(0.7) ? NEWEST : { publishedAt: random.int(1_520_000_000, 1_790_000_000), id: 0 };

function cut(random: Random, filter: FeedFilter): FeedFilter {
  if (wordsIn(filter) > MAX_WORDS) {
    const name = filter.excludeTerms.length > 0 && random.chance(0.5) ? 'excludeTerms' : 'searchTerms';
    return cut(random, { ...filter, [name]: filter[name].slice(1) });
  }
  const excess = valuesIn(filter) - MAX_LIST_VALUES;
  if (excess <= 0) return filter;
  const name = NAMES[random.int(0, NAMES.length - 1)] ?? 'searchTerms';
  const value = filter[name];
  const shorter = Array.isArray(value) ? value.slice(0, Math.max(0, value.length - excess)) : value;
  return cut(random, { ...filter, [name]: shorter });
}

export function randomQuestion(random: Random): Question {
  const names = several(random, () => NAMES[random.int(0, NAMES.length - 1)] ?? 'searchTerms', 5);
  const drawn: FeedFilter = {
    ...EVERYTHING,
    ...Object.fromEntries(names.map((name) => [name, DRAWS[name]?.(random)])),
  };
  return { filter: cut(random, drawn), before: place(random), limit: random.chance(0.5) ? 20 : 100 };
}

export function mutate(random: Random, { filter, before, limit }: Question): Question {
  const name = NAMES[random.int(0, NAMES.length - 1)] ?? 'searchTerms';
  const value = random.chance(0.25) ? EVERYTHING[name] : DRAWS[name]?.(random);
  return {
    filter: cut(random, { ...filter, [name]: value }),
    before: random.chance(0.1) ? place(random) : before,
    limit: random.chance(0.1) ? 100 : limit,
  };
}

export function describeQuestion({ filter, before, limit }: Question): string {
  const parts = NAMES.flatMap((name) => {
    const value = filter[name];
    if (Array.isArray(value)) {
      const shown = value.slice(0, 3).join(', ').slice(0, 80);
      return value.length > 0 ? [`${name} (${value.length}: ${shown})`] : [];
    }
    return value === EVERYTHING[name] ? [] : [`${name}=${Number(value)}`];
  });
  const page = before === NEWEST ? [] : [`before ${new Date(before.publishedAt * 1000).toISOString().slice(0, 10)}`];
  return [...parts, ...page, `limit=${limit}`].join('; ');
}

export function pathOf({ filter, before, limit }: Question): string {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const name of NAMES) {
    const value = filter[name];
    if (Array.isArray(value)) {
      if (value.length > 0) query.set(name, value.join(','));
    } else query.set(name, String(Number(value)));
  }
  if (before !== NEWEST) query.set('cursor', encodeCursor(before));
  return `/api/v2/feed/?${query}`;
}
