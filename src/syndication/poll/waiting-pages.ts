import { and, desc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles, feedItems, feeds, pageHosts, sources } from '../../db/schema.ts';
import { bare, inList } from '../../db/sql.ts';
import type { WaitingPage } from '../../db/values.ts';
import { DAY, type Millis, toSeconds } from '../../lib/time.ts';
import { isGoogleNews, isItemAddress } from '../../lib/url.ts';

const MAX_PAGES_PER_HOST = 200;
const MAX_ARTICLE_AGE_SECONDS = 14 * DAY;

export function waitForPages(pages: readonly WaitingPage[], domain: string): SQL[] {
  // Google News pages, and pages with several items, do not contain the text of a single article.
  const own = pages.filter(({ url }) => !isGoogleNews(url) && !isItemAddress(url));
  const hosts = Map.groupBy(own, ({ url }) => new URL(url).host);
  if (hosts.size === 0) return [];
  const rows = [...hosts].map(([host, waiting]) => ({ host, waiting: waiting.slice(0, MAX_PAGES_PER_HOST) }));
  const [host, source, waiting] = [pageHosts.host, pageHosts.domain, pageHosts.waiting].map(bare);
  const both = sql`SELECT value AS v FROM json_each(${pageHosts.waiting})
    WHERE value ->> 'id' NOT IN (SELECT value ->> 'id' FROM json_each(excluded.${waiting}))
    UNION ALL SELECT value FROM json_each(excluded.${waiting})`;
  return [
    sql`INSERT INTO ${pageHosts} (${host}, ${source}, ${waiting}) SELECT value ->> 'host', ${domain}, value -> 'waiting'
      FROM json_each(${JSON.stringify(rows)}) WHERE true ON CONFLICT (${host}) DO UPDATE SET ${source} = excluded.${source},
      ${waiting} = (SELECT json_group_array(json(v) ORDER BY v ->> 'at' DESC)
        FROM (SELECT v FROM (${both}) ORDER BY v ->> 'at' DESC LIMIT ${MAX_PAGES_PER_HOST}))`,
  ];
}

/** Queues the pages of a source's recent articles once page reading is enabled. `given` are the changed sources. */
export async function waitFromNowOn(
  db: Db,
  given: readonly { domain: string; readPages?: boolean | undefined }[],
  now: Millis,
): Promise<SQL[]> {
  const domains = given.flatMap(({ domain, readPages }) => (readPages ? domain : []));
  if (domains.length === 0) return [];
  const recent = await db
    .selectDistinct({ domain: sources.domain, id: articles.id, at: articles.publishedAt, url: articles.url })
    .from(sources)
    .innerJoin(feeds, eq(feeds.domain, sources.domain))
    .innerJoin(feedItems, eq(feedItems.feedId, feeds.id))
    .innerJoin(articles, eq(articles.id, feedItems.articleId))
    .where(
      and(
        inList(sources.domain, domains),
        eq(sources.readPages, false),
        gte(articles.publishedAt, toSeconds(now) - MAX_ARTICLE_AGE_SECONDS),
        isNull(articles.fromPage),
      ),
    )
    .orderBy(desc(articles.publishedAt));
  return [...Map.groupBy(recent, ({ domain }) => domain)].flatMap(([domain, own]) =>
    waitForPages(
      own.map(({ id, at, url }) => ({ id, at, url, tries: 0 })),
      domain,
    ),
  );
}
