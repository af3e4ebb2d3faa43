import { and, eq, gt, gte, lt, lte, sql } from 'drizzle-orm';
import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { articles, clickDays, topicDays, topics } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { dayIndex, OPEN_DAYS } from '../../engagement/days.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import { DAY, HOUR, type Millis, rfc3339, toSeconds, utcDay } from '../../lib/time.ts';
import { historyIndex } from '../math/figures/history-index.ts';
import { hourIndex, type Width } from '../math/figures/hour-index.ts';
import { selectOpenTopic, selectOpenTopicsOf } from '../object/days/open-topics.ts';
import { siteCoordinator } from '../object/stubs.ts';
import { SITE } from '../site.ts';

export interface HistoryDay {
  date: string;
  /** Engagement in percent of the day with the most engagement. `null` if unknown. */
  index: number | null;
}

export interface HistoryQuestion {
  days: number;
  riskManagement: boolean;
  now: Millis;
  /** Publisher's time zone (empty: UTC). */
  zone: string;
}

interface DayEngagement {
  day: number;
  engagement: number;
}

const FIXED_ROWS = 6;
/** Number of rows reported as read per article when several articles are loaded, in addition to one per day. */
const FIXED_ROWS_PER_ARTICLE = 12;

/** Loads the daily history of the site or a topic. `null` if the topic is unknown. Reports one row read per day. */
export async function loadTopicHistory(db: Db, id: number, question: HistoryQuestion): Promise<HistoryDay[] | null> {
  const { from, to } = rangeOf(question);
  const { topicId, day } = topicDays;
  const engagement = question.riskManagement ? topicDays.engagementRm : topicDays.engagement;
  const { known, first, rows, open } = await db.transaction({
    known: selectTopic(db, id),
    open: selectOpenTopic(db, id, question.riskManagement),
    first: db
      .select({ day })
      .from(topicDays)
      .where(and(eq(topicId, id), gt(engagement, 0)))
      .orderBy(day)
      .limit(1),
    rows: db
      .select({ day, engagement })
      .from(topicDays)
      .where(and(eq(topicId, id), gte(day, from), lt(day, to))),
  });
  const read = open.flatMap(({ day, engagement }) => (engagement ? [{ day, engagement }] : []));
  db.usage.saidRows = Math.max(question.days, OPEN_DAYS) + FIXED_ROWS + Math.max(0, open.length - OPEN_DAYS);
  return known.length > 0 || id === SITE
    ? toHistory([...rows, ...read], first[0]?.day ?? firstOf(read), question)
    : null;
}

const firstOf = (days: readonly DayEngagement[]) => (days.length > 0 ? Math.min(...days.map(({ day }) => day)) : null);

/** Loads daily histories of existing topics by id. Reads one row per day with engagement, and two per topic. */
export async function loadTopicHistories(
  db: Db,
  ids: readonly number[],
  question: Omit<HistoryQuestion, 'riskManagement'>,
): Promise<Map<number, HistoryDay[]>> {
  const topicQuestion = { ...question, riskManagement: false };
  const { from, to } = rangeOf(topicQuestion);
  const { topicId, day, engagement } = topicDays;
  const first = sql<
    number | null
  >`(SELECT min(${day}) FROM ${topicDays} WHERE ${topicId} = ${topics.id} AND ${engagement} > 0)`;
  const { firsts, days, open } = await db.transaction({
    open: selectOpenTopicsOf(db, ids),
    firsts: db
      .select({ id: topics.id, first: first.as('first') })
      .from(topics)
      .where(inList(topics.id, ids)),
    days: db
      .select({ topicId, day, engagement })
      .from(topicDays)
      .where(and(inList(topicId, ids), gte(day, from), lt(day, to))),
  });
  const byId = Map.groupBy(days, (row) => row.topicId);
  const read = open.flatMap(({ engagement, ...row }) => (engagement ? [{ ...row, engagement }] : []));
  const openById = Map.groupBy(read, (row) => row.topicId);
  return new Map(
    firsts.map(({ id, first }) => {
      const own = openById.get(id) ?? [];
      return [id, toHistory([...(byId.get(id) ?? []), ...own], first ?? firstOf(own), topicQuestion)];
    }),
  );
}

/** Loads the daily history of a published article. Reports one row read per day, even without engagement. */
export async function loadContentHistory(db: Db, id: number, question: HistoryQuestion): Promise<HistoryDay[] | null> {
  const {
    found: [article],
    first,
    days,
  } = await db.transaction({ found: selectPublished(db, id, question.now), ...contentDays(db, id, question) });
  db.usage.saidRows = question.days + FIXED_ROWS;
  if (!article) return null;
  const isOutside = question.riskManagement && !article.topics.some((topic) => topic.id === RISK_MANAGEMENT_TOPIC);
  return isOutside ? toHistory([], null, question) : toHistory(days, first[0]?.day ?? null, question);
}

