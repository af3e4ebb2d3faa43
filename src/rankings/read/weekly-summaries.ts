import { and, desc, eq, lt } from 'drizzle-orm';
import { publishedAmong } from '../../content/articles/published.ts';
import type { Db } from '../../db/client.ts';
import { RETENTION_DAYS } from '../../db/retention-days.ts';
import { computedDays, weeks } from '../../db/schema.ts';
import { type TrustedTime, trustedTime } from '../../db/trusted-time.ts';
import type { NewsItem, NewsLine } from '../../delivery/feed.ts';
import { dayIndex, firstHourOf } from '../../engagement/days.ts';
import { formatPercent, formatRange } from '../../lib/percent.ts';
import { DAY, DAY_MS, dayIn, type Millis, type Seconds, toSeconds, utcDay } from '../../lib/time.ts';
import { groupByHeading } from '../math/figures/change-headings.ts';
import { selectFirstDays } from '../object/days/open-topics.ts';
import type { DayRange } from './range-sums.ts';
import type { ContentItem } from './read-rankings.ts';
import { type ChangedTopic, isEmptyWeek, loadWeek, loadWeekOf, type Week } from './read-week.ts';

/** Stores a summary of each week for feeds and emails. The weekly email is sent once the summary is stored. */

const WEEK_HOURS = 7 * 24;

type WeekRow = typeof weeks.$inferSelect;

export interface StoredWeek {
  /** Monday that follows the week, in the publisher's time zone and in `YYYY-MM-DD` format. */
  monday: string;
  at: Seconds;
  week: Week;
}

/** Returns the latest Monday in a time zone, in `YYYY-MM-DD` format. */
export function mondayOf(now: number, zone: string): string {
  const today = Date.parse(dayIn(zone, now)) / 1000;
  const sinceMonday = (new Date(today * 1000).getUTCDay() + 6) % 7;
  return utcDay(today - sinceMonday * DAY);
}

/**
 * Stores the week before the latest Monday and returns 1, or returns 0 if nothing is stored. If it is stored later than
 * on Monday, or if the clocks changed, it is summed from complete days.
 */
export async function storeWeek(
  db: Db,
  { now, zone, minEngagement, minItems }: { now: Millis; zone: string; minEngagement: number; minItems: number },
): Promise<number> {
  // A stored week is never corrected. The end of a week must therefore not depend on an untrusted clock.
  if ((await trustedTime(db, now)) === null) return 0;
  const at = toSeconds(now);
  const monday = mondayOf(at, zone);
  const to = Date.parse(monday) / DAY_MS;
  const isKnown = db.select({ monday: weeks.monday }).from(weeks).where(eq(weeks.monday, monday));
  if ((await isKnown).length > 0) return 0;
  const isByDay = dayIn(zone, at) !== monday || !hasUsualHours(to, zone);
  if (isByDay && !(await isComputed(db, { from: to - 7, to }, dayIndex(now, zone)))) return 0;
  const week = await (isByDay
    ? loadWeekOf(db, { minEngagement, minItems, range: { from: to - 7, to }, now: at })
    : loadWeek(db, { minEngagement, minItems }));
  if (isEmptyWeek(week)) return 0;
  await db
    .insert(weeks)
    .values({ monday, at, week: isByDay ? { ...week, isPast: true } : week })
    .onConflictDoNothing();
  return 1;
}

/** Returns true if the two weeks before a day have 168 hours each, as in growth. */
const hasUsualHours = (to: number, zone: string): boolean =>
  [to - 7, to].every((day) => firstHourOf(day, zone) - firstHourOf(day - 7, zone) === WEEK_HOURS);

export const forgetWeeks = (db: Db, now: TrustedTime) =>
  db.delete(weeks).where(lt(weeks.monday, utcDay(toSeconds(now) - RETENTION_DAYS.engagement * DAY)));

