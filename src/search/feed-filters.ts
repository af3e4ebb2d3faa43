import * as z from 'zod';
import type { Geography } from '../content/geography.ts';
import { addressPrefixTerm, authorTokens, languageToken } from '../content/index/facets.ts';
import {
  companyToken,
  contentTypeToken,
  countryToken,
  geoGroupToken,
  HTTPS,
  IFRAMEABLE,
  PAYWALLED,
  REGISTRATION,
  topicToken,
} from '../content/index/tokens.ts';
import { country, language } from '../content/input.ts';
import { CONTENT_TYPES, TYPE_NAMES } from '../content/types.ts';
import { readAs } from '../lib/faults.ts';
import { bit, choices, ids, list } from '../lib/formats/params.ts';
import { HOST_PATTERN, likePattern } from '../lib/hosts/host.ts';
import { parseSourcePrefix } from '../lib/url.ts';
import { allOf, anyToken, type Expression, token } from './expression.ts';
import { excessOfWords, excludeTerms, searchTerms, valuesOfTerms } from './search-terms.ts';
import { isChecked, occurs, type TermText, termExpressions } from './terms.ts';

/** Declares the filters of feeds. The API parameters, the queries and the form derive from these declarations. */

interface Filter<V> {
  /** Schema of the query parameter. Its default matches all articles, and none of the functions below is called. */
  schema: z.ZodType<V, string | undefined>;
  help: string;
  /** Value of the parameter in docs/reference/feeds.md. */
  example: string;
  /** Returns index tokens or expressions. An article must match at least one of them. */
  requires?(value: V, context: FilterContext): readonly (string | Expression)[];
  /** Returns tokens or expressions. An article that matches one of them is excluded. */
  excludes?(value: V, context: FilterContext): readonly (string | Expression)[];
  /** Order in which filters of equal size are evaluated. Filters that match fewer articles should have lower ranks. */
  rank: number;
  /** Returns the length of the filter's clause in tokens. By default, this is the number of alternatives. */
  size?(value: V): number;
  /** Returns how many values count towards `MAX_LIST_VALUES`. By default, this is the length of the list. */
  values?(value: V): number;
  /** Returns a condition that the index cannot evaluate, or `null`. */
  check?(value: V, languages: readonly string[]): ((text: TermText) => boolean) | null;
  needsGeography?: true;
  /** Field in the form of the embed builder. A filter without a field is available only in the API. */
  field?: FilterField;
}

interface FilterContext {
  geography: Geography;
  languages: readonly string[];
}

interface FilterField {
  at: number;
  label: string;
  /** Type of the field. The default is `switch`. */
  type?: 'topics' | 'companies' | 'countries' | 'groups' | 'several' | 'text';
  options?: readonly (readonly [value: string, label: string])[];
  hint?: string;
  /** Label of a switch that stands for an empty list. */
  all?: string;
}

const filter = <V>(row: Filter<V>) => row;

/** Assumed size of a search term in the query, in tokens. */
const TERM_SIZE = 3;
const TERMS_HINT = 'Words or phrases, separated by commas';

const COUNTRY_CODE = { type: 'string', pattern: '^[A-Za-z]{2}$' } as const;
const countries = list(country, COUNTRY_CODE);

const sourcePrefix = readAs((text) => {
  const prefix = parseSourcePrefix(text);
  return prefix && (prefix.path === '/' ? prefix.domain : prefix.domain + prefix.path);
}, 'must be a domain, a subdomain, or a domain with a path prefix');

