import type { Geography } from '../content/geography.ts';
import { searchWords } from '../content/index/beginnings.ts';
import type { ContentType } from '../content/types.ts';
import type { SavedFilter } from '../db/values.ts';
import { parseSourcePrefix, type SourcePrefix } from '../lib/url.ts';

/** Filters of `/feed/`. Values of one filter are alternatives (OR); all filters must hold (AND). */
export interface FeedFilter {
  /** An empty list means no restriction, here and below. */
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
  /** Words or phrases in title or introduction; a final `*` matches any ending. */
  searchTerms: readonly string[];
  excludeTerms: readonly string[];
  /** Direct tags, and tags of groups that contain the country. */
  includeCountries: readonly string[];
  excludeCountries: readonly string[];
  includeGeoGroups: readonly string[];
  /** Ids, or names at any source. */
  includeAuthors: readonly string[];
  /** Language tags; only the language counts. */
  includeLanguages: readonly string[];
  /** Languages of the newsroom (`newsroom-languages.ts`) in which search terms are searched; absent: any. */
  languages?: readonly string[] | undefined;
}

export const filterOf = (saved: SavedFilter): FeedFilter => ({
  ...saved,
  // Searches saved by earlier versions lack this field.
  excludeTerms: saved.excludeTerms ?? [],
  additionalSources: saved.additionalSources.flatMap((source) => parseSourcePrefix(source) ?? []),
});

export const unknownSlugs = (slugs: readonly string[], geography: Geography): string[] =>
  slugs.filter((slug) => !geography.some((group) => group.slug === slug));

const TERM_LISTS = ['searchTerms', 'excludeTerms'] as const;
type TermList = (typeof TERM_LISTS)[number];
const isTermList = (name: string): name is TermList => TERM_LISTS.some((list) => list === name);

/** Lists of any values, because only their lengths matter. */
export type FilterLists = {
  [name in (typeof LISTS)[number]]: name extends TermList ? readonly string[] : readonly unknown[];
};

/** Maximum values in all lists of a query, so that the worst query takes the database at most 100 ms. */
export const MOST_VALUES = 250;

/** Number of values in all lists, which determines the cost of a query. A search term counts once per word. */
export const valuesIn = (filter: FilterLists): number =>
  LISTS.reduce((sum, name) => sum + (isTermList(name) ? searchWords(filter[name].join(' ')) : filter[name]).length, 0);

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
