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

/** Compiles a filter into one FTS5 MATCH over `article_index`: each filter one clause, joined by AND, exclusions behind one NOT. */
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

  const facets = (required.length > 0 ? required : [[ALL]]).map(
    (alternatives) => `facets: (${alternatives.join(' OR ')})`,
  );
  const words =
    filter.searchTerms.length > 0 ? [`{title introduction}: (${filter.searchTerms.map(quote).join(' OR ')})`] : [];
  const wanted = [...words, ...facets].join(' AND ');
  return excluded.length > 0 ? `(${wanted}) NOT facets: (${excluded.join(' OR ')})` : wanted;
}

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
