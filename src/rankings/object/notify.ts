import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { Cell } from '../../engagement/cells.ts';
import { markWindows } from '../../engagement/mark-windows.ts';
import type { ArticleFacts } from '../facts.ts';
import { objectName, SITE } from '../site.ts';
import type { TopicWindow } from './topic-window.ts';

type Namespace = DurableObjectNamespace<TopicWindow>;

/** The object of a topic; topic 0 is the whole site. */
export const windowOf = (namespace: Namespace, topicId: number) =>
  namespace.get(namespace.idFromName(objectName(topicId)));

/** From this many objects on, a transaction asks each of them to publish a little later, one after the other: they share one database. */
const STAGGER_FROM_OBJECTS = 200;

/** The absolute counts after a transaction, and the facts of the articles. */
interface Counts {
  cells: readonly Cell[];
  facts: ReadonlyMap<number, ArticleFacts>;
}

/**
 * Sends the absolute counts after a transaction to the site's object, which tells those of topics when somebody asks. Rejects if it cannot
 * be reached.
 */
export async function notifySite(namespace: Namespace, { cells, facts }: Counts, now: number): Promise<void> {
  if (cells.length === 0) return;
  const topics = new Map(Array.from(facts, ([id, article]) => [id, article.topics]));
  await windowOf(namespace, SITE).receive([...cells], topics, now);
}

/** Sends the absolute counts after a transaction to the object of every topic concerned. Rejects if one cannot be reached. */
export async function notifyWindows(namespace: Namespace, counts: Counts, now: number): Promise<void> {
  const byTopic = cellsByTopic(counts);
  const isOneOfMany = byTopic.size >= STAGGER_FROM_OBJECTS;
  await Promise.all(
    Array.from(byTopic).flatMap(([topicId, received]) =>
      received.length > 0 ? [windowOf(namespace, topicId).notify(topicId, received, now, isOneOfMany)] : [],
    ),
  );
}

/** Rankings that somebody is about to read: of some topics (0 is the site), of every topic, or all. */
export type Asked = readonly number[] | 'topics' | 'all';

/** Has rankings stored where they say less than has been counted. Resolves when they are. */
export const askWindows = (namespace: Namespace, asked: Asked, now: number): Promise<void> =>
  windowOf(namespace, SITE).ask(asked, now);

/**
 * As `notifyWindows`, for counts that may not come again. Where an object cannot be reached, the rows of all windows concerned are
 * marked, so that the watchdog wakes their objects; and it rejects.
 */
export async function notifyOrMark(db: Db, namespace: Namespace, counts: Counts, now: number): Promise<void> {
  try {
    await notifyWindows(namespace, counts, now);
  } catch (error) {
    const topicIds = JSON.stringify([...cellsByTopic(counts).keys()]);
    await db.run(markWindows(sql`SELECT value FROM json_each(${topicIds})`));
    throw error;
  }
}

/** Cells by the topics of their articles. The site (0) has all. */
function cellsByTopic({ cells, facts }: Counts): Map<number, Cell[]> {
  const byTopic = new Map<number, Cell[]>([[SITE, []]]);
  for (const cell of cells) {
    for (const topicId of [SITE, ...(facts.get(cell.contentId)?.topics ?? [])]) {
      const received = byTopic.get(topicId) ?? [];
      received.push(cell);
      byTopic.set(topicId, received);
    }
  }
  return byTopic;
}

/** Makes windows reload their aggregates soon, after a change of their articles. */
export async function refreshWindows(namespace: Namespace, topicIds: Iterable<number>): Promise<void> {
  await Promise.all(
    Array.from(new Set([SITE, ...topicIds]), (topicId) => windowOf(namespace, topicId).refreshSoon(topicId)),
  );
}
