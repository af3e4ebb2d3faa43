import { desc, eq, lt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { KEPT_DAYS } from '../../db/kept.ts';
import { weeks } from '../../db/schema.ts';
import type { NewsItem, NewsLine } from '../../delivery/news-rss.ts';
import { formatPercent } from '../../lib/percent.ts';
import { DAY, dayIn, type Millis, type Seconds, toSeconds } from '../../lib/time.ts';
import { headed } from '../math/figures/headed.ts';
import { type ChangedTopic, isEmptyWeek, loadWeek, type Week } from './week.ts';

/** Weeks as they were when they ended, for those who follow them in a feed reader. */

export interface KeptWeek {
  /** The Monday after it in the publisher's time zone, `YYYY-MM-DD`. */
  monday: string;
  at: Seconds;
  week: Week;
}

/** The latest Monday (`YYYY-MM-DD`) of a time zone at `now` (epoch seconds). */
export function mondayOf(now: number, zone: string): string {
  const today = Date.parse(dayIn(zone, now)) / 1000;
  const sinceMonday = (new Date(today * 1000).getUTCDay() + 6) % 7;
  return new Date((today - sinceMonday * DAY) * 1000).toISOString().slice(0, 10);
}

/**
 * Writes down the week that ended with the latest Monday, unless that is done or nothing has been read. Reads one row where it is
 * done. Returns how many were written.
 */
export async function keepWeek(
  db: Db,
  { now, zone, minEngagement, minItems }: { now: Millis; zone: string; minEngagement: number; minItems: number },
): Promise<number> {
  const at = toSeconds(now);
  const monday = mondayOf(at, zone);
  const [known] = await db.select({ monday: weeks.monday }).from(weeks).where(eq(weeks.monday, monday));
  if (known) return 0;
  const week = await loadWeek(db, { minEngagement, minItems });
  if (isEmptyWeek(week)) return 0;
  const oldest = new Date((at - KEPT_DAYS.engagement * DAY) * 1000).toISOString().slice(0, 10);
  await db.transaction(
    db.insert(weeks).values({ monday, at, week }).onConflictDoNothing(),
    db.delete(weeks).where(lt(weeks.monday, oldest)),
  );
  return 1;
}

/** The weeks that are kept, newest first. Reads one row each. */
export async function loadWeeks(db: Db, limit: number): Promise<KeptWeek[]> {
  const rows = await db.select().from(weeks).orderBy(desc(weeks.monday)).limit(limit);
  return rows.map(({ week, ...row }) => ({ ...row, week: week as Week }));
}

/** A week as feeds and mail say it. */
export const weekItemOf = ({ monday, at, week }: KeptWeek): NewsItem => ({
  title: `The week to ${monday}`,
  page: '/insights/week',
  name: `week/${monday}`,
  at,
  parts: [
    ...Object.entries(headed(week)).map(([heading, topics]) => ({ heading, lines: topics.map(topicLine) })),
    {
      heading: 'Most read',
      lines: week.mostRead.flatMap(({ title, url, source }) =>
        url ? [{ text: title ?? url, href: url, more: source ? `, ${source}` : '' }] : [],
      ),
    },
  ],
});

function topicLine(topic: ChangedTopic): NewsLine {
  const { topicId, name, growthPercent, why, readWith } = topic;
  const change = growthPercent === null ? '' : ` ${formatPercent(growthPercent)}`;
  const beside = readWith.length > 0 ? `; read with ${readWith.map((other) => other.name).join(', ')}` : '';
  return {
    text: name,
    href: `/insights?topic=${topicId}`,
    more: change + (why === null ? '' : `, ${why}`) + beside,
    topic: topicId,
  };
}
