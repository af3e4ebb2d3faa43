import { getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { topicWindows } from '../db/schema.ts';
import type { Counters, Ranking, SiteViews, TopicViews } from './ranking.ts';

export interface Publication {
  topicId: number;
  /** Epoch milliseconds of the computation. */
  version: number;
  hour: number;
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

/** Writes a window's row: one row written, none where it says the same already or an newer one stands there. */
export async function publish(db: Db, { topicId, version, hour, ranking }: Publication): Promise<void> {
  const values = [hour, ...COUNTERS.map((name) => ranking.counters[name]), JSON.stringify(ranking.views)];
  await db.run(sql`INSERT INTO topic_windows (topic_id, version, ${list('')})
    VALUES (${topicId}, ${version}, ${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )})
    ON CONFLICT (topic_id) DO UPDATE SET version = excluded.version, (${list('')}) = (${list('excluded.')})
    WHERE version < excluded.version AND (${list('topic_windows.')}) IS NOT (${list('excluded.')})`);
}

/** The version of a window's row; 0 where nothing has been published. One row read. */
export async function publishedVersion(db: Db, topicId: number): Promise<number> {
  const [row] = await db.all<{ version: number }>(sql`SELECT version FROM topic_windows WHERE topic_id = ${topicId}`);
  return row?.version ?? 0;
}
