import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Db, PreparedQuery } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { topics, topicWindows } from '../../db/schema.ts';
import { bare, excluded, joined, listed, rendered } from '../../db/sql.ts';
import { lazy } from '../../lib/lazy.ts';
import type { Millis } from '../../lib/time.ts';
import { COUNTERS } from '../math/counters.ts';
import type { TopicRanking } from '../math/rank-topic.ts';
import type { SiteViews, TopicViews } from '../math/ranking-rows.ts';
import { SITE } from '../site.ts';
import type { RecentCells } from './stored-window.ts';

export interface Publication {
  topicId: number;
  version: Millis;
  hour: number;
  /** Value of the row's `stale` column before the counts were loaded. Each change of an article changes this value. */
  stale: number;
  /** Version of the row that this object last loaded or wrote. An older row belongs to a deleted topic with this id. */
  known: Millis;
  ranking: TopicRanking<TopicViews | SiteViews>;
  recent: string | null;
}

const PUBLISHED_COLUMNS = ['hour', 'stale', ...COUNTERS, 'audience', 'views', 'recent'] as const;
const TARGETS = PUBLISHED_COLUMNS.map((name) => topicWindows[name]);
const ROW = { topicId: topicWindows.topicId, version: topicWindows.version, stale: topicWindows.stale };

const writtenRow = z.object({ version: z.int() });

const after = () => joined(TARGETS.map(excluded));
const insert = lazy(() => rendered(sql`INSERT INTO ${topicWindows} (${listed(ROW.topicId, ROW.version, ...TARGETS)})`));
const update = lazy(() =>
  rendered(
    sql`ON CONFLICT (${bare(ROW.topicId)}) DO UPDATE SET ${bare(ROW.version)} = ${excluded(ROW.version)}, (${listed(...TARGETS)}) = (${after()})`,
  ),
);
const differs = lazy(() => rendered(sql`(${joined(TARGETS.map((column) => sql`${column}`))}) IS NOT (${after()})`));

/**
 * Writes a ranking unless the stored row is at least as new or the topic was deleted. Returns the row's version, or
 * `null` if the counts must be reloaded first. (docs/decisions.md#C9)
 */
export async function publish(
  db: Db,
  { topicId, version, known, hour, ranking, stale, recent }: Publication,
): Promise<Millis | null> {
  const { counters, audience, views } = ranking;
  const values = [
    hour,
    0,
    ...COUNTERS.map((name) => counters[name]),
    JSON.stringify(audience),
    JSON.stringify(views),
    recent,
  ];
  const {
    written,
    published: [published],
  } = await db.transaction({
    unlessRestoring,
    written: new PreparedQuery(
      writtenRow,
      sql`${insert()}
    SELECT ${joined([topicId, version, ...values].map((value) => sql`${value}`))}
    WHERE ${topicId} = ${SITE} OR EXISTS (SELECT 1 FROM ${topics} WHERE ${topics.id} = ${topicId})
    ${update()}
    WHERE ${and(gte(ROW.version, known), lt(ROW.version, excluded(ROW.version)), inArray(ROW.stale, [0, stale]))} AND ${differs()}
    RETURNING ${bare(ROW.version)} AS version`,
    ),
    published: db.select({ stale: ROW.stale, version: ROW.version }).from(topicWindows).where(eq(ROW.topicId, topicId)),
  });
  if (!published || written.length > 0) return version;
  const isEqual = published.stale === 0 && published.version >= known && published.version < version;
  return isEqual ? published.version : null;
}

/** Loads version, hour, `stale` value and recent hourly counts of a stored ranking. Reads one row. */
export async function publishedState(db: Db, topicId: number) {
  const { version, hour, stale, recent } = topicWindows;
  const [row] = await db
    .select({ version, hour, stale, recent })
    .from(topicWindows)
    .where(eq(topicWindows.topicId, topicId));
  if (!row) return { version: 0, hour: 0, stale: 0, recent: null };
  // The cast is safe, because only this object writes the column.
  return { ...row, recent: row.recent as RecentCells | null };
}
