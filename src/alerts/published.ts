import { eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { topicWindows } from '../db/schema.ts';
import type { GrowthRow, SiteViews } from '../rankings/math/ranking-rows.ts';
import { selectFirstDays } from '../rankings/object/days/open-topics.ts';
import { counter, everyTopic, TOPIC } from '../rankings/read/read-rankings.ts';
import { SITE } from '../rankings/site.ts';
import { type SiteFigures, TOP, type TopicFigures } from './detect.ts';

export interface PublishedSite extends SiteFigures {
  leader: SiteViews['rising'][number] | null;
  tenth: number | null;
}

export const selectSite = (db: Db) => {
  const { topicId, growthCurrent, growthPrevious, views } = topicWindows;
  return db
    .select({
      current: growthCurrent,
      previous: growthPrevious,
      leader: sql<string | null>`${views} -> '$.rising[0]'`.as('leader'),
      tenth: sql<number | null>`${views} ->> ${`$.items."24h"[${TOP - 1}]`}`.as('tenth'),
    })
    .from(topicWindows)
    .where(eq(topicId, SITE));
};

export function toSite(row: Awaited<ReturnType<typeof selectSite>>[number] | undefined): PublishedSite {
  const { current = 0, previous = 0, leader = null, tenth = null } = row ?? {};
  return { current, previous, leader: leader === null ? null : JSON.parse(leader), tenth };
}

interface TopicRow extends Omit<TopicFigures, 'excluded' | 'interval' | 'confidence' | 'cause' | 'gains'> {
  excluded: number;
  growth: Partial<GrowthRow> | null;
}

/** Loads the figures of all topics. Reads one row per topic. */
export async function readTopics(db: Db): Promise<TopicFigures[]> {
  const { topicId, name, slug } = TOPIC;
  const rows = await everyTopic<TopicRow>(db, {
    topicId,
    name,
    slug,
    excluded: topicWindows.excluded,
    engagement: counter('engagement7d'),
    before: counter('before7d'),
    current: counter('growthCurrent'),
    previous: counter('growthPrevious'),
    items: counter('growthItems'),
    growth: sql`${topicWindows.views} -> '$.growth.all'`,
  });
  return rows.map(({ excluded, growth, ...topic }) => {
    const { interval = null, confidence = 'low', cause = null, gains = [] } = growth ?? {};
    return { ...topic, excluded: excluded === 1, interval, confidence, cause, gains };
  });
}

/** Returns the first day for which engagement is known (in days since the epoch), or `null`. Reads one row. */
export async function readFirstDay(db: Db): Promise<number | null> {
  const { sealed, open } = selectFirstDays(db, { from: 0, to: Number.MAX_SAFE_INTEGER / 16 });
  const [first] = await sealed;
  return first?.day ?? (await open)[0]?.day ?? null;
}
