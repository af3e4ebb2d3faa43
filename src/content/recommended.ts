import { and, between, desc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { excluded, listed } from '../db/columns.ts';
import { bare, inList } from '../db/json.ts';
import { articles, recommended } from '../db/schema.ts';
import { dayIn } from '../lib/time.ts';

export interface Selection {
  /** YYYY-MM-DD; null if there has never been a selection. */
  date: string | null;
  /** Content ids in the editors' order. */
  articles: number[];
}

/** A day's selection as editors see it: future days, too. */
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
 * The selection of a day, or of the latest day that is not in the future. A day without one, and a future day, is empty.
 * `now`: epoch seconds; `zone`: the publisher's time zone, empty: UTC. Reads at most one row.
 */
export async function loadRecommended(db: Db, date: string | undefined, now: number, zone: string): Promise<Selection> {
  const today = dayIn(zone, now);
  const [row] = await db
    .select({ date: recommended.date, articles: recommended.articles })
    .from(recommended)
    .where(and(date ? eq(recommended.date, date) : undefined, lte(recommended.date, today)))
    .orderBy(desc(recommended.date))
    .limit(1);
  return row ?? { date: date ?? null, articles: [] };
}

/** The ids among `ids` that name no article. */
export async function unknownArticles(db: Db, ids: readonly number[]): Promise<number[]> {
  const found = await db.select({ id: articles.id }).from(articles).where(inList(articles.id, ids));
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

const selectDay = (db: Db, date: string) => db.select().from(recommended).where(eq(recommended.date, date));

const emptyDay = (date: string): EditedDay => ({ date, articles: [], version: 0, modifiedAt: null });

/** A day's selection, whichever day. Reads at most one row. */
export async function loadDay(db: Db, date: string): Promise<EditedDay> {
  const [row] = await selectDay(db, date);
  return row ?? emptyDay(date);
}

export interface DaySummary {
  date: string;
  /** How many articles it has. */
  articles: number;
  version: number;
  /** Epoch seconds. */
  modifiedAt: number;
}

/** The days from `from` to `to`, both included, that have a selection. Reads one row per day. */
export const listDays = (db: Db, from: string, to: string): Promise<DaySummary[]> =>
  db
    .select({
      date: recommended.date,
      articles: sql<number>`json_array_length(${recommended.articles})`.as('count'),
      version: recommended.version,
      modifiedAt: recommended.modifiedAt,
    })
    .from(recommended)
    .where(between(recommended.date, from, to))
    .orderBy(recommended.date);

interface Change {
  date: string;
  articles: readonly number[];
  /** The version that the editor has seen, 0 for none; undefined: any. */
  seen: number | undefined;
}

/**
 * Sets a day's selection, unless it has changed since the editor saw it; an equal selection changes nothing.
 * Returns the day as it is then. `now`: epoch seconds.
 */
export async function saveRecommended(
  db: Db,
  { date, articles, seen }: Change,
  now: number,
): Promise<{ isConflict: boolean; day: EditedDay }> {
  const current = sql`coalesce((SELECT ${recommended.version} FROM ${recommended} WHERE ${recommended.date} = ${date}), 0)`;
  const condition = seen === undefined ? sql`true` : sql`${current} = ${seen}`;
  const [[before], , [after]] = await db.transaction(
    selectDay(db, date),
    sql`INSERT INTO ${recommended} (${listed(recommended.date, recommended.articles, recommended.version, recommended.modifiedAt)})
      SELECT ${date}, ${JSON.stringify(articles)}, 1, ${now} WHERE ${condition}
      ON CONFLICT (${bare(recommended.date)}) DO UPDATE SET ${bare(recommended.articles)} = ${excluded(recommended.articles)},
        ${bare(recommended.version)} = ${recommended.version} + 1, ${bare(recommended.modifiedAt)} = ${excluded(recommended.modifiedAt)}
      WHERE ${recommended.articles} <> ${excluded(recommended.articles)}`,
    selectDay(db, date),
  );
  return { isConflict: seen !== undefined && seen !== (before?.version ?? 0), day: after ?? emptyDay(date) };
}
