import { desc, eq, gt, sql } from 'drizzle-orm';
import { firstFrom } from '../../../content/position-sql.ts';
import type { Db } from '../../../db/client.ts';
import { articles, topicWindows } from '../../../db/schema.ts';
import { utcHourIndex } from '../../../engagement/hours.ts';
import { type Millis, type Seconds, toSeconds } from '../../../lib/time.ts';
import { SITE } from '../../../rankings/site.ts';

export interface ServiceState {
  newestArticle: Seconds | null;
  clicks: 'day' | 'week' | 'none';
  /** State of the rankings: `behind` if they do not yet include the current hour. */
  rankings: 'current' | 'behind' | 'none';
}

/** Reads the service's state from two rows: the newest article and the site's rankings. */
export async function readState(db: Db, now: Millis): Promise<ServiceState> {
  const { hour, engagement24h, engagement7d } = topicWindows;
  const {
    newest: [newest],
    site: [site],
  } = await db.transaction({
    newest: db
      .select({ publishedAt: articles.publishedAt })
      .from(articles)
      .where(sql`${articles.position} < ${firstFrom(toSeconds(now) + 1)}`)
      .orderBy(desc(articles.position))
      .limit(1),
    site: db
      .select({
        hour,
        inDay: sql<number>`${gt(engagement24h, 0)}`.as('in_day'),
        inWeek: sql<number>`${gt(engagement7d, 0)}`.as('in_week'),
      })
      .from(topicWindows)
      .where(eq(topicWindows.topicId, SITE)),
  });
  return {
    newestArticle: newest?.publishedAt ?? null,
    clicks: site?.inDay ? 'day' : site?.inWeek ? 'week' : 'none',
    rankings: !site?.inWeek ? 'none' : site.hour < utcHourIndex(now) ? 'behind' : 'current',
  };
}