/** Filters in the order of the API. Values of one filter are combined with OR, and different filters with AND. */
export const FEED_FILTERS = {
  articleTypes: filter({
    schema: choices(CONTENT_TYPES),
    help: `Only articles of these types: ${CONTENT_TYPES.join(', ')} (default: all)`,
    example: 'article,report',
    requires: (types) => types.map(contentTypeToken),
    rank: 7,
    field: {
      at: 6,
      label: 'Kinds',
      type: 'several',
      options: CONTENT_TYPES.map((type) => [type, TYPE_NAMES[type][1]]),
      all: 'All kinds',
    },
  }),
  includeTopics: filter({
    schema: ids,
    help: 'Only articles with these topics',
    example: '12,47',
    requires: (topics) => topics.map(topicToken),
    rank: 6,
    field: { at: 1, label: 'Topics', type: 'topics' },
  }),
  includeCompanies: filter({
    schema: ids,
    help: 'Only articles by these companies',
    example: '3,8',
    requires: (companies) => companies.map(companyToken),
    rank: 1,
    field: { at: 2, label: 'Companies', type: 'companies' },
  }),
  excludeCompanies: filter({
    schema: ids,
    help: 'Exclude articles by these companies',
    example: '3,8',
    excludes: (companies) => companies.map(companyToken),
    rank: 1,
    field: { at: 8, label: 'Exclude companies', type: 'companies' },
  }),
  additionalSources: filter({
    schema: list(sourcePrefix, likePattern(`${HOST_PATTERN}(/[!-+--~]*)?`).override),
    help: 'Exclude articles from these domains or subdomains, each optionally with a path prefix. A domain does not include its subdomains, except `www.`',
    example: 'example.com,example.org/blog',
    excludes: (sources) => sources.flatMap((source) => prefixTerm(source) ?? []),
    rank: 5,
    field: {
      at: 10,
      label: 'Exclude sites',
      type: 'text',
      hint: 'Such as example.com or example.com/blog, separated by commas',
    },
  }),
  includePaywalled: filter({
    schema: bit(true),
    help: '0 excludes paywalled articles',
    example: '0',
    excludes: () => [PAYWALLED],
    rank: 3,
    field: { at: 11, label: 'Hide articles that need a subscription' },
  }),
  includeRegistration: filter({
    schema: bit(true),
    help: '0 excludes articles that require free registration',
    example: '0',
    excludes: () => [REGISTRATION],
    rank: 4,
    field: { at: 12, label: 'Hide articles that need a registration' },
  }),
  excludeNonIframeableSources: filter({
    schema: bit(false),
    help: '1 excludes articles from sources that do not allow iframing',
    example: '1',
    requires: () => [IFRAMEABLE],
    rank: 9,
    field: { at: 13, label: 'Hide sites that forbid iframes' },
  }),
  excludeNonHttpsSources: filter({
    schema: bit(false),
    help: '1 excludes articles from sites that do not use HTTPS',
    example: '1',
    requires: () => [HTTPS],
    rank: 10,
    field: { at: 14, label: 'Hide sites without HTTPS' },
  }),
  searchTerms: filter({
    schema: searchTerms,
    help: 'Only articles with any of these words or phrases in headline or introduction, in all inflected forms of the text’s language. Case and accents do not matter, except that a word of 2 to 5 capital letters, such as US, matches only that spelling and U.S. A final * after at least three letters matches any ending. C++, C# and .NET match as written',
    example: 'storm surge,flood*',
    requires: (terms, { languages }) => termExpressions(terms, languages),
    rank: 5,
    size: (terms) => TERM_SIZE * terms.length,
    values: (terms) => valuesOfTerms('searchTerms', terms),
    check: (terms, languages) => (terms.some(isChecked) ? occurs(terms, languages) : null),
    field: { at: 5, label: 'Words', type: 'text', hint: TERMS_HINT },
  }),
  excludeTerms: filter({
    schema: excludeTerms,
    help: 'Exclude articles with any of these words or phrases in headline or introduction, written as in searchTerms',
    example: 'podcast',
    // Excludes only terms that the index finds exactly. Others would hide too many articles (docs/decisions.md#F8).
    excludes: (terms, { languages }) =>
      termExpressions(
        terms.filter((term) => !isChecked(term)),
        languages,
      ),
    rank: 6,
    values: (terms) => valuesOfTerms('excludeTerms', terms),
    check(terms, languages) {
      const checked = terms.filter(isChecked);
      const isExcluded = occurs(checked, languages);
      return checked.length > 0 ? (text) => !isExcluded(text) : null;
    },
    field: { at: 7, label: 'Exclude words', type: 'text', hint: TERMS_HINT },
  }),
  includeCountries: filter({
    schema: countries,
    help: 'Only articles tagged with these countries, or with a geo group that contains one of them (ISO 3166-1 alpha-2)',
    example: 'GB,DE',
    requires: countriesOrGroups,
    rank: 8,
    needsGeography: true,
    field: { at: 3, label: 'Countries', type: 'countries' },
  }),
  excludeCountries: filter({
    schema: countries,
    help: 'Exclude articles tagged with these countries',
    example: 'US',
    excludes: (codes) => codes.map(countryToken),
    rank: 2,
    field: { at: 9, label: 'Exclude countries', type: 'countries' },
  }),
  includeGeoGroups: filter({
    schema: list(z.string().toLowerCase()),
    help: 'Only articles tagged with these geo groups (slugs from /api/v2/geography/list/)',
    example: 'nordics',
    requires: (slugs, { geography }) => slugs.map((slug) => groupToken(slug, geography)),
    rank: 4,
    needsGeography: true,
    field: { at: 4, label: 'Regions and groups', type: 'groups' },
  }),
  includeAuthors: filter({
    schema: list(z.string().max(300)),
    help: 'Only articles by these authors. Values are ids as in `_article.authors`, or names, which match authors of all sources',
    example: 'Dana Whitfield',
    requires: (authors) => authors.map(byAuthor),
    rank: 2,
  }),
  includeLanguages: filter({
    schema: list(language, likePattern('[A-Za-z]{2,3}(-[A-Za-z]{2})?').override),
    help: 'Only articles in these languages (BCP 47); regions are ignored',
    example: 'en,fr',
    requires: (tags) => tags.map(languageToken),
    rank: 3,
  }),
};

