import { type SQL, sql } from 'drizzle-orm';
import { bare } from '../../db/json.ts';
import { articles, sources } from '../../db/schema.ts';
import { markRankingsOf } from '../changed.ts';
import { IFRAMEABLE } from '../facets.ts';
import { indexArticles, sourceJson } from './rows.ts';

/** Statements that move articles to another source. */

/** The source inside an article's row, from the stored source; for a missing one, as for a new one. */
const carried = (domain: SQL): SQL =>
  sql`coalesce(${sourceJson(domain)},
    json_object('domain', ${domain}, 'name', ${domain}, 'icon', NULL, 'iframeable', 1, 'organisationType', NULL, 'client', NULL))`;

const isFramed = (domain: SQL): SQL =>
  sql`coalesce((SELECT ${sources.iframeable} FROM ${sources} WHERE ${sources.domain} = ${domain}), 1)`;

/** The host of the row's address, in the form of a source's domain. */
export const HOST = sql`substr(${articles.urlKey}, 1, instr(${articles.urlKey}, '/') - 1)`;

/** Statements that update the source inside articles; the first and third return the affected rankings. */
export const recarry = (these: SQL, domain: SQL) =>
  [
    markRankingsOf(these),
    sql`UPDATE ${articles} SET (${bare(articles.source)}, ${bare(articles.facets)}) = (${carried(domain)},
      replace(${articles.facets}, ${` ${IFRAMEABLE}`}, '') || iif(${isFramed(domain)}, ${` ${IFRAMEABLE}`}, ''))
      WHERE ${these}`,
    markRankingsOf(these),
    indexArticles(these),
  ] as const;
