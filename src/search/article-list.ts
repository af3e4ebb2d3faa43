import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { ARTICLE } from '../content/articles/article-thing.ts';
import { urlIn } from '../content/articles/url-hash.ts';
import { sourceTokens } from '../content/index/facets.ts';
import { PAYWALLED, PENDING, REGISTRATION } from '../content/index/tokens.ts';
import { MAX_ARTICLE_ID, MAX_PUBLISHED_AT } from '../content/position.ts';
import { firstFrom, positionOf } from '../content/position-sql.ts';
import type { ContentType } from '../content/types.ts';
import { articles } from '../db/schema.ts';
import { articleIndex } from '../db/tables.ts';
import { addressesOf } from '../lib/url.ts';
import { allOf, anyToken } from './expression.ts';
import { EVERYTHING } from './feed-filters.ts';
import { type ListingOrder, orderByKey } from './listing.ts';
import { compileMatch } from './match.ts';
import { foundJson, type Matcher, matcherFor, orPending, toFound } from './matcher.ts';

/** Filters of an article list. Values of one filter are combined with OR, and different filters with AND. */
export interface ArticleFilter {
  /** Words or phrases. An empty list means no restriction, here and in the lists below. */
  search: readonly string[];
  excludeTerms: readonly string[];
  languages?: readonly string[] | undefined;
  topics: readonly number[];
  companies: readonly number[];
  countries: readonly string[];
  geoGroups: readonly string[];
  sources: readonly string[];
  contentTypes: readonly ContentType[];
  paywalled: boolean | undefined;
  registration: boolean | undefined;
  /** Publication times in epoch seconds. `from` is inclusive, and `until` is exclusive. */
  from: number | undefined;
  until: number | undefined;
  url: string | undefined;
}

export const ARTICLE_SORTS = ['-published', 'published', '-id', 'id'] as const;
export type ArticleSort = (typeof ARTICLE_SORTS)[number];

const byPosition = (position: SQL): ListingOrder => ({
  place: sql`json_array(${articles.publishedAt}, ${articles.id})`,
  terms: (direction) => sql`${position} ${direction}`,
  beyond: ([publishedAt, id], operator) =>
    sql`${position} ${operator} ${positionOf({ publishedAt: Number(publishedAt), id: Number(id) })}`,
  shape: z.tuple([z.int().min(0).max(MAX_PUBLISHED_AT), z.int().min(0).max(MAX_ARTICLE_ID)]),
});

/** Returns true if the filter requires the full-text index, which can sort articles by time only. */
export const needsIndex = (filter: ArticleFilter): boolean => matchOf(filter) !== null;

/** Builds a list of articles. Reads limit + 1 articles. With the full-text index, also reads limit + 1 index rows. */
export function articleListing(filter: ArticleFilter, sort: ArticleSort, groupIds: ReadonlyMap<string, number>) {
  const matcher = matchOf(filter, groupIds);
  const position = matcher === null ? sql`${articles.position}` : sql`${articleIndex.rowid}`;
  const { from, until, url } = filter;
  return {
    row: ARTICLE.row,
    shape: ARTICLE.shape,
    from:
      matcher === null
        ? ARTICLE.table
        : sql`${articleIndex} CROSS JOIN ${articles} ON ${articles.position} = ${articleIndex.rowid}`,
    where: [
      ...(matcher === null ? [] : [sql`${articleIndex} MATCH ${orPending(matcher.match)}`]),
      ...(url === undefined ? [] : [urlIn(addressesOf(url))]),
    ],
    ...(matcher === null ? {} : { check: checkOf(matcher) }),
    range: {
      of: position,
      from: from === undefined ? undefined : firstFrom(from),
      until: until === undefined ? undefined : firstFrom(until),
    },
    order: sort.endsWith('id')
      ? orderByKey(sql`${articles.id}`, z.int().min(0).max(MAX_ARTICLE_ID))
      : byPosition(position),
    isDescending: sort.startsWith('-'),
    sort,
  };
}

const checkOf = ({ isChecked, accepts }: Matcher) => {
  // The positions are passed as one string, because D1 would count each element of a list as a row read.
  const isPending = sql`instr((SELECT ',' || group_concat(place) || ',' FROM (SELECT ${articleIndex.rowid} AS place FROM ${articleIndex}
    WHERE ${articleIndex} MATCH ${PENDING})), ',' || ${articles.position} || ',') > 0`;
  return {
    of: sql`iif(${isChecked ? sql`true` : isPending}, json_array(${foundJson(articles)}, coalesce(${isPending}, 0)), NULL)`,
    accepts: (value: unknown) => {
      if (value === null) return true;
      const [found, isPending] = value as [unknown[], number];
      return accepts(toFound(found, isPending === 1));
    },
  };
};

function matchOf(filter: ArticleFilter, groupIds: ReadonlyMap<string, number> = new Map()): Matcher | null {
  const { search, excludeTerms, languages, topics, companies, countries, geoGroups, sources, contentTypes } = filter;
  const { paywalled, registration } = filter;
  const flags = [paywalled, registration].filter((flag) => flag !== undefined);
  const lists = [search, excludeTerms, topics, companies, countries, geoGroups, sources, contentTypes];
  if (flags.length === 0 && lists.every((list) => list.length === 0)) return null;
  const geography = geoGroups.map((slug) => ({ id: groupIds.get(slug) ?? 0, slug, name: slug, countries: [] }));
  const feed = {
    ...EVERYTHING,
    articleTypes: contentTypes,
    includeTopics: topics,
    includeCompanies: companies,
    includePaywalled: paywalled !== false,
    includeRegistration: registration !== false,
    searchTerms: search,
    excludeTerms,
    languages,
    includeCountries: countries,
    includeGeoGroups: geoGroups,
  };
  const required = [
    sources.flatMap(sourceTokens),
    paywalled ? [PAYWALLED] : [],
    registration ? [REGISTRATION] : [],
  ].filter((tokens) => tokens.length > 0);
  return matcherFor(allOf([compileMatch(feed, geography), ...required.map(anyToken)]), [feed], geography);
}
