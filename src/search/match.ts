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

/** Compiles a filter into one expression over `article_index`, with one clause per filter, joined by AND. */
export function compileMatch(filter: FeedFilter, geography: Geography): Expression {
  const { searchTerms, excludeTerms } = filter;
  const languages = termLanguages(filter);
  const terms = termExpressions(searchTerms, languages);
  // Excluded terms that need a check would match too much and hide other articles (docs/decisions.md#F8).
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
  // The cheapest clauses come first. Of equally long lists, the one with fewer articles comes first.
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
  return chunks(excluded, EXCLUSIONS_PER_NOT).reduce<Expression>(
    (left, some) => ({ wanted: left, without: anyOf(some) }),
    wanted,
  );
}

export const termLanguages = ({ includeLanguages, languages = WITH_TOKENS }: FeedFilter): readonly string[] =>
  includeLanguages.length > 0 ? includeLanguages : languages;

export const compileAll = (filters: readonly FeedFilter[], geography: Geography): Expression =>
  allOf(filters.map((filter) => compileMatch(filter, geography)));

/** Evaluates each clause only at matches of the previous ones, because long lists are expensive to advance. */
const oneByOne = (clauses: readonly Expression[]): Expression =>
  clauses.reduce((before, clause) => allOf([first(before), clause]));

const WORD_SIZE = 3;

const clauseOf = (tokens: readonly string[]): { size: number; clause: Expression } => ({
  size: tokens.length,
  clause: anyToken(tokens),
});

/** Maximum number of exclusions per NOT. An OR evaluates all alternatives. A chain of NOTs stops at the first match. */
const EXCLUSIONS_PER_NOT = 5;

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
  // Group ids start at 1, so an unknown slug matches nothing.
  return geoGroupToken(group?.id ?? 0);
}
