import { authorIdsOf } from '../content/authors.ts';
import { CONTENT_TYPES, type TopicCategory } from '../content/types.ts';
import { CHANNELS, COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../db/audiences.ts';
import type { Measure } from '../db/click-columns.ts';
import type { articles } from '../db/schema.ts';
import type { DayArticle } from './facts.ts';

/** This module declares each dimension of analytics once. Everything that depends on a dimension is derived from it. */

export interface Dimension {
  /** Label on the analytics page. Breakdowns without a label are available in the API only. */
  label?: string;
  /** Returns the keys of the groups that an article belongs to. Only for breakdowns by article. */
  keysOf?: (article: DayArticle) => readonly (string | number)[];
  /** Fixed list of groups, whose order breaks ties. Without it, ties are ordered by key. */
  slugs?: readonly string[];
  /** Labels other than the slug in title case. */
  labels?: Readonly<Record<string, string>>;
  /** Category of topics that serve as groups. */
  category?: TopicCategory;
  /**
   * Audiences of a breakdown by readers. Their data is stored for two weeks only, so they are not available for ranges
   * of days.
   */
  audiences?: readonly Audience[];
  /** Name in audience indexes, which compare the audiences of a topic with those of the site. */
  attribute?: AudienceAttribute;
  /** Whether content can be broken down by the audiences. Default: `true`. */
  isBreakdown?: false;
  /** Read-through rates of this dimension. `at` is the position in the list of groupings. */
  rates?: { at: number; groupsOf: (article: RatedArticle) => RatedGroup[] };
}

export type AudienceAttribute = 'companyTypes' | 'regions' | 'seniorities' | 'channels';

export interface Audience {
  slug: string;
  measure: Measure;
}

export type RatedGroup = { id: string | number; name: string };
export type RatedArticle = Pick<
  typeof articles.$inferSelect,
  'contentType' | 'words' | 'section' | 'source' | 'topics' | 'authors'
>;

const CONTINENT_SLUGS: Record<(typeof CONTINENTS)[number], string> = {
  AF: 'africa',
  AN: 'antarctica',
  AS: 'asia',
  EU: 'europe',
  NA: 'north-america',
  OC: 'oceania',
  SA: 'south-america',
};

/** Dimensions in the order of the API and of stored rankings, with the most requested first. */
export const DIMENSIONS: Readonly<Record<string, Dimension>> = {
  'company-type': {
    audiences: COMPANY_TYPES.map((name) => ({ slug: name, measure: name })),
    attribute: 'companyTypes',
    isBreakdown: false,
  },
  topic: { rates: { at: 1, groupsOf: ({ topics }) => topics } },
  'content-type': {
    label: 'Content type',
    keysOf: ({ contentType }) => [contentType],
    slugs: CONTENT_TYPES,
    labels: { pressrelease: 'Press Release' },
  },
  'source-type': {
    label: 'Source type',
    keysOf: ({ sourceType }) => (sourceType ? [sourceType] : []),
    slugs: ['carrier', 'broker', 'service-provider', '3rd-party-publication'],
  },
  'specialty-line': { label: 'Specialty line', category: 1 },
  'interest-area': { label: 'Interest area', category: 2 },
  'audience-region': {
    label: 'Region',
    audiences: CONTINENTS.map((code) => ({ slug: CONTINENT_SLUGS[code], measure: code })),
    attribute: 'regions',
  },
  seniority: {
    label: 'Seniority',
    audiences: SENIORITIES.map((name) => ({ slug: name, measure: name })),
    attribute: 'seniorities',
    labels: { 'c-suite': 'C-Suite' },
  },
  channel: {
    label: 'Where from',
    audiences: CHANNELS.map((name) => ({ slug: name, measure: `from-${name}` })),
    attribute: 'channels',
    labels: { site: 'This site', assistant: 'Assistants', news: 'Other news' },
  },
  company: { keysOf: ({ companies }) => companies },
  source: {
    keysOf: ({ domain }) => [domain],
    rates: { at: 2, groupsOf: ({ source }) => [{ id: source.domain, name: source.name }] },
  },
  country: { keysOf: ({ countries }) => countries },
  author: {
    label: 'Author',
    // The key includes the source. Keys of sections do not, because a section is the same for all sources.
    keysOf: ({ authors, domain }) => authors.map((name) => `${name}\n${domain}`),
    rates: { at: 4, groupsOf: ({ authors, source }) => authorIdsOf(authors, source) },
  },
  section: {
    label: 'Section',
    keysOf: ({ section }) => (section ? [`${section}\n`] : []),
    rates: { at: 3, groupsOf: ({ section }) => (section ? [{ id: section, name: section }] : []) },
  },
};

type Names = readonly [string, ...string[]];
const namesOf = (isWanted: (dimension: Dimension) => unknown, names = Object.keys(DIMENSIONS)) =>
  names.filter((name) => isWanted(DIMENSIONS[name] ?? {})) as readonly string[] as Names;

export const BREAKDOWNS = namesOf(
  ({ keysOf, category, audiences, isBreakdown = true }) => isBreakdown && (keysOf || category || audiences),
);
export const READER_BREAKDOWNS = namesOf(({ audiences }) => audiences, [...BREAKDOWNS]);
export const RANGE_BREAKDOWNS = namesOf(({ audiences }) => !audiences, [...BREAKDOWNS]);
/**
 * Breakdowns that are stored with the ranking of the site. Breakdowns by topic are computed from the rankings of
 * topics.
 */
export const STORED_BREAKDOWNS = namesOf(({ category }) => !category, [...BREAKDOWNS]);

/** Options on the analytics page: breakdowns by article, then by readers. */
export const BREAKDOWN_OPTIONS = [...RANGE_BREAKDOWNS, ...READER_BREAKDOWNS].flatMap((name): [string, string][] => {
  const label = DIMENSIONS[name]?.label;
  return label ? [[name, label]] : [];
});

/** Labels of the categories of topics. */
export const CATEGORY_LABELS: Readonly<Record<number, string>> = Object.fromEntries(
  Object.values(DIMENSIONS).flatMap(({ category, label }) => (category && label ? [[category, label]] : [])),
);

/** Audiences of each reader attribute. */
export const AUDIENCES = Object.fromEntries(
  Object.values(DIMENSIONS).flatMap(({ attribute, audiences }) => (attribute ? [[attribute, audiences]] : [])),
) as Readonly<Record<AudienceAttribute, readonly Audience[]>>;

/** Returns an object with a value for each reader attribute. */
export const byAttribute = <T>(of: (audiences: readonly Audience[]) => T) =>
  Object.fromEntries(Object.entries(AUDIENCES).map(([name, audiences]) => [name, of(audiences)])) as Record<
    AudienceAttribute,
    T
  >;

const rateOf = (name: string) => DIMENSIONS[name]?.rates?.at ?? 0;
/** Groupings of read-through rates in the order of the API. */
export const RATE_GROUPINGS = [...namesOf(({ rates }) => rates)].sort((a, b) => rateOf(a) - rateOf(b)) as string[] as [
  string,
  ...string[],
];

export const GROUP_LABELS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(DIMENSIONS).map(({ labels }) => labels),
);
