import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** What there is in the newsroom and around it. */
export interface Counts {
  articles: number;
  topics: number;
  companies: number;
  sources: number;
  feeds: number;
  feedsDue: number;
  feedsFailing: number;
  feedsGone: number;
  secretKeys: number;
  publishableKeys: number;
  operatorKeys: number;
}

/** Counting articles reads every one of them, so it is done this often at most, in milliseconds. */
const LIFE = 600_000;
/** Name of the row of `snapshots` that remembers it. */
export const ARTICLE_COUNT = 'articleCount';

/** `now`: epoch milliseconds. Articles are as of ten minutes ago at most. */
export async function readCounts(db: Db, now: number): Promise<Counts> {
  const seconds = Math.floor(now / 1000);
  const alive = (kind: string) => sql`count(*) FILTER (WHERE kind = ${kind})`;
  const count = (table: string) => sql`(SELECT count(*) FROM ${sql.identifier(table)})`;
  const [[counts], [known]] = await db.together<[Omit<Counts, 'articles'>[], { articles: number; at: number }[]]>(
    sql`SELECT ${count('topics')} AS topics, ${count('companies')} AS companies, ${count('sources')} AS sources, f.*, k.*
      FROM (SELECT count(*) AS feeds, count(*) FILTER (WHERE next_at <= ${seconds}) AS feedsDue,
          count(*) FILTER (WHERE failures > 0) AS feedsFailing, count(*) FILTER (WHERE next_at IS NULL) AS feedsGone FROM feeds) f,
        (SELECT ${alive('secret')} AS secretKeys, ${alive('publishable')} AS publishableKeys, ${alive('operator')} AS operatorKeys
          FROM api_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${seconds})) k`,
    sql`SELECT body ->> 'articles' AS articles, body ->> 'at' AS at FROM snapshots WHERE name = ${ARTICLE_COUNT}`,
  );
  if (!counts) throw new Error('counting gives one row');
  const isFresh = known && known.at <= now && now < known.at + LIFE;
  return { ...counts, articles: isFresh ? known.articles : await countArticles(db, now) };
}

async function countArticles(db: Db, now: number): Promise<number> {
  const [, [row]] = await db.together<[never[], { articles: number }[]]>(
    sql`INSERT INTO snapshots (name, body) SELECT ${ARTICLE_COUNT}, json_object('articles', count(*), 'at', ${now}) FROM articles WHERE true
      ON CONFLICT (name) DO UPDATE SET body = excluded.body`,
    sql`SELECT body ->> 'articles' AS articles FROM snapshots WHERE name = ${ARTICLE_COUNT}`,
  );
  return row?.articles ?? 0;
}
