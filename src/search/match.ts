import type { Geography } from '../content/geography.ts';
import { beginningTerm, isOpen } from '../content/index/beginnings.ts';
import { bigramsOfPhrase, openTokensOf, WITHOUT_BIGRAMS } from '../content/index/bigrams.ts';
import {
  ALL,
  addressPrefixTerm,
  authorTerm,
  companyToken,
  contentTypeToken,
  countryToken,
  geoGroupToken,
  HTTPS,
  IFRAMEABLE,
  languageToken,
  PAYWALLED,
  REGISTRATION,
} from '../content/index/facets.ts';
import { hasRuns, languageTerms, WITH_TOKENS } from '../content/index/language-words.ts';
import { topicToken } from '../content/index/topic-token.ts';
import { chunks } from '../content/lines.ts';
import type { FeedFilter } from './filter.ts';

/**
 * Compiles a filter into one FTS5 MATCH over `article_index`: each filter one clause, joined by AND. Exclusions are a chain of small
 * NOTs: the index evaluates every alternative of an OR, but stops at the first NOT that holds.
 */
export function compileMatch(filter: FeedFilter, geography: Geography): string {
  const { searchTerms, includeLanguages, languages = WITH_TOKENS } = filter;
  const lists = [
    facetOf(filter.includeCompanies.map(companyToken)),
    facetOf(filter.includeAuthors.map(authorTerm)),
    facetOf(filter.includeLanguages.map(languageToken)),
    facetOf(filter.includeGeoGroups.map((slug) => groupToken(slug, geography))),
    ...(searchTerms.length > 0
      ? [
          {
            size: WORD_SIZE * searchTerms.length,
            text: anyTerm(searchTerms, includeLanguages.length > 0 ? includeLanguages : languages),
          },
        ]
      : []),
    facetOf(filter.includeTopics.map(topicToken)),
    facetOf(filter.articleTypes.map(contentTypeToken)),
    facetOf(countriesOrGroups(filter.includeCountries, geography)),
  ];
  // What is evaluated fastest comes first; of equally long lists the one that fewer articles have.
  const required = [
    ...lists.filter(({ size }) => size > 0).sort((a, b) => a.size - b.size),
    facetOf(filter.excludeNonIframeableSources ? [IFRAMEABLE] : []),
    facetOf(filter.excludeNonHttpsSources ? [HTTPS] : []),
  ].flatMap(({ size, text }) => (size > 0 ? [text] : []));

  const excluded = [
    ...filter.excludeCompanies.map(companyToken),
    ...filter.excludeCountries.map(countryToken),
    ...(filter.includePaywalled ? [] : [PAYWALLED]),
    ...(filter.includeRegistration ? [] : [REGISTRATION]),
    ...filter.additionalSources.map(({ domain, path }) => addressPrefixTerm(domain + path)),
  ];

  const wanted = required.length > 0 ? oneByOne(required) : anyOf([ALL]);
  const without = chunks(excluded, PORTION).map((tokens) => ` NOT ${anyOf(tokens)}`);
  return without.length > 0 ? `(${wanted})${without.join('')}` : wanted;
}

/** The articles that match all of several filters. */
export const compileAll = (filters: readonly FeedFilter[], geography: Geography): string =>
  filters.length === 1 && filters[0]
    ? compileMatch(filters[0], geography)
    : filters.map((filter) => `(${compileMatch(filter, geography)})`).join(' AND ');

/** A token that no article has. */
const NOWHERE = 'nowhere0';

/**
 * An expression that the index evaluates by itself, before its neighbours. FTS5 advances the parts of an AND one after the other,
 * each to its own next match, and finding the next match of a hundred words or of a phrase is expensive; a NOT keeps
 * the parts on its left together, so that the rest is evaluated only where they match.
 */
const first = (expression: string): string => `((${expression}) NOT facets: ${NOWHERE})`;

/** All clauses, each looked at only where those before it meet: of a long one every alternative is moved forward. */
const oneByOne = (clauses: readonly string[]): string =>
  clauses.reduce((before, clause) => `${first(before)} AND ${clause}`);