type Filters = typeof FEED_FILTERS;
type FilterName = keyof Filters;
/** Parsed parameters of a feed, in the form that saved searches store. */
export type FilterValues = { [name in FilterName]: z.output<Filters[name]['schema']> };
type Unchanged<V> = V extends (infer T)[] ? readonly T[] : V;
export type FeedFilter = { readonly [name in FilterName]: Unchanged<FilterValues[name]> } & {
  /** Languages in which search terms are looked up. If absent, all languages. */
  languages?: readonly string[] | undefined;
};

export const filterParams = Object.fromEntries(
  Object.entries(FEED_FILTERS).map(([name, { schema, help }]) => [name, schema.describe(help)]),
) as { [name in FilterName]: Filters[name]['schema'] };

/** Filters whose default values let all articles pass. */
export const EVERYTHING: FilterValues = z.object(filterParams).parse({});

/** Adds the defaults of filters that did not exist when a search was saved. */
export const filterOf = (saved: object): FilterValues => ({ ...EVERYTHING, ...saved });

const ROWS = Object.entries(FEED_FILTERS) as [FilterName, Filter<unknown>][];

/** Returns the filters that exclude some articles, with their values. */
export const activeFilters = (values: FeedFilter) =>
  ROWS.filter(([name]) => isActive(values[name], EVERYTHING[name])).map(([name, row]) => ({
    name,
    row,
    value: values[name] as unknown,
  }));

const isActive = (value: unknown, everything: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== everything;

export const needsGeography = (values: FeedFilter): boolean =>
  activeFilters(values).some(({ row }) => row.needsGeography);

/** Maximum number of values in all lists of a query. It limits the most expensive query to 100 ms of database time. */
export const MAX_LIST_VALUES = 250;

const countValues = (values: FeedFilter) =>
  activeFilters(values).map(({ name, row, value }) => ({
    name,
    count: row.values?.(value) ?? (Array.isArray(value) ? value.length : 0),
  }));

/** Returns the number of values in all lists, which determines the cost of a query. */
export const valuesIn = (values: FeedFilter): number => countValues(values).reduce((sum, { count }) => sum + count, 0);

/** Limits the words and values of a query. The error names `excludeTerms` for words, the longest list for values. */
export const fewEnough = z.check<FilterValues>(({ value, issues }) => {
  const excess = excessOfWords(value);
  if (excess) issues.push({ code: 'custom', input: value, path: ['excludeTerms'], message: excess });
  const values = valuesIn(value);
  if (values <= MAX_LIST_VALUES) return;
  const [longest] = countValues(value).sort((a, b) => b.count - a.count);
  const message = `has ${values} values together with the other lists (each word of searchTerms counts once, each word of excludeTerms twice); the limit is ${MAX_LIST_VALUES}`;
  issues.push({ code: 'custom', input: value, path: [longest?.name ?? 'searchTerms'], message });
});

/** Defaults of the embed builder's filters in the form used in URLs, and the fields of its form. */
export function builderFilters() {
  const rows = ROWS.flatMap(([name, { field, requires }]) => {
    const value = EVERYTHING[name];
    const isList = Array.isArray(value);
    return field
      ? [{ name, value: isList ? '' : String(Number(value)), isExclusion: !(isList && requires), ...field }]
      : [];
  });
  const fields = rows
    .toSorted((a, b) => a.at - b.at)
    .map(({ at: _, value, type = 'switch', ...field }) => ({
      ...field,
      type,
      ...(type === 'switch' ? { on: value === '1' ? '0' : '1' } : {}),
    }));
  return { defaults: Object.fromEntries(rows.map(({ name, value }) => [name, value])), fields };
}

/** Returns filters as query parameters: non-empty lists separated by commas, and booleans as `0` or `1`. */
export function toQueryParameters(filters: Record<string, unknown>): Record<string, string | number> {
  const entries = Object.entries(filters).flatMap(([name, value]): [string, string | number][] => {
    if (Array.isArray(value)) return value.length > 0 ? [[name, value.join(',')]] : [];
    return [[name, typeof value === 'boolean' ? Number(value) : (value as string | number)]];
  });
  return Object.fromEntries(entries);
}

export const unknownSlugs = (slugs: readonly string[], geography: Geography): string[] =>
  slugs.filter((slug) => !geography.some((group) => group.slug === slug));

function prefixTerm(source: string): Expression | null {
  const prefix = parseSourcePrefix(source);
  return prefix && addressPrefixTerm(prefix.domain + prefix.path);
}

function byAuthor(id: string): Expression {
  const { name, sources } = authorTokens(id);
  return sources.length > 0 ? allOf([token(name), anyToken(sources)]) : token(name);
}

/** Returns tokens of countries and of the geo groups that contain them, because articles may be tagged with either. */
function countriesOrGroups(codes: readonly string[], { geography }: FilterContext): string[] {
  const groups = geography.filter((group) => group.countries.some((code) => codes.includes(code)));
  return [...codes.map(countryToken), ...groups.map(({ id }) => geoGroupToken(id))];
}

function groupToken(slug: string, geography: Geography): string {
  const group = geography.find((candidate) => candidate.slug === slug);
  // Group ids start at 1, so the token of an unknown slug matches nothing.
  return geoGroupToken(group?.id ?? 0);
}
