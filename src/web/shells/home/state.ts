import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { hourOf } from '../../../engagement/hours.ts';

/** How the service is, as far as anybody may know: times and words, no counts. */
export interface ServiceState {
  /** Epoch seconds of the newest article that is shown; null: there is none. */
  newestArticle: number | null;
  /** When readers have clicked last, as exactly as windows know. */
  clicks: 'day' | 'week' | 'none';
  /** `behind`: the windows have not moved on to this hour. */
  rankings: 'current' | 'behind' | 'none';
}

/** Reads two rows: the newest article, and the window of the whole site. `now`: epoch milliseconds. */
export async function readState(db: Db, now: number): Promise<ServiceState> {
  const [[newest], [site]] = await db.together<
    [{ publishedAt: number }[], { hour: number; inDay: number; inWeek: number }[]]
  >(
    sql`SELECT published_at AS publishedAt FROM articles WHERE position < (${Math.floor(now / 1000) + 1} << 30)
      ORDER BY position DESC LIMIT 1`,
    sql`SELECT hour, engagement_24h > 0 AS inDay, engagement_7d > 0 AS inWeek FROM topic_windows WHERE topic_id = 0`,
  );
  return {
    newestArticle: newest?.publishedAt ?? null,
    clicks: site?.inDay ? 'day' : site?.inWeek ? 'week' : 'none',
    rankings: !site?.inWeek ? 'none' : site.hour < hourOf(now) ? 'behind' : 'current',
  };
}
