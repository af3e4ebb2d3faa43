import type { Cell } from '../engagement/cells.ts';
import type { ArticleFacts } from './facts.ts';
import { objectName, SITE } from './site.ts';
import type { TopicWindow } from './topic-window.ts';

type Namespace = DurableObjectNamespace<TopicWindow>;

/** The object of a topic; topic 0 is the whole site. */
export const windowOf = (namespace: Namespace, topicId: number) =>
  namespace.get(namespace.idFromName(objectName(topicId)));

/** Tells every object concerned the absolute counts that a transaction has left. Rejects where one could not be told. */
export async function tellWindows(
  namespace: Namespace,
  { cells, facts }: { cells: readonly Cell[]; facts: ReadonlyMap<number, ArticleFacts> },
  now: number,
): Promise<void> {
  const byTopic = new Map<number, Cell[]>([[SITE, []]]);
  for (const cell of cells) {
    for (const topicId of [SITE, ...(facts.get(cell.contentId)?.topics ?? [])]) {
      const told = byTopic.get(topicId) ?? [];
      told.push(cell);
      byTopic.set(topicId, told);
    }
  }
  await Promise.all(
    Array.from(byTopic).flatMap(([topicId, told]) =>
      told.length > 0 ? [windowOf(namespace, topicId).tell(topicId, told, now)] : [],
    ),
  );
}

/** Lets windows load their aggregates anew soon, after articles of theirs have changed. */
export async function refreshWindows(namespace: Namespace, topicIds: Iterable<number>): Promise<void> {
  await Promise.all(
    Array.from(new Set([SITE, ...topicIds]), (topicId) => windowOf(namespace, topicId).refreshSoon(topicId)),
  );
}
