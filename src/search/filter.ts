import type { Geography } from '../content/geography.ts';
import { searchWords } from '../content/index/beginnings.ts';
import type { ContentType } from '../content/types.ts';
import type { SavedFilter } from '../db/values.ts';
import { parseSourcePrefix, type SourcePrefix } from '../lib/url.ts';

/** Filters of `/feed/`. Values within a filter are combined with OR, different filters with AND. */
export interface FeedFilter {
  articleTypes: readonly ContentType[];
  includeTopics: readonly number[];
  includeCompanies: readonly number[];
  excludeCompanies: readonly number[];
  /** Domains and path prefixes. Articles whose URL starts with one of them are excluded. */
  additionalSources: readonly SourcePrefix[];
  includePaywalled: boolean;
  includeRegistration: boolean;
  excludeNonIframeableSources: boolean;
  excludeNonHttpsSources: boolean;
  /** Words or phrases in the title or introduction. A final `*` matches any ending. */
  searchTerms: readonly string[];
  excludeTerms: readonly string[];
  /** Countries by direct tags and by tags of geo groups that contain the country. */
  includeCountries: readonly string[];
  excludeCountries: readonly string[];
  includeGeoGroups: readonly string[];
  /** Author ids, or names that match authors of any source. */
  includeAuthors: readonly string[];
  /** Language tags. Only the language itself is compared. */
  includeLanguages: readonly string[];
  /** Languages of the newsroom in which terms are searched. Absent for any language. */
  languages?: readonly string[] | undefined;
}

export const filterOf = (saved: SavedFilter): FeedFilter => ({
  ...saved,
  additionalSources: saved.additionalSources.flatMap((source) => parseSourcePrefix(source) ?? []),
});

export const unknownSlugs = (slugs: readonly string[], geography: Geography): string[] =>
  slugs.filter((slug) => !geography.some((group) => group.slug === slug));

const TERM_LISTS = ['searchTerms', 'excludeTerms'] as const;
type TermList = (typeof TERM_LISTS)[number];
const isTermList = (name: string): name is TermList => TERM_LISTS.some((list) => list === name);

export type FilterLists = {
  [name in (typeof LISTS)[number]]: name extends TermList ? readonly string[] : readonly unknown[];
};

/** Maximum values in a query's lists, so that the most expensive query takes the database at most 100 ms. */
export const MAX_LIST_VALUES = 250;

/** An excluded word counts twice, because the rows of a page are searched for it too. */
const VALUES_PER_WORD: Record<TermList, number> = { searchTerms: 1, excludeTerms: 2 };

const valuesOfTerms = (terms: FilterTerms, name: TermList): number =>
  VALUES_PER_WORD[name] * searchWords(terms[name].join(' ')).length;

export type FilterTerms = { [name in TermList]: readonly string[] };

export const wordsIn = (terms: FilterTerms): number =>
  TERM_LISTS.reduce((sum, name) => sum + valuesOfTerms(terms, name), 0);

/** Returns the number of values of a list, which determines the cost of a query. A term counts once per word. */
export const countValues = (filter: FilterLists, name: (typeof LISTS)[number]): number =>
  isTermList(name) ? valuesOfTerms(filter, name) : filter[name].length;

export const valuesIn = (filter: FilterLists): number =>
  LISTS.reduce((sum, name) => sum + countValues(filter, name), 0);

export const LISTS = [
  'articleTypes',
  'includeTopics',
  'includeCompanies',
  'excludeCompanies',
  'additionalSources',
  'searchTerms',
  'excludeTerms',
  'includeCountries',
  'excludeCountries',
  'includeGeoGroups',
  'includeAuthors',
  'includeLanguages',
] as const;
