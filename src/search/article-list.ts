import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { ARTICLE } from '../content/articles/article-thing.ts';
import { PAYWALLED, REGISTRATION, sourceTokens } from '../content/index/facets.ts';
import { MAX_ARTICLE_ID, MAX_PUBLISHED_AT } from '../content/position.ts';
import type { ContentType } from '../content/types.ts';
import { articles } from '../db/schema.ts';
import { inList } from '../db/sql.ts';
import { articleIndex } from '../db/tables.ts';
import { EVERYTHING } from '../db/values.ts';
import { addressesOf } from '../lib/url.ts';
import { type Order, orderByKey } from './listing.ts';
import { compileMatch } from './match.ts';

/** The filters of a list of articles. Values of one filter are alternatives (OR); all filters must hold (AND). */
export interface ArticleFilter {
  /** Words or phrases; empty: all, as in every list below. */
  search: readonly string[];
  /** In which words are looked for; left out: any. */
  languages?: readonly string[] | undefined;
  topics: readonly number[];
  companies: readonly number[];
  /** Direct tags. */
  countries: readonly string[];
  geoGroups: readonly string[];
  sources: readonly string[];
  contentTypes: readonly ContentType[];
  paywalled: boolean | undefined;
  registration: boolean | undefined;
  /** Epoch seconds, the first included, the second not. */
  from: number | undefined;
  until: number | undefined;
  /** A canonical address. */
  url: string | undefined;
}

export const ARTICLE_SORTS = ['-published', 'published', '-id', 'id'] as const;
export type ArticleSort = (typeof ARTICLE_SORTS)[number];

/** `published_at << 30 | id` exceeds what a number of JSON holds, so a cursor has its two parts. (docs/decisions.md#F2) */
const byPosition = (position: SQL): Order => ({
  place: sql`json_array(${articles.publishedAt}, ${articles.id})`,
  terms: (direction) => sql`${position} ${direction}`,
  beyond: ([publishedAt, id], operator) => sql`${position} ${operator} ${positionOf(Number(publishedAt), Number(id))}`,
  shape: z.tuple([z.int().min(0).max(MAX_PUBLISHED_AT), z.int().min(0).max(MAX_ARTICLE_ID)]),
});

const positionOf = (publishedAt: number, id: number): SQL =>
  sql`(CAST(${publishedAt} AS INTEGER) << 30 | CAST(${id} AS INTEGER))`;

/** Whether a filter needs the full-text index, which orders articles by time only. */
export const needsIndex = (filter: ArticleFilter): boolean => matchOf(filter) !== null;

/**
 * Articles by time or id. Reads limit + 1 articles, and as many rows of the index where a filter needs it.
 * `groupIds`: numeric ids of geo groups by slug.
 */
export function articleListing(filter: ArticleFilter, sort: ArticleSort, groupIds: ReadonlyMap<string, number>) {
  const expression = matchOf(filter, groupIds);
  const position = expression === null ? sql`${articles.position}` : sql`${articleIndex.rowid}`;
  const { from, until, url } = filter;
  return {
    row: ARTICLE.row,
    shape: ARTICLE.shape,
    from:
      expression === null
        ? ARTICLE.table
        : sql`${articleIndex} CROSS JOIN ${articles} ON ${articles.position} = ${articleIndex.rowid}`,
    where: [
      ...(expression === null ? [] : [sql`${articleIndex} MATCH ${expression}`]),
      ...(url === undefined ? [] : [inList(articles.url, addressesOf(url))]),
    ],
    range: {
      of: position,
      from: from === undefined ? undefined : positionOf(from, 0),
      until: until === undefined ? undefined : positionOf(until, 0),
    },
    order: sort.endsWith('id')
      ? orderByKey(sql`${articles.id}`, z.int().min(0).max(MAX_ARTICLE_ID))
      : byPosition(position),
    isDescending: sort.startsWith('-'),
    sort,
  };
}

function matchOf(filter: ArticleFilter, groupIds: ReadonlyMap<string, number> = new Map()): string | null {
  const { search, languages, topics, companies, countries, geoGroups, sources, contentTypes, paywalled, registration } =
    filter;
  const flags = [paywalled, registration].filter((flag) => flag !== undefined);
  const lists = [search, topics, companies, countries, geoGroups, sources, contentTypes];
  if (flags.length === 0 && lists.every((list) => list.length === 0)) return null;
  const geography = geoGroups.map((slug) => ({ id: groupIds.get(slug) ?? 0, slug, name: slug, countries: [] }));
  const feed = compileMatch(
    {
      ...EVERYTHING,
      articleTypes: contentTypes,
      includeTopics: topics,
      includeCompanies: companies,
      includePaywalled: paywalled !== false,
      includeRegistration: registration !== false,
      searchTerms: search,
      languages,
      includeCountries: countries,
      includeGeoGroups: geoGroups,
    },
    geography,
  );
  const required = [
    sources.flatMap(sourceTokens),
    paywalled ? [PAYWALLED] : [],
    registration ? [REGISTRATION] : [],
  ].filter((tokens) => tokens.length > 0);
  return [`(${feed})`, ...required.map((tokens) => `facets: (${tokens.join(' OR ')})`)].join(' AND ');
}
