import type { Cell } from '../engagement/cells.ts';
import type { ArticleFacts } from './facts.ts';
import { objectName, SITE } from './site.ts';
import type { TopicWindow } from './topic-window.ts';

type Namespace = DurableObjectNamespace<TopicWindow>;

/** The object of a topic; topic 0 is the whole site. */
export const windowOf = (namespace: Namespace, topicId: number) =>
  namespace.get(namespace.idFromName(objectName(topicId)));

/** From this many objects on, a transaction asks each of them to publish a little later, one after the other: they share one database. */
const MANY = 200;

/** Sends the absolute counts after a transaction to the object of every topic concerned. Rejects if one cannot be reached. */
export async function notifyWindows(
  namespace: Namespace,
  { cells, facts }: { cells: readonly Cell[]; facts: ReadonlyMap<number, ArticleFacts> },
  now: number,
): Promise<void> {
  const byTopic = new Map<number, Cell[]>([[SITE, []]]);
  for (const cell of cells) {
    for (const topicId of [SITE, ...(facts.get(cell.contentId)?.topics ?? [])]) {
      const received = byTopic.get(topicId) ?? [];
      received.push(cell);
      byTopic.set(topicId, received);
    }
  }
  const isOneOfMany = byTopic.size >= MANY;
  await Promise.all(
    Array.from(byTopic).flatMap(([topicId, received]) =>
      received.length > 0 ? [windowOf(namespace, topicId).notify(topicId, received, now, isOneOfMany)] : [],
    ),
  );
}

/** Makes windows reload their aggregates soon, after a change of their articles. */
export async function refreshWindows(namespace: Namespace, topicIds: Iterable<number>): Promise<void> {
  await Promise.all(
    Array.from(new Set([SITE, ...topicIds]), (topicId) => windowOf(namespace, topicId).refreshSoon(topicId)),
  );
}