async function isComputed(db: Db, range: DayRange, today: number): Promise<boolean> {
  const { computed, sealed, open } = await db.transaction({
    computed: db
      .select({ id: computedDays.id })
      .from(computedDays)
      .where(and(eq(computedDays.state, 'complete'), eq(computedDays.until, today))),
    ...selectFirstDays(db, range),
  });
  return computed.length > 0 && sealed.length + open.length > 0;
}

/** Loads the latest weeks without articles that no longer exist. Reads one row per week and two per named article. */
export const loadWeeks = async (db: Db, limit: number, now: Seconds): Promise<StoredWeek[]> =>
  withPublishedArticles(db, await db.select().from(weeks).orderBy(desc(weeks.monday)).limit(limit), now);

/** Removes deleted and unpublished articles from the weeks, together with causes that name these articles. */
export async function withPublishedArticles(db: Db, rows: readonly WeekRow[], now: Seconds): Promise<StoredWeek[]> {
  const parsed = rows.map(({ week, ...row }) => ({ ...row, week: week as Week }));
  const changed = ({ rose, fell, isNew }: Week) => [...rose, ...fell, ...isNew].flatMap(articlesOf);
  const named = parsed.flatMap(({ week }) => [...week.mostRead, ...changed(week)].map(({ contentId }) => contentId));
  const published = await publishedAmong(db, named, now);
  const isPublished = ({ contentId }: ContentItem) => published.has(contentId);
  const withPublishedCause = (topic: ChangedTopic) =>
    articlesOf(topic).every(isPublished) ? topic : { ...topic, cause: null, why: null };
  return parsed.map(({ week, ...row }) => ({
    ...row,
    week: {
      ...week,
      rose: week.rose.map(withPublishedCause),
      fell: week.fell.map(withPublishedCause),
      isNew: week.isNew.map(withPublishedCause),
      mostRead: week.mostRead.filter(isPublished),
    },
  }));
}

const articlesOf = ({ cause }: ChangedTopic): ContentItem[] => cause?.articles ?? [];

/** Returns the strongest changes of a week as a sentence: `Marine Cargo +290%, Aviation −64%: your week to 22 Nov`. */
export function weekFinding({ monday, week }: StoredWeek): string {
  const { Rose, Fell, New } = groupByHeading(week, week.isPast);
  const changes = [Rose[0], Fell[0]].flatMap((topic) =>
    typeof topic?.growthPercent === 'number' ? `${topic.name} ${formatPercent(topic.growthPercent)}` : [],
  );
  const finding = changes.length > 0 ? changes.join(', ') : New[0] ? `${New[0].name} is new` : '';
  const sunday = DAY_AND_MONTH.format(Date.parse(monday) - DAY_MS);
  return finding ? `${finding}: your week to ${sunday}` : `Your week to ${sunday}`;
}

const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const weekItemOf = ({ monday, at, week }: StoredWeek): NewsItem => ({
  title: `The week to ${monday}`,
  page: '/insights/week',
  name: `week/${monday}`,
  at,
  parts: [
    ...Object.entries(groupByHeading(week, week.isPast)).map(([heading, topics]) => ({
      heading,
      lines: topics.map(topicLine),
    })),
    {
      heading: 'Most read',
      lines: week.mostRead.flatMap(({ title, url, source }) =>
        url ? [{ text: title ?? url, href: url, more: source ? `, ${source}` : '' }] : [],
      ),
    },
  ],
});

function topicLine(topic: ChangedTopic): NewsLine {
  const { topicId, name, growthPercent, interval, why, readWith } = topic;
  const range = interval ? ` (${formatRange(interval)})` : '';
  const change = growthPercent === null ? '' : ` ${formatPercent(growthPercent)}${range}`;
  const beside = readWith.length > 0 ? `; read with ${readWith.map((other) => other.name).join(', ')}` : '';
  return {
    text: name,
    href: `/insights?topic=${topicId}`,
    more: change + (why === null ? '' : `, ${why}`) + beside,
    topic: topicId,
  };
}