export function contentDays(db: Db, id: number, question: HistoryQuestion) {
  const { from, to } = rangeOf(question);
  const { day, engagement, contentId } = clickDays;
  return {
    first: db.select({ day }).from(clickDays).where(eq(contentId, id)).orderBy(day).limit(1),
    days: db
      .select({ day, engagement })
      .from(clickDays)
      .where(and(eq(contentId, id), gte(day, from), lt(day, to))),
  };
}

/** Loads the daily histories of several articles by id. Reports one row read per day and article. */
export async function loadContentHistories(
  db: Db,
  found: readonly { contentId: number; topics: readonly { id: number }[] }[],
  question: HistoryQuestion,
): Promise<Map<number, HistoryDay[]>> {
  const ids = found.map(({ contentId }) => contentId);
  const { from, to } = rangeOf(question);
  const { day, engagement, contentId } = clickDays;
  const { firsts, days } = await db.transaction({
    firsts: db
      .select({
        contentId: articles.id,
        first: sql<number | null>`(SELECT min(${day}) FROM ${clickDays} WHERE ${contentId} = ${articles.id})`.as(
          'first',
        ),
      })
      .from(articles)
      .where(inList(articles.id, ids)),
    days: db
      .select({ contentId, day, engagement })
      .from(clickDays)
      .where(and(inList(contentId, ids), gte(day, from), lt(day, to))),
  });
  db.usage.saidRows = ids.length * (question.days + FIXED_ROWS_PER_ARTICLE);
  const first = new Map(firsts.map((row) => [row.contentId, row.first]));
  const byId = Map.groupBy(days, (row) => row.contentId);
  return new Map(
    found.map(({ contentId, topics }) => {
      const isOutside = question.riskManagement && !topics.some(({ id }) => id === RISK_MANAGEMENT_TOPIC);
      return [
        contentId,
        isOutside
          ? toHistory([], null, question)
          : toHistory(byId.get(contentId) ?? [], first.get(contentId) ?? null, question),
      ];
    }),
  );
}

function rangeOf({ days, now, zone }: HistoryQuestion): { from: number; to: number } {
  const to = dayIndex(now, zone);
  return { from: to - days, to };
}

/** Computes the index of each day (peak day = 100). `first` is the first day that ever had engagement. */
export function toHistory(
  rows: readonly DayEngagement[],
  first: number | null,
  question: HistoryQuestion,
): HistoryDay[] {
  const { from, to } = rangeOf(question);
  const byDay = new Map(rows.map(({ day, engagement }) => [day, engagement]));
  const days = Array.from({ length: to - from }, (_, i) => from + i);
  const index = historyIndex(
    days.map((day) => byDay.get(day) ?? 0),
    first === null ? null : first - from,
  );
  return days.map((day, i) => ({ date: utcDay(day * DAY), index: index[i] ?? null }));
}

export interface HoursQuestion {
  /** Number of complete hours to return, at most seven days. */
  hours: number;
  riskManagement: boolean;
  now: Millis;
}

export interface HourlyHistory {
  width: Width;
  /** Points of the hourly chart. `at` is the time at which a point starts, in RFC 3339 format. */
  hours: { at: string; index: number | null }[];
}

/** Loads hourly engagement from the memory of the site's object. `null` if the topic or article is not available. */
export async function loadHours(
  { db, env }: { db: Db; env: Pick<Env, 'SITE_COORDINATOR'> },
  of: { topicId: number } | { contentId: number } | null,
  { hours, riskManagement, now }: HoursQuestion,
): Promise<HourlyHistory | null> {
  if (of && !(await isKnown(db, of, now))) return null;
  const hour = utcHourIndex(now);
  const topicIds = [...(of && 'topicId' in of ? [of.topicId] : []), ...(riskManagement ? [RISK_MANAGEMENT_TOPIC] : [])];
  const contentId = of && 'contentId' in of ? of.contentId : null;
  const curve = await siteCoordinator(env).curve({ contentId, topics: topicIds }, now);
  const engagement = new Map(curve.hours.map((at, i) => [at, curve.engagement[i] ?? 0]));
  const { width, points } = hourIndex((at) => engagement.get(at) ?? 0, curve.first, { hour, length: hours });
  return { width, hours: points.map(({ hour: at, index }) => ({ at: rfc3339(at * HOUR), index })) };
}

async function isKnown(db: Db, of: { topicId: number } | { contentId: number }, now: Millis): Promise<boolean> {
  const rows = await ('topicId' in of ? selectTopic(db, of.topicId) : selectPublished(db, of.contentId, now));
  return rows.length > 0;
}

const selectTopic = (db: Db, id: number) => db.select({ id: topics.id }).from(topics).where(eq(topics.id, id));

const selectPublished = (db: Db, id: number, now: Millis) =>
  db
    .select({ topics: articles.topics })
    .from(articles)
    .where(and(eq(articles.id, id), lte(articles.publishedAt, toSeconds(now))));
