import { type SQL, sql } from 'drizzle-orm';
import { type FeedItem, itemJson, toItem } from '../content/articles/item.ts';
import type { Geography } from '../content/geography.ts';
import { articleTokens } from '../content/index/facets.ts';
import { PENDING, storyToken } from '../content/index/tokens.ts';
import type { FeedPoint } from '../content/position-sql.ts';
import type { articles } from '../db/schema.ts';
import { rendered } from '../db/sql.ts';
import { articleIndex } from '../db/tables.ts';
import { urlKey } from '../lib/url.ts';
import { allOf, type Expression, matchesTokens, render, token } from './expression.ts';
import { activeFilters, type FeedFilter } from './feed-filters.ts';
import { compileAll, termLanguages } from './match.ts';

export interface Matcher {
  /** FTS5 expression that finds all matching articles and maybe others. `orPending` adds articles not indexed yet. */
  match: string;
  /** Whether `accepts` must check every result. Otherwise, it must check only articles that wait for indexing. */
  isChecked: boolean;
  accepts: (found: FoundItem) => boolean;
}

export interface FoundItem {
  item: FeedItem;
  story: number;
  position: number;
  /** Whether the article's tokens have not been indexed yet (`PENDING`). */
  isPending: boolean;
}

/** Builds a matcher for articles that pass all filters. If `story` is set, they must also belong to this story. */
export function matcherOf(filters: readonly FeedFilter[], geography: Geography, story?: number): Matcher {
  const compiled = compileAll(filters, geography);
  return matcherFor(ofStory(compiled, story), filters, geography);
}

export function matcherFor(expression: Expression, filters: readonly FeedFilter[], geography: Geography): Matcher {
  const checks = filters.flatMap(checksOf);
  const accepts = ({ item, story, isPending }: FoundItem) =>
    (!isPending || matchesTokens(expression, tokensOf(item, story, geography))) && checks.every((check) => check(item));
  return { match: render(expression), isChecked: checks.length > 0, accepts };
}

/** Returns the conditions of a filter that the index cannot evaluate. */
const checksOf = (filter: FeedFilter): ((item: FeedItem) => boolean)[] =>
  activeFilters(filter).flatMap(({ row, value }) => row.check?.(value, termLanguages(filter)) ?? []);

export const orPending = (match: string): string => `(${match} OR ${PENDING})`;

const ofStory = (expression: Expression, story: number | undefined): Expression =>
  story === undefined ? expression : allOf([expression, token(storyToken(story))]);

function tokensOf(item: FeedItem, story: number, geography: Geography): Set<string> {
  const ids = new Map(geography.map(({ slug, id }) => [slug, id]));
  const tokens = articleTokens({
    ...item,
    urlKey: urlKey(item.url),
    https: item.source.https,
    iframeable: item.source.iframeable,
    topics: item.topics.map(({ id }) => id),
    companies: item.companies.map(({ id }) => id),
    // A geo group missing from the loaded groups gets id -1, which no filter contains.
    geoGroups: item.geoGroups.map((slug) => ids.get(slug) ?? -1),
  });
  return new Set([...tokens, storyToken(story)]);
}

export function foundJson(row: typeof articles): SQL {
  const known = renderedByRow.get(row) ?? rendered(sql`json_array(${itemJson(row)}, ${row.storyId}, ${row.position})`);
  renderedByRow.set(row, known);
  return known;
}
const renderedByRow = new WeakMap<typeof articles, SQL>();

/** SQL expression: the positions of articles waiting for indexing, as JSON. `within` limits the index rows read. */
export const pendingJson = (within: SQL = sql`true`): SQL => sql`(SELECT json_group_array(place) FROM
  (SELECT ${articleIndex.rowid} AS place FROM ${articleIndex} WHERE ${articleIndex} MATCH ${PENDING} AND ${within}))`;

export function foundIn(pending: string): (found: readonly unknown[]) => FoundItem {
  const positions = new Set(JSON.parse(pending) as number[]);
  return (found) => toFound(found, positions.has(found[2] as number));
}

export const toFound = ([item, story, position]: readonly unknown[], isPending: boolean): FoundItem => ({
  item: toItem(item as unknown[]),
  story: story as number,
  position: position as number,
  isPending,
});

export const feedPointOf = ({ item, position }: FoundItem): FeedPoint => ({
  publishedAt: item.publishedAt,
  id: item.contentId,
  position,
});
