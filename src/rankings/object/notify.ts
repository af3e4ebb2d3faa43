import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { ClickCell } from '../../engagement/cells.ts';
import { markWindows } from '../../engagement/mark-windows.ts';
import type { ArticleFacts } from '../facts.ts';
import { objectName, SITE } from '../site.ts';
import type { TopicWindow } from './topic-window.ts';

type Namespace = DurableObjectNamespace<TopicWindow>;

/** Returns the Durable Object of a topic. Topic 0 is the site. */
export const windowOf = (namespace: Namespace, topicId: number) =>
  namespace.get(namespace.idFromName(objectName(topicId)));

/** Objects notified at once, above which publications are staggered, because all objects share one database. */
const STAGGER_FROM_OBJECTS = 200;

/** Absolute counts after a transaction, with the facts of their articles. */
interface Counts {
  cells: readonly ClickCell[];
  facts: ReadonlyMap<number, ArticleFacts>;
}

/** Sends counts to the site object, which forwards them on request. Rejects if the site object is unreachable. */
export async function notifySite(namespace: Namespace, { cells, facts }: Counts, now: number): Promise<void> {
  if (cells.length === 0) return;
  const topics = new Map(Array.from(facts, ([id, article]) => [id, article.topics]));
  await windowOf(namespace, SITE).receive([...cells], topics, now);
}

/** Sends counts to the object of every affected topic. Rejects if an object is unreachable. */
export async function notifyWindows(namespace: Namespace, counts: Counts, now: number): Promise<void> {
  const byTopic = cellsByTopic(counts);
  const isOneOfMany = byTopic.size >= STAGGER_FROM_OBJECTS;
  await Promise.all(
    Array.from(byTopic).flatMap(([topicId, received]) =>
      received.length > 0 ? [windowOf(namespace, topicId).notify(topicId, received, now, isOneOfMany)] : [],
    ),
  );
}

/** Rankings that a request will read: some topics (0 is the site), every topic, or topics and site. */
export type WindowSelection = readonly number[] | 'topics' | 'all';

/** Makes objects update outdated rankings. Resolves once each ranking is stored or its publication is scheduled. */
export const askWindows = (namespace: Namespace, asked: WindowSelection, now: number): Promise<void> =>
  windowOf(namespace, SITE).ask(asked, now);

/** Sends counts once. If an object is unreachable, marks all affected windows for the watchdog, then rejects. */
export async function notifyOrMark(db: Db, namespace: Namespace, counts: Counts, now: number): Promise<void> {
  try {
    await notifyWindows(namespace, counts, now);
  } catch (error) {
    const topicIds = JSON.stringify([...cellsByTopic(counts).keys()]);
    await db.run(markWindows(sql`SELECT value FROM json_each(${topicIds})`));
    throw error;
  }
}

function cellsByTopic({ cells, facts }: Counts): Map<number, ClickCell[]> {
  const byTopic = new Map<number, ClickCell[]>([[SITE, []]]);
  for (const cell of cells) {
    for (const topicId of [SITE, ...(facts.get(cell.contentId)?.topics ?? [])]) {
      const received = byTopic.get(topicId) ?? [];
      received.push(cell);
      byTopic.set(topicId, received);
    }
  }
  return byTopic;
}

/** Makes windows reload their aggregates after articles changed. */
export async function refreshWindows(namespace: Namespace, topicIds: Iterable<number>): Promise<void> {
  await Promise.all(
    Array.from(new Set([SITE, ...topicIds]), (topicId) => windowOf(namespace, topicId).refreshSoon(topicId)),
  );
}
