import { pairsOfPhrase, UNPAIRED } from '../content/bigrams.ts';
import {
  ALL,
  addressPrefixTerm,
  companyToken,
  contentTypeToken,
  countryToken,
  geoGroupToken,
  HTTPS,
  IFRAMEABLE,
  PAYWALLED,
  REGISTRATION,
  topicToken,
} from '../content/facets.ts';
import type { Geography } from '../content/geography.ts';
import type { FeedFilter } from './filter.ts';

/** Compiles a filter into one FTS5 MATCH over `article_index`: each filter one clause, joined by AND, exclusions behind NOT. */
export function compileMatch(filter: FeedFilter, geography: Geography): string {
  const required = [
    filter.articleTypes.map(contentTypeToken),
    filter.includeTopics.map(topicToken),
    filter.includeCompanies.map(companyToken),
    countriesOrGroups(filter.includeCountries, geography),
    filter.includeGeoGroups.map((slug) => groupToken(slug, geography)),
    filter.excludeNonHttpsSources ? [HTTPS] : [],
    filter.excludeNonIframeableSources ? [IFRAMEABLE] : [],
  ].filter((alternatives) => alternatives.length > 0);

  const excluded = [
    ...filter.excludeCompanies.map(companyToken),
    ...filter.excludeCountries.map(countryToken),
    ...(filter.includePaywalled ? [] : [PAYWALLED]),
    ...(filter.includeRegistration ? [] : [REGISTRATION]),
    ...filter.additionalSources.map(({ domain, path }) => addressPrefixTerm(domain + path)),
  ];

  const facets = (required.length > 0 ? required : [[ALL]]).map(anyOf);
  const wanted = [...(filter.searchTerms.length > 0 ? [anyTerm(filter.searchTerms)] : []), ...facets].join(' AND ');
  const without = portions(excluded).map((tokens) => ` NOT ${anyOf(tokens)}`);
  return without.length > 0 ? `(${wanted})${without.join('')}` : wanted;
}

const anyOf = (tokens: readonly string[]) => `facets: (${tokens.join(' OR ')})`;

/** For each article the index looks at every alternative of an OR, but stops at the first NOT that holds: many small ones are quicker than one. */
const PORTION = 5;
const portions = <T>(values: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(values.length / PORTION) }, (_, i) => values.slice(i * PORTION, (i + 1) * PORTION));

/** The alternatives of `searchTerms`: words together, and each phrase behind the pairs of words that it is made of. */
function anyTerm(terms: readonly string[]): string {
  const pairs = new Map(terms.map((term) => [term, pairsOfPhrase(term)]));
  const plain = terms.filter((term) => pairs.get(term)?.length === 0);
  const words = plain.length > 0 ? [inText(plain.map(quote).join(' OR '))] : [];
  const phrases = terms.flatMap((term) => {
    const tokens = pairs.get(term) ?? [];
    return tokens.length > 0 ? [`(facets: ((${tokens.join(' AND ')}) OR ${UNPAIRED}) AND ${inText(quote(term))})`] : [];
  });
  const alternatives = [...words, ...phrases].join(' OR ');
  return words.length + phrases.length > 1 ? `(${alternatives})` : alternatives;
}

const inText = (expression: string) => `{title introduction}: (${expression})`;

/** Users' words reach the index only as quoted strings, in which nothing is an operator. */
const quote = (term: string) => `"${term.replaceAll('\0', ' ').replaceAll('"', '""')}"`;

function countriesOrGroups(codes: readonly string[], geography: Geography): string[] {
  const groups =
    codes.length > 0 ? geography.filter((group) => group.countries.some((code) => codes.includes(code))) : [];
  return [...codes.map(countryToken), ...groups.map(({ id }) => geoGroupToken(id))];
}

function groupToken(slug: string, geography: Geography): string {
  const group = geography.find((candidate) => candidate.slug === slug);
  // Group ids start at 1: a slug nobody knows matches nothing.
  return geoGroupToken(group?.id ?? 0);
}
