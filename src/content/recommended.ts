import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { utcDay } from '../lib/time.ts';

export interface Selection {
  /** YYYY-MM-DD; null where there never was a selection. */
  date: string | null;
  /** Content ids in the editors' order. */
  articles: number[];
}

/**
 * The selection of a day, or of the latest day that is not in the future. A day without one, and a day to come, is empty.
 * `now`: epoch seconds. Reads at most one row.
 */
export async function loadRecommended(db: Db, date: string | undefined, now: number): Promise<Selection> {
  const today = utcDay(now);
  const wanted = date ? sql`date = ${date} AND date <= ${today}` : sql`date <= ${today}`;
  const [row] = await db.all<{ date: string; articles: string }>(
    sql`SELECT date, articles FROM recommended WHERE ${wanted} ORDER BY date DESC LIMIT 1`,
  );
  return row ? { date: row.date, articles: JSON.parse(row.articles) } : { date: date ?? null, articles: [] };
}

/** The ids among `articles` that name no article. */
export async function unknownArticles(db: Db, articles: readonly number[]): Promise<number[]> {
  const known = await db.all<{ id: number }>(
    sql`SELECT id FROM articles WHERE id IN (SELECT value FROM json_each(${JSON.stringify(articles)}))`,
  );
  const ids = new Set(known.map(({ id }) => id));
  return articles.filter((id) => !ids.has(id));
}

/** Sets a day's selection; the same selection again changes nothing. Returns the day's version. */
export async function saveRecommended(db: Db, date: string, articles: readonly number[], now: number): Promise<number> {
  const [, rows] = await db.together<[never[], { version: number }[]]>(
    sql`INSERT INTO recommended (date, articles, version, modified_at) VALUES (${date}, ${JSON.stringify(articles)}, 1, ${now})
      ON CONFLICT (date) DO UPDATE SET articles = excluded.articles, version = version + 1, modified_at = excluded.modified_at
      WHERE articles <> excluded.articles`,
    sql`SELECT version FROM recommended WHERE date = ${date}`,
  );
  return rows[0]?.version ?? 1;
}
