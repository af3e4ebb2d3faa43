import { type SQL, sql } from 'drizzle-orm';
import { articles, sources } from '../../../db/schema.ts';
import { bare } from '../../../db/sql.ts';
import { markRankingsOf } from '../../changed.ts';
import { IFRAMEABLE, publisherToken } from '../../index/facets.ts';
import { indexArticles, SOURCE_DOMAIN, sourceJson } from './rows.ts';

/** Statements that move articles to another source. */

/** The source inside an article's row, from the stored source; for a missing one, as for a new one. */
const carried = (domain: SQL): SQL =>
  sql`coalesce(${sourceJson(domain)},
    json_object('domain', ${domain}, 'name', ${domain}, 'icon', NULL, 'iframeable', 1, 'organisationType', NULL, 'client', NULL))`;

const isFramed = (domain: SQL): SQL =>
  sql`coalesce((SELECT ${sources.iframeable} FROM ${sources} WHERE ${sources.domain} = ${domain}), 1)`;

/** The host of the row's address, in the form of a source's domain. */
export const HOST = sql`substr(${articles.urlKey}, 1, instr(${articles.urlKey}, '/') - 1)`;

/** Whether the row is another site's story behind an aggregator's link (`isGoogleNews`). */
export const IS_AGGREGATED = sql`${HOST} LIKE 'news.google.%'`;

/** Facets without the tokens of a source. Links of an aggregator keep those of former sources, by which a restore finds them. */
function withoutSource(from: readonly string[], to: string | null): SQL {
  const tokens = JSON.stringify(Object.fromEntries(from.map((domain) => [domain, publisherToken(domain)])));
  const token = sql`iif(${IS_AGGREGATED}, ${to === null ? '' : publisherToken(to)}, coalesce(${tokens} ->> (${SOURCE_DOMAIN}), ''))`;
  return sql`rtrim(replace(replace(${articles.facets} || ' ', ${` ${IFRAMEABLE} `}, ' '), ' ' || ${token} || ' ', ' '))`;
}

/**
 * Statements that move articles from some sources to another, null: to that of their host. `moved` finds them afterwards.
 * `before`, `after`: the affected rankings.
 */
export const recarry = (
  { articles: these, moved }: { articles: SQL; moved: SQL },
  { from, to }: { from: readonly string[]; to: string | null },
) => {
  const domain = to === null ? HOST : sql`${to}`;
  const published = to === null ? sql`''` : sql`iif(${HOST} = ${to}, '', ${` ${publisherToken(to)}`})`;
  return {
    before: markRankingsOf(these),
    carried: sql`UPDATE ${articles} SET (${bare(articles.source)}, ${bare(articles.facets)}) = (${carried(domain)},
      ${withoutSource(from, to)} || ${published} || iif(${isFramed(domain)}, ${` ${IFRAMEABLE}`}, ''))
      WHERE ${these}`,
    after: markRankingsOf(moved),
    indexed: indexArticles(moved),
  };
};
