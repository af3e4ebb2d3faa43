import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { DAY, type Millis, toSeconds } from '../../lib/time.ts';
import { firstFrom } from '../position-sql.ts';

export const MENTION_DAYS = 7;
/** Maximum number of articles read, newest first. */
const MAX_ARTICLES = 10_000;

export type MentionedKind = 'topic' | 'company' | 'source';

/** SQL for the keys of an article's topics, companies or source, as rows of `json_each`. */
const KEYS: Record<MentionedKind, [list: SQL, key: SQL]> = {
  topic: [sql`${articles.topics}`, sql.raw("v.value ->> '$.id'")],
  company: [sql`${articles.companies}`, sql.raw("v.value ->> '$.id'")],
  source: [sql`json_array(${articles.source} ->> '$.domain')`, sql.raw('v.value')],
};

export interface Mention {
  ref: string;
  /** Number of articles of the last 7 days. */
  articles: number;
  /** Number of articles of the 7 days before. `null` if not all of them could be read. */
  before: number | null;
}

const row = z.object({ ref: z.string(), articles: z.int(), before: z.int() });

/** Counts the published articles of each topic, company or source over two weeks. Reads at most 10,000 articles. */
export async function loadMentions(db: Db, kind: MentionedKind, now: Millis): Promise<Mention[]> {
  const [list, key] = KEYS[kind];
  const end = toSeconds(now) + 1;
  const week = end - MENTION_DAYS * DAY;
  const read = sql`SELECT ${articles.publishedAt} AS published, ${list} AS refs FROM ${articles}
    WHERE ${articles.position} >= ${firstFrom(week - MENTION_DAYS * DAY)} AND ${articles.position} < ${firstFrom(end)}
    ORDER BY ${articles.position} DESC LIMIT ${MAX_ARTICLES}`;
  const rows = await db.rows(
    row.extend({ total: z.int() }),
    sql`WITH read AS MATERIALIZED (${read})
      SELECT CAST(${key} AS TEXT) AS ref, sum(published >= ${week}) AS articles, sum(published < ${week}) AS before,
        (SELECT count(*) FROM read) AS total
      FROM read, json_each(read.refs) v GROUP BY 1`,
  );
  return rows.map(({ total, before, ...mention }) => ({ ...mention, before: total < MAX_ARTICLES ? before : null }));
}
