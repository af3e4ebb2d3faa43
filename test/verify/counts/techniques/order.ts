import { windowsAt } from '../../../../src/engagement/hours.ts';
import type { Partner } from '../partner.ts';

/**
 * An article with only the partner's clicks serves as a ruler, because its count equals that of each entry that it
 * passes.
 */

const FULL = 50;

/** An article that is missing from a topic's weekly list has no other readers, unless the list is full. */
function silentArticles(partner: Partner): number[] {
  const lists = partner.topics.map((topic) => partner.popular('7d', topic));
  const isMissed = (article: number) => (topic: number) => {
    const list = lists[topic] ?? [];
    return list.length < FULL && !list.includes(article);
  };
  return partner.topicsOf.flatMap((topics, article) => (topics.some(isMissed(article)) ? [article] : []));
}

const HOURS = 23;
/** An article that moves from above the ruler to below it was overtaken by this click. */
function climb(
  partner: Partner,
  ruler: number,
  article: number,
  lists: () => number[][],
  passed: (id: number, own: number) => void,
) {
  const above = () => new Map(lists().flatMap((list) => list.map((id, i) => [id, i < place(list, ruler)] as const)));
  const known = new Set<number>([ruler]);
  let own = 0;
  for (let hour = 0; hour < HOURS; hour++) {
    while (partner.left > 0) {
      const before = above();
      own += partner.click(article);
      for (const [id, isAbove] of above()) {
        if (isAbove || !before.get(id) || known.has(id)) continue;
        known.add(id);
        passed(id, own);
      }
      partner.wait(1 / 400);
    }
    partner.next();
  }
}

/** Position in a list. Unlisted articles rank below all listed ones. */
const place = (list: readonly number[], id: number): number => (list.includes(id) ? list.indexOf(id) : list.length);

export function overtakeArticles(partner: Partner): void {
  const [ruler] = silentArticles(partner);
  if (ruler === undefined) return;
  const [topic = 0] = partner.topicsOf[ruler] ?? [];
  const lists = () => [partner.popular('24h'), partner.popular('24h', topic)];
  climb(partner, ruler, ruler, lists, (article, own) => {
    const { day } = windowsAt(partner.hour);
    // Ties are in ascending order of id, so a ruler with a higher id needs one more click to pass.
    partner.claim(ruler < article ? own : own - 1, { article }, day.from, day.to);
  });
}

/** Overtakes topics with a topic of low rank. A ruler among its articles reveals the topic's initial count. */
export function overtakeTopics(partner: Partner): void {
  const alone = (topic: number) => partner.topicsOf.findIndex((topics) => topics.length === 1 && topics[0] === topic);
  const ranked = partner.trending('24h');
  // Prefers a topic without reads today, because `includeTopics` would list it, too.
  const ruler = [...ranked, ...partner.topics.filter((topic) => !ranked.includes(topic))].findLast(
    (topic) => alone(topic) >= 0,
  );
  if (ruler === undefined) return;
  const first = countByRuler(partner, ruler);
  climb(
    partner,
    ruler,
    alone(ruler),
    () => [partner.trending('24h')],
    (topic, own) => {
      const { day } = windowsAt(partner.hour);
      partner.claim(ruler < topic ? first + own : first + own - 1, { topic }, day.from, day.to);
    },
  );
}

/**
 * Counts the engagement of a topic with few clicks. An article of another topic, without readers, passes each of its
 * articles.
 */
function countByRuler(partner: Partner, topic: number): number {
  const ruler = silentArticles(partner).find((article) => !partner.topicsOf[article]?.includes(topic));
  const left = new Set(partner.popular('24h', topic));
  let [total, own] = [0, 0];
  while (ruler !== undefined && left.size > 0 && partner.left > 0) {
    own += partner.click(ruler);
    const list = partner.popular('24h');
    for (const article of left) {
      // An article outside a full list has fewer clicks than the listed ruler, so it counts as overtaken.
      if (list.includes(ruler) && place(list, ruler) > place(list, article)) continue;
      if (!list.includes(ruler)) continue;
      left.delete(article);
      total += ruler < article ? own : own - 1;
    }
  }
  return total;
}
