import { getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { topicWindows } from '../db/schema.ts';
import type { Counters, Ranking, SiteViews, TopicViews } from './ranking.ts';

export interface Publication {
  topicId: number;
  /** Epoch milliseconds of the computation. */
  version: number;
  hour: number;
  /** Of the row, as it was before the aggregates were read. */
  mark?: number;
  ranking: Ranking<TopicViews | SiteViews>;
}

/** Columns that a publication writes, as in `Counters` and beside them. */
const columns = getTableColumns(topicWindows);
const COUNTERS = [
  'clicks24h',
  'clicks24hBroker',
  'clicks24hCarrier',
  'clicks24hRm',
  'clicks7d',
  'clicks7dBroker',
  'clicks7dCarrier',
  'clicks7dRm',
  'previous7d',
  'previous7dRm',
  'items7d',
  'items7dRm',
] as const satisfies readonly (keyof Counters)[];
const NAMES = ['hour', ...COUNTERS, 'views'] as const;
const TARGETS = NAMES.map((name) => columns[name].name);
const list = (prefix: string) => sql.raw(TARGETS.map((name) => prefix + name).join(', '));

/**
 * Writes a window's row: one row written, none where it says the same already or a newer one stands there. False where the
 * row has been marked since `mark` was read: what is to be published may be older than that, and must be loaded anew.
 */
export async function publish(db: Db, { topicId, version, hour, ranking, mark = 0 }: Publication): Promise<boolean> {
  const values = [hour, ...COUNTERS.map((name) => ranking.counters[name]), JSON.stringify(ranking.views)];
  const [, [row]] = await db.together<[never[], { hour: number }[]]>(
    sql`INSERT INTO topic_windows (topic_id, version, ${list('')})
    VALUES (${topicId}, ${version}, ${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )})
    ON CONFLICT (topic_id) DO UPDATE SET version = excluded.version, (${list('')}) = (${list('excluded.')})
    WHERE version < excluded.version AND (topic_windows.hour >= 0 OR topic_windows.hour = ${mark})
      AND (${list('topic_windows.')}) IS NOT (${list('excluded.')})`,
    sql`SELECT hour FROM topic_windows WHERE topic_id = ${topicId}`,
  );
  return (row?.hour ?? 0) >= 0;
}

/** How a window's row stands: the version that is published, 0 for none, and its mark, 0 for none. One row read. */
export async function publishedState(db: Db, topicId: number): Promise<{ version: number; mark: number }> {
  const [row] = await db.all<{ version: number; mark: number }>(
    sql`SELECT version, min(hour, 0) AS mark FROM topic_windows WHERE topic_id = ${topicId}`,
  );
  return row ?? { version: 0, mark: 0 };
}
