import { type SQL, sql } from 'drizzle-orm';
import { articles } from '../../../db/schema.ts';
import { bare } from '../../../db/sql.ts';
import { markRankingsOf } from '../../changed.ts';
import { makePending } from '../../index/entries.ts';
import { sourceJson } from './rows.ts';

/** Statements that move articles to another source. */

/** JSON of a source inside an article, with the values of a new source if it is missing. */
const carried = (domain: SQL): SQL =>
  sql`coalesce(${sourceJson(domain)},
    json_object('domain', ${domain}, 'name', ${domain}, 'icon', NULL, 'iframeable', 1, 'organisationType', NULL, 'client', NULL))`;

/** Host of the article's address, in the form of a source's domain. */
export const HOST_OF_ARTICLE = sql`substr(${articles.urlKey}, 1, instr(${articles.urlKey}, '/') - 1)`;

/** Whether the address is an aggregator's link (`isGoogleNews`). */
export const IS_AGGREGATED = sql`${HOST_OF_ARTICLE} LIKE 'news.google.%'`;

/**
 * Statements that move articles to another source, `null`: that of their host. `moved` selects them afterwards.
 * `before`, `after`: the affected rankings.
 */
export const recarry = ({ articles: these, moved }: { articles: SQL; moved: SQL }, to: string | null) => ({
  before: markRankingsOf(these),
  pending: makePending(these),
  carried: sql`UPDATE ${articles} SET ${bare(articles.source)} = ${carried(to === null ? HOST_OF_ARTICLE : sql`${to}`)} WHERE ${these}`,
  after: markRankingsOf(moved),
});
