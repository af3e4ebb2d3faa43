import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { DAY, dayIn, type Millis, toSeconds, utcDay } from '../../lib/time.ts';
import { firstFrom } from '../position-sql.ts';

/** Maximum number of articles read, newest first. Days for which not all articles could be read are omitted. */
const MAX_ARTICLES = 10_000;
const DAYS = 14;
/** Articles are counted per quarter of an hour, because days of all time zones begin at one. In seconds. */
const SLOT = 900;

const row = z.object({ at: z.int(), articles: z.int(), tagged: z.int() });

export interface PublicationDay {
  /** Day in YYYY-MM-DD format, in the publisher's time zone. */
  date: string;
  articles: number;
  tagged: number;
}

/** Counts the articles published on each of the last 14 days, oldest day first. Reads at most 10,000 rows. */
export async function loadArticleDays(db: Db, zone: string, now: Millis): Promise<PublicationDay[]> {
  const rows = await db.rows(
    row,
    sql`SELECT published / ${SLOT} * ${SLOT} AS at, count(*) AS articles, sum(tagged) AS tagged FROM (
      SELECT ${articles.publishedAt} AS published, ${articles.topics} <> '[]' AS tagged FROM ${articles}
      WHERE ${articles.position} >= ${firstFrom(toSeconds(now) - (DAYS + 1) * DAY)} AND ${articles.position} < ${firstFrom(toSeconds(now + 1000))}
      ORDER BY ${articles.position} DESC LIMIT ${MAX_ARTICLES}) GROUP BY 1 ORDER BY 1 DESC`,
  );
  const days = new Map<string, PublicationDay>();
  for (let i = DAYS - 1; i >= 0; i--) {
    const date = utcDay(Date.parse(dayIn(zone, toSeconds(now))) / 1000 - i * DAY);
    days.set(date, { date, articles: 0, tagged: 0 });
  }
  for (const { at, ...counted } of rows) {
    const day = days.get(dayIn(zone, at));
    if (!day) continue;
    day.articles += counted.articles;
    day.tagged += counted.tagged;
  }
  const total = rows.reduce((sum, { articles: count }) => sum + count, 0);
  const last = total === MAX_ARTICLES ? rows.at(-1) : undefined;
  return [...days.values()].filter(({ date }) => !last || date > dayIn(zone, last.at));
}
