import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { ClickCell } from '../../engagement/cells.ts';
import { markWindows } from '../../engagement/mark-windows.ts';
import type { ArticleFacts } from '../facts.ts';
import { SITE } from '../site.ts';
import { siteCoordinator, topicWindow, type WindowObjects } from './stubs.ts';

type SiteObject = Pick<Env, 'SITE_COORDINATOR'>;

/** Number of notified objects above which publications are staggered, because all objects share one database. */
const STAGGER_FROM_OBJECTS = 200;

/** Total click counts after a transaction, with the facts of the clicked articles. */
interface Counts {
  cells: readonly ClickCell[];
  facts: ReadonlyMap<number, ArticleFacts>;
}

/** Sends counts to the site object. Topics get the counts when readers request them. Rejects if the call fails. */
export async function notifySite(env: SiteObject, { cells, facts }: Counts, now: number): Promise<void> {
  if (cells.length === 0) return;
  const topics = new Map(Array.from(facts, ([id, article]) => [id, article.topics]));
  await siteCoordinator(env).receive([...cells], topics, now);
}

/** Sends counts to the site object and to the objects of all affected topics. Rejects if a call fails. */
export async function notifyWindows(env: WindowObjects, counts: Counts, now: number): Promise<void> {
  if (counts.cells.length === 0) return;
  const byTopic = cellsByTopic(counts);
  const isOneOfMany = byTopic.size + 1 >= STAGGER_FROM_OBJECTS;
  await Promise.all([
    siteCoordinator(env).notify([...counts.cells], now, isOneOfMany),
    ...Array.from(byTopic, ([topicId, cells]) => topicWindow(env, topicId).notify(topicId, cells, now, isOneOfMany)),
  ]);
}

/** Rankings that a request reads: those of listed topics (0: site), of all topics, or of all topics and the site. */
export type WindowSelection = readonly number[] | 'topics' | 'all';

/** Updates outdated rankings before a read. Resolves when each ranking is stored or will be stored soon. */
export const askWindows = (env: SiteObject, selection: WindowSelection, now: number): Promise<void> =>
  siteCoordinator(env).ask(selection, now);

/** Sends counts without retries. If an object is unreachable, marks all affected rankings as outdated and rejects. */
export async function notifyOrMark(db: Db, env: WindowObjects, counts: Counts, now: number): Promise<void> {
  try {
    await notifyWindows(env, counts, now);
  } catch (error) {
    const topicIds = JSON.stringify([SITE, ...cellsByTopic(counts).keys()]);
    await db.run(markWindows(sql`SELECT value FROM json_each(${topicIds})`));
    throw error;
  }
}

function cellsByTopic({ cells, facts }: Counts): Map<number, ClickCell[]> {
  const byTopic = new Map<number, ClickCell[]>();
  for (const cell of cells) {
    for (const topicId of facts.get(cell.contentId)?.topics ?? []) {
      const received = byTopic.get(topicId) ?? [];
      received.push(cell);
      byTopic.set(topicId, received);
    }
  }
  return byTopic;
}

/** Makes the site and the given topics reload their click counts after articles have changed. */
export async function refreshWindows(env: WindowObjects, changedIds: Iterable<number>): Promise<void> {
  // `changedIds` may also contain the id of the site.
  const topicIds = Array.from(new Set(changedIds)).filter((id) => id !== SITE);
  await Promise.all([
    siteCoordinator(env).refreshSoon(),
    ...topicIds.map((topicId) => topicWindow(env, topicId).refreshSoon(topicId)),
  ]);
}
