import type { Geography } from '../content/geography.ts';
import { addressPrefixTerm, authorTokens, languageToken } from '../content/index/facets.ts';
import { WITH_TOKENS } from '../content/index/language-words.ts';
import {
  ALL,
  companyToken,
  contentTypeToken,
  countryToken,
  geoGroupToken,
  HTTPS,
  IFRAMEABLE,
  NOWHERE,
  PAYWALLED,
  REGISTRATION,
  topicToken,
} from '../content/index/tokens.ts';
import { chunks } from '../content/lines.ts';
import { allOf, anyOf, anyToken, type Expression, first, token } from './expression.ts';
import type { FeedFilter } from './filter.ts';
import { isChecked, termExpressions } from './terms.ts';

/**
 * Compiles a filter into one expression over `article_index`: each filter one clause, joined by AND. Exclusions are a chain of small
 * NOTs: the index evaluates every alternative of an OR, but stops at the first NOT that holds.
 */
export function compileMatch(filter: FeedFilter, geography: Geography): Expression {
  const { searchTerms, excludeTerms } = filter;
  const languages = termLanguages(filter);
  const terms = termExpressions(searchTerms, languages);
  // Those that are checked may be found where they do not occur, and must hide no other article. (docs/decisions.md#F8)
  const without = excludeTerms.filter((term) => !isChecked(term));
  const lists = [
    clauseOf(filter.includeCompanies.map(companyToken)),
    { size: filter.includeAuthors.length, clause: anyOf(filter.includeAuthors.map(byAuthor)) },
    clauseOf(filter.includeLanguages.map(languageToken)),
    clauseOf(filter.includeGeoGroups.map((slug) => groupToken(slug, geography))),
    { size: WORD_SIZE * searchTerms.length, clause: anyOf(terms.length > 0 ? terms : [token(NOWHERE)]) },
    clauseOf(filter.includeTopics.map(topicToken)),
    clauseOf(filter.articleTypes.map(contentTypeToken)),
    clauseOf(countriesOrGroups(filter.includeCountries, geography)),
  ];
  // What is evaluated fastest comes first; of equally long lists the one that fewer articles have.
  const required = [
    ...lists.filter(({ size }) => size > 0).sort((a, b) => a.size - b.size),
    clauseOf(filter.excludeNonIframeableSources ? [IFRAMEABLE] : []),
    clauseOf(filter.excludeNonHttpsSources ? [HTTPS] : []),
  ].flatMap(({ size, clause }) => (size > 0 ? [clause] : []));

  const excluded: Expression[] = [
    ...[
      ...filter.excludeCompanies.map(companyToken),
      ...filter.excludeCountries.map(countryToken),
      ...(filter.includePaywalled ? [] : [PAYWALLED]),
      ...(filter.includeRegistration ? [] : [REGISTRATION]),
    ].map(token),
    ...filter.additionalSources.map(({ domain, path }) => addressPrefixTerm(domain + path)),
    ...termExpressions(without, languages),
  ];

  const wanted = required.length > 0 ? oneByOne(required) : token(ALL);
  return chunks(excluded, PORTION).reduce<Expression>((left, some) => ({ wanted: left, without: anyOf(some) }), wanted);
}

/** The languages in which the terms of a filter are looked for. */
export const termLanguages = ({ includeLanguages, languages = WITH_TOKENS }: FeedFilter): readonly string[] =>
  includeLanguages.length > 0 ? includeLanguages : languages;

/** The articles that match all of several filters. */
export const compileAll = (filters: readonly FeedFilter[], geography: Geography): Expression =>
  allOf(filters.map((filter) => compileMatch(filter, geography)));

/** All clauses, each looked at only where those before it meet: of a long one every alternative is moved forward. */
const oneByOne = (clauses: readonly Expression[]): Expression =>
  clauses.reduce((before, clause) => allOf([first(before), clause]));

/** Tokens that a search term takes as long as. */
const WORD_SIZE = 3;

/** A clause of its own with the number of its alternatives; 0 if nothing is asked for. */
const clauseOf = (tokens: readonly string[]): { size: number; clause: Expression } => ({
  size: tokens.length,
  clause: anyToken(tokens),
});

/** For each article the index evaluates every alternative of an OR, but stops at the first NOT that holds: many small ones are faster than one. */
const PORTION = 5;

function byAuthor(id: string): Expression {
  const { name, sources } = authorTokens(id);
  return sources.length > 0 ? allOf([token(name), anyToken(sources)]) : token(name);
}

function countriesOrGroups(codes: readonly string[], geography: Geography): string[] {
  const groups =
    codes.length > 0 ? geography.filter((group) => group.countries.some((code) => codes.includes(code))) : [];
  return [...codes.map(countryToken), ...groups.map(({ id }) => geoGroupToken(id))];
}

function groupToken(slug: string, geography: Geography): string {
  const group = geography.find((candidate) => candidate.slug === slug);
  // Group ids start at 1: an unknown slug matches nothing.
  return geoGroupToken(group?.id ?? 0);
}
