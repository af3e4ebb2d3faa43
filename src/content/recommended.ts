import { and, between, desc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { articles, recommended, trash } from '../db/schema.ts';
import { bare, excluded, inList, listed, objectOf } from '../db/sql.ts';
import { dayIn, type Seconds, toSeconds } from '../lib/time.ts';
import { type Author, newAuditChange, recordAround } from './history/audit.ts';
import { intoTrash, LAST_TRASH, trashedRows } from './history/trash.ts';
import { firstVersion } from './removal/remove-recommended.ts';

/** A day's selection as editors see it: future days, too. */
export interface StoredSelection {
  /** YYYY-MM-DD */
  date: string;
  /** Content ids in the editors' order. */
  articles: number[];
  /** Counts the changes; 0: there is no selection yet. */
  version: number;
  /** When it was last changed; null: never. */
  modifiedAt: Seconds | null;
}

/**
 * The selection of a day, in the editors' order, or of the latest day that is not in the future (null: there never was one). A day
 * without one, and a future day, is empty.
 * `zone`: the publisher's time zone, empty: UTC. Reads at most one row.
 */
export async function loadRecommended(db: Db, date: string | undefined, now: Seconds, zone: string) {
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

const emptyDay = (date: string): StoredSelection => ({ date, articles: [], version: 0, modifiedAt: null });

/** A day's selection, whichever day. Reads at most one row. */
export async function loadDay(db: Db, date: string): Promise<StoredSelection> {
  const [row] = await selectDay(db, date);
  return row ?? emptyDay(date);
}

export interface DaySummary {
  date: string;
  /** How many articles it has. */
  articles: number;
  version: number;
  modifiedAt: Seconds;
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

/** Statements that record what becomes of a day; before and after it. */
const recorded = (author: Author, date: string) =>
  recordAround(newAuditChange(author), 'recommended', {
    table: sql`${recommended}`,
    key: recommended.date,
    refs: [date],
    row: objectOf(recommended, ['articles']),
  });

/**
 * Sets a day's selection, unless it has changed since the editor saw it; an equal selection changes nothing, and articles
 * that have been deleted meanwhile are left out. Returns the day as it is then. `author.now`: epoch milliseconds.
 */
export async function saveRecommended(db: Db, { date, articles: ids, seen }: Change, author: Author) {
  const now = toSeconds(author.now);
  const current = sql`coalesce((SELECT ${recommended.version} FROM ${recommended} WHERE ${recommended.date} = ${date}), 0)`;
  const condition = seen === undefined ? sql`true` : sql`${current} = ${seen}`;
  const existing = sql`(SELECT json_group_array(value ORDER BY key) FROM json_each(${JSON.stringify(ids)})
    WHERE value IN (SELECT ${articles.id} FROM ${articles}))`;
  const record = recorded(author, date);
  const {
    before: [before],
    after: [after],
  } = await db.transaction({
    before: selectDay(db, date),
    recorded: record.before,
    saved: sql`INSERT INTO ${recommended} (${listed(recommended.date, recommended.articles, recommended.version, recommended.modifiedAt)})
      SELECT ${date}, ${existing}, ${firstVersion(date)}, ${now} WHERE ${condition}
      ON CONFLICT (${bare(recommended.date)}) DO UPDATE SET ${bare(recommended.articles)} = ${excluded(recommended.articles)},
        ${bare(recommended.version)} = ${recommended.version} + 1, ${bare(recommended.modifiedAt)} = ${excluded(recommended.modifiedAt)}
      WHERE ${recommended.articles} <> ${excluded(recommended.articles)}`,
    after: selectDay(db, date),
    record: record.after,
  });
  return { isConflict: seen !== undefined && seen !== (before?.version ?? 0), day: after ?? emptyDay(date) };
}

/** Deletes a day's selection, unless it has changed since the editor saw it. Returns the selection as it was. */
export async function removeRecommended(db: Db, { date, seen }: Pick<Change, 'date' | 'seen'>, author: Author) {
  const record = recorded(author, date);
  const where = and(eq(recommended.date, date), seen === undefined ? undefined : eq(recommended.version, seen));
  const kept = trashedRows(
    sql`SELECT ${objectOf(recommended, ['date', 'articles', 'version'])} AS row FROM ${recommended} WHERE ${where}`,
  );
  const {
    before: [before],
  } = await db.transaction({
    before: selectDay(db, date),
    recorded: record.before,
    kept: intoTrash(author, { kind: 'recommended', ref: date, name: date }, sql`json_object('recommended', ${kept})`),
    // What is not deleted is not kept either.
    emptied: db
      .delete(trash)
      .where(and(sql`${trash.id} = ${LAST_TRASH}`, sql`${trash.rows} ->> '$.recommended' = '[]'`)),
    removed: db.delete(recommended).where(where),
    record: record.after,
  });
  return { isConflict: seen !== undefined && seen !== (before?.version ?? 0), day: before ?? emptyDay(date) };
}
