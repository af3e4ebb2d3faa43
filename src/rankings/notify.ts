import { type ArticleFacts, AUDIENCES, type HourTotal } from '../engagement/window.ts';
import { SITE } from './load.ts';
import type { Told, TopicWindow } from './topic-window.ts';

type Namespace = DurableObjectNamespace<TopicWindow>;

/** The object of a topic; topic 0 is the whole site. */
export const windowOf = (namespace: Namespace, topicId: number) =>
  namespace.get(namespace.idFromName(`topic:${topicId}`));

/** Tells every object concerned the absolute totals that a transaction has left. Rejects where one could not be told. */
export async function tellWindows(
  namespace: Namespace,
  { totals, facts }: { totals: readonly HourTotal[]; facts: ReadonlyMap<number, ArticleFacts> },
  now: number,
): Promise<void> {
  const byTopic = new Map<number, Told[]>([[SITE, []]]);
  for (const total of totals) {
    const article = facts.get(total.contentId);
    if (!article) continue;
    byTopic.get(SITE)?.push({ total, facts: article });
    // Topics rank by audience only; what they do not need does not travel.
    const audiences = { ...total, counts: total.counts.slice(0, AUDIENCES) };
    for (const topicId of article.topics)
      byTopic.set(topicId, [...(byTopic.get(topicId) ?? []), { total: audiences, facts: article }]);
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