/** Tokens that a search term takes as long as. */
const WORD_SIZE = 3;

/** A clause of its own with the number of its alternatives; 0 if nothing is asked for. */
const facetOf = (tokens: readonly string[]): { size: number; text: string } => ({
  size: tokens.length,
  text: anyOf(tokens),
});

const anyOf = (tokens: readonly string[]) => `facets: (${tokens.join(' OR ')})`;

/** For each article the index evaluates every alternative of an OR, but stops at the first NOT that holds: many small ones are faster than one. */
const PORTION = 5;

/** The alternatives of `searchTerms`: all plain words in one, then phrases and beginnings of words, each by its tokens first. */
function anyTerm(terms: readonly string[], languages: readonly string[]): string {
  const words: string[] = [];
  const others: string[] = [];
  const tokens = new Set<string>();
  for (const term of terms) {
    if (!isOpen(term) || hasRuns(term))
      for (const all of languageTerms(term, languages))
        tokens.add(all.length > 1 ? `(${all.join(' AND ')})` : all.join());
    if (hasRuns(term)) continue;
    if (isOpen(term)) others.push(beginning(term.slice(0, -1)));
    else if (bigramsOfPhrase(term).length > 0) others.push(phrase(term));
    else words.push(quote(term));
  }
  const alternatives = [
    ...(words.length > 0 ? [inText(words.join(' OR '))] : []),
    ...(tokens.size > 0 ? [anyOf([...tokens])] : []),
    ...others,
  ];
  return alternatives.length > 1 ? `(${alternatives.join(' OR ')})` : alternatives.join();
}

/** A phrase, preceded by its bigrams. */
function phrase(text: string): string {
  const bigrams = bigramsOfPhrase(text);
  const rest = bigrams.length > ENOUGH ? ` AND ${withBigrams(bigrams.slice(ENOUGH))}` : '';
  return `(${first(withBigrams(bigrams.slice(0, ENOUGH)))}${rest} AND ${sideBySide(text)})`;
}

/** So many bigrams leave few articles to check; each further one is another list to walk. */
const ENOUGH = 4;

const withBigrams = (bigrams: readonly string[]): string =>
  `facets: ((${bigrams.join(' AND ')}) OR ${WITHOUT_BIGRAMS})`;

/** Most words that the index checks for adjacency at once, and how often: more of them take a hundred times as long. */
const SPAN = 6;
const SPANS = 2;

/** The words of a text next to each other; for a long text only the first, in spans that share a word. Its bigrams cover the rest. */
function sideBySide(text: string): string {
  const words = text.match(WORD) ?? [];
  if (words.length <= SPAN) return inText(quote(text));
  const count = Math.min(SPANS, Math.ceil((words.length - 1) / (SPAN - 1)));
  const spans = Array.from({ length: count }, (_, i) => words.slice(i * (SPAN - 1), i * (SPAN - 1) + SPAN).join(' '));
  return spans.map((span) => inText(quote(span))).join(' AND ');
}

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/**
 * A word with any ending, or a phrase that ends with one: its complete words, of which the last two stand before a word with the
 * same first letters, and a word with the same beginning.
 */
function beginning(text: string): string {
  const token = beginningTerm(text);
  const words = text.match(WORD) ?? [];
  const known = words.slice(0, -1).join(' ');
  if (known === '') return `facets: ${token}`;
  const open = openTokensOf(known, words.at(-1) ?? '');
  const knownBigrams = bigramsOfPhrase(known).slice(0, ENOUGH);
  const bigrams = knownBigrams.length > 0 ? ` AND ${withBigrams(knownBigrams)}` : '';
  return `(${first(`facets: (${[token, ...open].join(' AND ')})${bigrams}`)} AND ${sideBySide(known)})`;
}

const inText = (expression: string) => `{title introduction}: (${expression})`;

/** Users' words reach the index only as quoted strings, which contain no operators. */
const quote = (term: string) => `"${term.replaceAll('\0', ' ').replaceAll('"', '""')}"`;

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
