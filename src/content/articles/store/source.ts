import { type SQL, sql } from 'drizzle-orm';
import { articles } from '../../../db/schema.ts';
import { bare } from '../../../db/sql.ts';
import { markRankingsOf } from '../../changed.ts';
import { makePending } from '../../index/entries.ts';
import { sourceJson } from './rows.ts';

/** SQL expression: JSON of an article's source. A missing source gets the default values of a new source. */
const sourceJsonOrDefault = (domain: SQL): SQL =>
  sql`coalesce(${sourceJson(domain)},
    json_object('domain', ${domain}, 'name', ${domain}, 'iframeable', 1))`;

const AFTER_SCHEME = sql`substr(${articles.url}, instr(${articles.url}, '://') + 3)`;
/** SQL expression: the host of an article's URL, without a trailing dot. */
const HOST = sql`replace(rtrim(substr(${AFTER_SCHEME}, 1, instr(${AFTER_SCHEME}, '/') - 1), '.'), '.:', ':')`;
/** SQL expression: the host without leading `www.`. `ltrim` removes single characters, so `www.` becomes one first. */
const WITHOUT_WWW = sql`replace(ltrim(replace(${HOST}, 'www.', char(1)), char(1)), char(1), 'www.')`;

/** SQL expression: the source domain of an article's URL, as `domainOf` computes it. `www.com` keeps its `www.`. */
export const HOST_OF_ARTICLE = sql`iif(instr(${WITHOUT_WWW}, '.') = 0 AND ${HOST} LIKE 'www.%', 'www.' || ${WITHOUT_WWW}, ${WITHOUT_WWW})`;

export const IS_AGGREGATED = sql`${HOST_OF_ARTICLE} LIKE 'news.google.%'`;

/** Moves articles to source `to`, or to the source of their host if it is `null`. `moved` selects them afterwards. */
export const moveToSource = ({ articles: these, moved }: { articles: SQL; moved: SQL }, to: string | null) => ({
  before: markRankingsOf(these),
  pending: makePending(these),
  carried: sql`UPDATE ${articles} SET ${bare(articles.source)} = ${sourceJsonOrDefault(to === null ? HOST_OF_ARTICLE : sql`${to}`)} WHERE ${these}`,
  after: markRankingsOf(moved),
});
