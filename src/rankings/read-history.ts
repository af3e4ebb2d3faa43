import { and, eq, gte, lt, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Db, Query } from '../db/client.ts';
import { articles, clickDays, topicDays, topics } from '../db/schema.ts';
import { dayOf } from '../engagement/days.ts';
import { historyIndex } from './history-index.ts';

/** Histories of topics and articles by day. */

export interface HistoryDay {
  /** YYYY-MM-DD, a complete UTC day. */
  date: string;
  /** 0–100 of the highest of the days; null where nothing can be said. */
  index: number | null;
}

export interface HistoryQuestion {
  /** The last so many complete days. */
  days: number;
  riskManagement: boolean;
  /** Epoch milliseconds. */
  now: number;
}

interface Row {
  day: number;
  engagement: number;
}

/** The history of a topic; null where there is none. Reads a row a day, and two. */
export async function loadTopicHistory(db: Db, id: number, question: HistoryQuestion): Promise<HistoryDay[] | null> {
  const { from, to } = rangeOf(question);
  const engagement = sql.identifier(question.riskManagement ? 'engagement_rm' : 'engagement');
  const [known, first, rows] = await db.together<[unknown[], { day: number }[], Row[]]>(
    sql`SELECT 1 FROM ${topics} WHERE id = ${id}`,
    sql`SELECT day FROM ${topicDays} WHERE topic_id = ${id} AND ${engagement} > 0 ORDER BY day LIMIT 1`,
    sql`SELECT day, ${engagement} AS engagement FROM ${topicDays} WHERE topic_id = ${id} AND day >= ${from} AND day < ${to}`,
  );
  return known.length > 0 ? toHistory(rows, first[0]?.day ?? null, question) : null;
}

/** The history of an article that is published; null where there is none. Reads a row a day, and three. */
export async function loadContentHistory(db: Db, id: number, question: HistoryQuestion): Promise<HistoryDay[] | null> {
  const [[article], first, rows] = await db.transaction(
    new Query(
      z.object({ isRisk: z.number() }),
      sql`SELECT EXISTS (SELECT 1 FROM json_each(topics) WHERE value ->> 'id' = 47) AS isRisk
        FROM ${articles} WHERE id = ${id} AND published_at <= ${Math.floor(question.now / 1000)}`,
    ),
    ...contentDays(db, id, question),
  );
  if (!article) return null;
  const isOutside = question.riskManagement && !article.isRisk;
  return isOutside ? toHistory([], null, question) : toHistory(rows, first[0]?.day ?? null, question);
}

/** Queries for the first day of an article's engagement, and for its days in question. Reads a row a day, and one. */
export function contentDays(db: Db, id: number, question: HistoryQuestion) {
  const { from, to } = rangeOf(question);
  const { day, engagement, contentId } = clickDays;
  return [
    db.select({ day }).from(clickDays).where(eq(contentId, id)).orderBy(day).limit(1),
    db
      .select({ day, engagement })
      .from(clickDays)
      .where(and(eq(contentId, id), gte(day, from), lt(day, to))),
  ] as const;
}

function rangeOf({ days, now }: HistoryQuestion): { from: number; to: number } {
  const to = dayOf(now);
  return { from: to - days, to };
}

/** Days with their index; `first` is the day of the first engagement ever, null where there was none. */
export function toHistory(rows: readonly Row[], first: number | null, question: HistoryQuestion): HistoryDay[] {
  const { from, to } = rangeOf(question);
  const byDay = new Map(rows.map(({ day, engagement }) => [day, engagement]));
  const days = Array.from({ length: to - from }, (_, i) => from + i);
  const index = historyIndex(
    days.map((day) => byDay.get(day) ?? 0),
    first === null ? null : first - from,
  );
  return days.map((day, i) => ({
    date: new Date(day * 86_400_000).toISOString().slice(0, 10),
    index: index[i] ?? null,
  }));
}
