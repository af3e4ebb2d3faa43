import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { dayIn } from '../lib/time.ts';

export interface Selection {
  /** YYYY-MM-DD; null where there never was a selection. */
  date: string | null;
  /** Content ids in the editors' order. */
  articles: number[];
}

/** A day's selection as editors see it: also of days to come. */
export interface EditedDay {
  /** YYYY-MM-DD */
  date: string;
  /** Content ids in the editors' order. */
  articles: number[];
  /** Counts the changes; 0: there is no selection yet. */
  version: number;
  /** Epoch seconds of the last change; null: there was none. */
  modifiedAt: number | null;
}

/**
 * The selection of a day, or of the latest day that is not in the future. A day without one, and a day to come, is empty.
 * `now`: epoch seconds; `zone`: the publisher's time zone, empty: UTC. Reads at most one row.
 */
export async function loadRecommended(db: Db, date: string | undefined, now: number, zone: string): Promise<Selection> {
  const today = dayIn(zone, now);
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

type Row = { articles: string; version: number; modifiedAt: number };

const selectDay = (date: string) =>
  sql`SELECT articles, version, modified_at AS modifiedAt FROM recommended WHERE date = ${date}`;

const toDay = (date: string, row: Row | undefined): EditedDay =>
  row ? { date, ...row, articles: JSON.parse(row.articles) } : { date, articles: [], version: 0, modifiedAt: null };

/** A day's selection, whichever day. Reads at most one row. */
export async function loadDay(db: Db, date: string): Promise<EditedDay> {
  const [row] = await db.all<Row>(selectDay(date));
  return toDay(date, row);
}

export interface DaySummary {
  date: string;
  /** How many articles it has. */
  articles: number;
  version: number;
  /** Epoch seconds. */
  modifiedAt: number;
}

/** The days from `from` to `to`, both included, that have a selection. Reads one row a day. */
export const listDays = (db: Db, from: string, to: string): Promise<DaySummary[]> =>
  db.all<DaySummary>(sql`SELECT date, json_array_length(articles) AS articles, version, modified_at AS modifiedAt
    FROM recommended WHERE date BETWEEN ${from} AND ${to} ORDER BY date`);

interface Change {
  date: string;
  articles: readonly number[];
  /** The version that the editor has seen, 0 for none; undefined: whichever it is. */
  seen: number | undefined;
}

/**
 * Sets a day's selection, unless it has moved on since the editor saw it; the same selection again changes nothing.
 * Returns the day as it is then. `now`: epoch seconds.
 */
export async function saveRecommended(
  db: Db,
  { date, articles, seen }: Change,
  now: number,
): Promise<{ isConflict: boolean; day: EditedDay }> {
  const current = sql`coalesce((SELECT version FROM recommended WHERE date = ${date}), 0)`;
  const condition = seen === undefined ? sql`true` : sql`${current} = ${seen}`;
  const [[before], , [after]] = await db.together<[Row[], never[], Row[]]>(
    selectDay(date),
    sql`INSERT INTO recommended (date, articles, version, modified_at)
      SELECT ${date}, ${JSON.stringify(articles)}, 1, ${now} WHERE ${condition}
      ON CONFLICT (date) DO UPDATE SET articles = excluded.articles, version = version + 1, modified_at = excluded.modified_at
      WHERE articles <> excluded.articles`,
    selectDay(date),
  );
  return { isConflict: seen !== undefined && seen !== (before?.version ?? 0), day: toDay(date, after) };
}
