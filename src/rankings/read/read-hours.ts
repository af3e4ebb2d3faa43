import { and, eq, lte } from 'drizzle-orm';
import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { articles, topics } from '../../db/schema.ts';
import { hourOf } from '../../engagement/hours.ts';
import { HOUR, type Millis, rfc3339, toSeconds } from '../../lib/time.ts';
import { hourIndex, type Width } from '../math/figures/hour-index.ts';
import { windowOf } from '../object/notify.ts';
import { SITE } from '../site.ts';

export interface HoursQuestion {
  /** The last so many complete hours, at most those of `7d`. */
  hours: number;
  riskManagement: boolean;
  now: Millis;
}

export interface HourCurve {
  width: Width;
  /** `at`: RFC 3339, the beginning of a point. */
  hours: { at: string; index: number | null }[];
}

/**
 * The last hours of the site, a topic or an article, from what the site's object holds; null where there is no such topic, or no such
 * article that is published. Reads one row.
 */
export async function loadHours(
  { db, windows }: { db: Db; windows: Env['TOPIC_WINDOW'] },
  of: { topicId: number } | { contentId: number } | null,
  { hours, riskManagement, now }: HoursQuestion,
): Promise<HourCurve | null> {
  if (of && !(await isKnown(db, of, now))) return null;
  const hour = hourOf(now);
  const asked = [...(of && 'topicId' in of ? [of.topicId] : []), ...(riskManagement ? [RISK_MANAGEMENT_TOPIC] : [])];
  const contentId = of && 'contentId' in of ? of.contentId : null;
  const curve = await windowOf(windows, SITE).curve(SITE, { contentId, topics: asked }, now);
  const engagement = new Map(curve.hours.map((at, i) => [at, curve.engagement[i] ?? 0]));
  const { width, points } = hourIndex((at) => engagement.get(at) ?? 0, curve.first, { hour, length: hours });
  return { width, hours: points.map(({ hour: at, index }) => ({ at: rfc3339(at * HOUR), index })) };
}

async function isKnown(db: Db, of: { topicId: number } | { contentId: number }, now: Millis): Promise<boolean> {
  const rows =
    'topicId' in of
      ? await db.select({ id: topics.id }).from(topics).where(eq(topics.id, of.topicId))
      : await db
          .select({ id: articles.id })
          .from(articles)
          .where(and(eq(articles.id, of.contentId), lte(articles.publishedAt, toSeconds(now))));
  return rows.length > 0;
}
