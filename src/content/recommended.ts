import { and, between, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { articles, recommended, trash } from '../db/schema.ts';
import { bare, excluded, inList, listed, objectOf } from '../db/sql.ts';
import { dayIn, type Seconds, toSeconds } from '../lib/time.ts';
import { type Author, newAuditChange, recordAround } from './history/audit.ts';
import { intoTrash, LAST_TRASH, trashedRows } from './history/trash.ts';
import { firstVersion } from './removal/remove-recommended.ts';

export interface StoredSelection {
  date: string;
  articles: number[];
  /** Number of changes to the day's selection, or 0 if there is no selection. */
  version: number;
  modifiedAt: Seconds | null;
}

/** Loads the selection of a day, or the latest up to today. Hides future days. `zone` is a time zone (empty: UTC). */
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

export async function unknownArticles(db: Db, ids: readonly number[]): Promise<number[]> {
  const found = await db.select({ id: articles.id }).from(articles).where(inList(articles.id, ids));
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

const selectDay = (db: Db, date: string) => db.select().from(recommended).where(eq(recommended.date, date));

const emptyDay = (date: string): StoredSelection => ({ date, articles: [], version: 0, modifiedAt: null });

/** Loads the selection of any day, even if the day is in the future. */
export async function loadDay(db: Db, date: string): Promise<StoredSelection> {
  const [row] = await selectDay(db, date);
  return row ?? emptyDay(date);
}

export interface DaySummary {
  date: string;
  articles: number;
  version: number;
  modifiedAt: Seconds;
}

/** Lists the days with a selection, from `from` to `to` inclusive. Reads one row per day. */
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
  /** Version that the editor last read, or 0 if there was no selection. Undefined accepts any version. */
  seen: number | undefined;
  /** Further condition of the change, and statements of the same transaction that follow it. */
  when?: SQL;
  also?: readonly SQL[];
}

const recorded = (author: Author, date: string) =>
  recordAround(newAuditChange(author), 'recommended', {
    table: sql`${recommended}`,
    key: recommended.date,
    refs: [date],
    row: objectOf(recommended, ['articles']),
  });

/** Sets a day's selection unless it changed after the editor read it. Skips deleted articles. `author.now` is in ms. */
export async function saveRecommended(db: Db, { date, articles: ids, seen, when, also = [] }: Change, author: Author) {
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
      SELECT ${date}, ${existing}, ${firstVersion(date)}, ${now} WHERE ${condition} AND ${when ?? sql`true`}
      ON CONFLICT (${bare(recommended.date)}) DO UPDATE SET ${bare(recommended.articles)} = ${excluded(recommended.articles)},
        ${bare(recommended.version)} = ${recommended.version} + 1, ${bare(recommended.modifiedAt)} = ${excluded(recommended.modifiedAt)}
      WHERE ${recommended.articles} <> ${excluded(recommended.articles)}`,
    after: selectDay(db, date),
    record: record.after,
    also,
  });
  return { isConflict: seen !== undefined && seen !== (before?.version ?? 0), day: after ?? emptyDay(date) };
}

/** Deletes a day's selection unless it changed after the editor read it. Returns the previous selection. */
export async function removeRecommended(db: Db, { date, seen }: Pick<Change, 'date' | 'seen'>, author: Author) {
  const record = recorded(author, date);
  const where = and(eq(recommended.date, date), seen === undefined ? undefined : eq(recommended.version, seen));
  const removedDay = trashedRows(
    sql`SELECT ${objectOf(recommended, ['date', 'articles', 'version'])} AS row FROM ${recommended} WHERE ${where}`,
  );
  const {
    before: [before],
  } = await db.transaction({
    before: selectDay(db, date),
    recorded: record.before,
    trashed: intoTrash(
      author,
      { kind: 'recommended', ref: date, name: date },
      sql`json_object('recommended', ${removedDay})`,
    ),
    // The trash entry is removed again if nothing was deleted.
    emptied: db
      .delete(trash)
      .where(and(sql`${trash.id} = ${LAST_TRASH}`, sql`${trash.rows} ->> '$.recommended' = '[]'`)),
    removed: db.delete(recommended).where(where),
    record: record.after,
  });
  return { isConflict: seen !== undefined && seen !== (before?.version ?? 0), day: before ?? emptyDay(date) };
}
