import { type SQL, sql } from 'drizzle-orm';
import { articles } from '../../../db/schema.ts';
import { bare } from '../../../db/sql.ts';
import { markRankingsOf } from '../../changed.ts';
import { makePending } from '../../index/entries.ts';
import { sourceJson } from './rows.ts';

/** This module builds the statements that move articles to another source. */

/** SQL expression: JSON of a source inside an article. A missing source gets the values of a new one. */
const carried = (domain: SQL): SQL =>
  sql`coalesce(${sourceJson(domain)},
    json_object('domain', ${domain}, 'name', ${domain}, 'icon', NULL, 'iframeable', 1, 'organisationType', NULL, 'client', NULL))`;

/** SQL expression: the host of an article's URL, in the form of a source's domain. */
export const HOST_OF_ARTICLE = sql`substr(${articles.urlKey}, 1, instr(${articles.urlKey}, '/') - 1)`;

/** SQL condition: the URL is an aggregator's link (`isGoogleNews`). */
export const IS_AGGREGATED = sql`${HOST_OF_ARTICLE} LIKE 'news.google.%'`;

/**
 * Builds statements that move articles to another source, or to the source of their host if `to` is `null`. `moved`
 * selects the articles after the move. `before` and `after` return the affected rankings.
 */
export const recarry = ({ articles: these, moved }: { articles: SQL; moved: SQL }, to: string | null) => ({
  before: markRankingsOf(these),
  pending: makePending(these),
  carried: sql`UPDATE ${articles} SET ${bare(articles.source)} = ${carried(to === null ? HOST_OF_ARTICLE : sql`${to}`)} WHERE ${these}`,
  after: markRankingsOf(moved),
});
