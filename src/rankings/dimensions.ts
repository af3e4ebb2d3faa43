import { authorIdsOf } from '../content/authors.ts';
import { CONTENT_TYPES, type TopicCategory } from '../content/types.ts';
import { CHANNELS, COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../db/audiences.ts';
import type { Measure } from '../db/click-columns.ts';
import type { articles } from '../db/schema.ts';
import type { DayArticle } from './facts.ts';

/** Dimension by which articles can be grouped. API parameters, breakdowns and page options derive from it. */

export interface Dimension {
  /** Label on the analytics page. Breakdowns without a label are available in the API only. */
  label?: string;
  /** Returns the keys of all groups to which an article belongs. Defined only for dimensions that group articles. */
  keysOf?: (article: DayArticle) => readonly (string | number)[];
  /** Fixed groups of the dimension, in the order of tied groups. Without it, tied groups are sorted by key. */
  slugs?: readonly string[];
  /** Labels for slugs that title case would misspell. */
  labels?: Readonly<Record<string, string>>;
  category?: TopicCategory;
  /** Audiences by which readers are grouped. Their data is stored for two weeks, so ranges of days omit them. */
  audiences?: readonly Audience[];
  /** Name of the dimension in audience indexes, which compare the audience of a topic with that of the whole site. */
  attribute?: AudienceAttribute;
  isBreakdown?: false;
  /** Groups for read-through rates. `at` is the dimension's index in the API's list of groupings. */
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

/** Dimensions in the order of the API, the most requested first. Stored rankings use the same order. */
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
    // Author names are unique only within a source, so the key includes its domain.
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
export const STORED_BREAKDOWNS = namesOf(({ category }) => !category, [...BREAKDOWNS]);

/** Options in a menu of the analytics page. Breakdowns by article come first, then those by reader. */
export const BREAKDOWN_OPTIONS = [...RANGE_BREAKDOWNS, ...READER_BREAKDOWNS].flatMap((name): [string, string][] => {
  const label = DIMENSIONS[name]?.label;
  return label ? [[name, label]] : [];
});

export const CATEGORY_LABELS: Readonly<Record<number, string>> = Object.fromEntries(
  Object.values(DIMENSIONS).flatMap(({ category, label }) => (category && label ? [[category, label]] : [])),
);

export const AUDIENCES = Object.fromEntries(
  Object.values(DIMENSIONS).flatMap(({ attribute, audiences }) => (attribute ? [[attribute, audiences]] : [])),
) as Readonly<Record<AudienceAttribute, readonly Audience[]>>;

export const byAttribute = <T>(of: (audiences: readonly Audience[]) => T) =>
  Object.fromEntries(Object.entries(AUDIENCES).map(([name, audiences]) => [name, of(audiences)])) as Record<
    AudienceAttribute,
    T
  >;

const rateOf = (name: string) => DIMENSIONS[name]?.rates?.at ?? 0;
export const RATE_GROUPINGS = [...namesOf(({ rates }) => rates)].sort((a, b) => rateOf(a) - rateOf(b)) as string[] as [
  string,
  ...string[],
];

export const GROUP_LABELS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(DIMENSIONS).map(({ labels }) => labels),
);
