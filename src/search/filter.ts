import type { Geography } from '../content/geography.ts';
import { searchWords } from '../content/index/beginnings.ts';
import type { ContentType } from '../content/types.ts';
import type { SavedFilter } from '../db/values.ts';
import { parseSourcePrefix, type SourcePrefix } from '../lib/url.ts';

/** The filters of `/feed/`. Values of one filter are alternatives (OR); all filters must hold (AND). */
export interface FeedFilter {
  /** Empty: all, as in every list below. */
  articleTypes: readonly ContentType[];
  includeTopics: readonly number[];
  includeCompanies: readonly number[];
  excludeCompanies: readonly number[];
  /** Excludes articles whose address starts with one of these. */
  additionalSources: readonly SourcePrefix[];
  includePaywalled: boolean;
  includeRegistration: boolean;
  excludeNonIframeableSources: boolean;
  excludeNonHttpsSources: boolean;
  /** Words or phrases, in title or introduction; a `*` at the end matches any ending. */
  searchTerms: readonly string[];
  /** The same, none of which may occur. */
  excludeTerms: readonly string[];
  /** Direct tags, and tags of groups that contain the country. */
  includeCountries: readonly string[];
  /** Direct tags only. */
  excludeCountries: readonly string[];
  /** Slugs. */
  includeGeoGroups: readonly string[];
  /** Ids, or names at any source. */
  includeAuthors: readonly string[];
  /** Language tags, of which the language alone counts. */
  includeLanguages: readonly string[];
  /** Those that the newsroom has (`newsroom-languages.ts`), in which search terms are looked for; left out: any. */
  languages?: readonly string[] | undefined;
}

/** The filter that parameters or a saved search say. */
export const filterOf = (saved: SavedFilter): FeedFilter => ({
  ...saved,
  // One that was saved before there were any has none.
  excludeTerms: saved.excludeTerms ?? [],
  additionalSources: saved.additionalSources.flatMap((source) => parseSourcePrefix(source) ?? []),
});

/** The unknown slugs among `slugs`. */
export const unknownSlugs = (slugs: readonly string[], geography: Geography): string[] =>
  slugs.filter((slug) => !geography.some((group) => group.slug === slug));

/** The lists that hold terms. */
const TERM_LISTS = ['searchTerms', 'excludeTerms'] as const;
type TermList = (typeof TERM_LISTS)[number];
const isTermList = (name: string): name is TermList => TERM_LISTS.some((list) => list === name);

/** What each list holds does not matter here. */
export type FilterLists = {
  [name in (typeof LISTS)[number]]: name extends TermList ? readonly string[] : readonly unknown[];
};

/** Most values in all lists of a question together: the worst of them must not take the database longer than 100 ms. */
export const MOST_VALUES = 250;

/** Values in all lists of a filter together, a search term as many as it has words: what a question costs goes with them. */
export const valuesIn = (filter: FilterLists): number =>
  LISTS.reduce((sum, name) => sum + (isTermList(name) ? searchWords(filter[name].join(' ')) : filter[name]).length, 0);

/** The filters that hold lists. */
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
