import { getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { topics, topicWindows } from '../db/schema.ts';
import type { Counters } from './counters.ts';
import type { Ranking } from './rank-topic.ts';
import { SITE } from './site.ts';
import type { RecentCells } from './stored-window.ts';
import type { SiteViews, TopicViews } from './views.ts';

export interface Publication {
  topicId: number;
  /** Epoch milliseconds of the computation. */
  version: number;
  hour: number;
  /** Mark of the row as it was before the aggregates were read. */
  stale: number;
  ranking: Ranking<TopicViews | SiteViews>;
  /** JSON of `RecentCells`; null where that is too much. */
  recent: string | null;
}

/** Columns that a publication writes, as in `Counters` and beside them. */
const columns = getTableColumns(topicWindows);
const COUNTERS = [
  'engagement24h',
  'engagement24hBroker',
  'engagement24hCarrier',
  'engagement24hRm',
  'engagement7d',
  'engagement7dBroker',
  'engagement7dCarrier',
  'engagement7dRm',
  'before24h',
  'before24hBroker',
  'before24hCarrier',
  'before24hRm',
  'before7d',
  'before7dBroker',
  'before7dCarrier',
  'before7dRm',
  'growthCurrent',
  'growthCurrentRm',
  'growthPrevious',
  'growthPreviousRm',
  'growthItems',
  'growthItemsRm',
  'growthItemsBefore',
  'growthItemsBeforeRm',
] as const satisfies readonly (keyof Counters)[];
const NAMES = ['hour', 'stale', ...COUNTERS, 'audience', 'views', 'recent'] as const;
const TARGETS = NAMES.map((name) => columns[name].name);
const list = (prefix: string) => sql.raw(TARGETS.map((name) => prefix + name).join(', '));

/**
 * Writes a window's row: one row written, none where it says the same already, a newer one is there or the topic is gone. False
 * where the row has been marked since `stale` was read: what is to be published may be older than that, and must be loaded again.
 */
export async function publish(
  db: Db,
  { topicId, version, hour, ranking, stale, recent }: Publication,
): Promise<boolean> {
  const { counters, audience, views } = ranking;
  const values = [
    hour,
    0,
    ...COUNTERS.map((name) => counters[name]),
    JSON.stringify(audience),
    JSON.stringify(views),
    recent,
  ];
  const [, [row]] = await db.together<[never[], { stale: number }[]]>(
    sql`INSERT INTO ${topicWindows} (topic_id, version, ${list('')})
    SELECT ${topicId}, ${version}, ${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )} WHERE ${topicId} = ${SITE} OR EXISTS (SELECT 1 FROM ${topics} WHERE id = ${topicId})
    ON CONFLICT (topic_id) DO UPDATE SET version = excluded.version, (${list('')}) = (${list('excluded.')})
    WHERE version < excluded.version AND topic_windows.stale IN (0, ${stale})
      AND (${list('topic_windows.')}) IS NOT (${list('excluded.')})`,
    sql`SELECT stale FROM ${topicWindows} WHERE topic_id = ${topicId}`,
  );
  return (row?.stale ?? 0) === 0;
}

/** What is published: the version (0: nothing), the mark (0: none), and the cells that lie over the packed ones. */
export interface PublishedState {
  version: number;
  stale: number;
  recent: RecentCells | null;
}

/** One row read. */
export async function publishedState(db: Db, topicId: number): Promise<PublishedState> {
  const [row] = await db.all<{ version: number; stale: number; recent: string | null }>(
    sql`SELECT version, stale, recent FROM ${topicWindows} WHERE topic_id = ${topicId}`,
  );
  if (!row) return { version: 0, stale: 0, recent: null };
  return { ...row, recent: row.recent === null ? null : JSON.parse(row.recent) };
}
