import { windowsAt } from '../../../../src/engagement/hours.ts';
import type { Partner } from '../partner.ts';

/** Overtaking: an article with known clicks only is a ruler; what it passes has as many. */

/** Entries of a full list. */
const FULL = 50;

/** Articles that nobody else reads: a topic's list of the week that is not full does not have them. */
function silentArticles(partner: Partner): number[] {
  const lists = partner.topics.map((topic) => partner.popular('7d', topic));
  const isMissed = (article: number) => (topic: number) => {
    const list = lists[topic] ?? [];
    return list.length < FULL && !list.includes(article);
  };
  return partner.topicsOf.flatMap((topics, article) => (topics.some(isMissed(article)) ? [article] : []));
}

const HOURS = 23;
/** Looks at the order, clicks, looks again: what was above before and is below after has been passed by this click. */
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

/** What is not listed is below everything that is. */
const place = (list: readonly number[], id: number): number => (list.includes(id) ? list.indexOf(id) : list.length);

/** Clicks a silent article up through the ranking of the last 24 hours, one click and two looks at a time. */
export function overtakeArticles(partner: Partner): void {
  const [ruler] = silentArticles(partner);
  if (ruler === undefined) return;
  const [topic = 0] = partner.topicsOf[ruler] ?? [];
  const lists = () => [partner.popular('24h'), partner.popular('24h', topic)];
  climb(partner, ruler, ruler, lists, (article, own) => {
    const { day } = windowsAt(partner.hour);
    // Ties go by ascending id: a ruler with the lower id passes at the same count, one with the higher needs one more.
    partner.claim(ruler < article ? own : own - 1, { article }, day.from, day.to);
  });
}

/** The same with topics: a low one climbs. What it has by itself is known from a ruler through its articles. */
export function overtakeTopics(partner: Partner): void {
  const alone = (topic: number) => partner.topicsOf.findIndex((topics) => topics.length === 1 && topics[0] === topic);
  const ranked = partner.trending('24h');
  // Best of all is one that nobody reads today; `includeTopics` would place it, too.
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

/** Engagement of a topic of few clicks, by a silent article of another topic that passes each of its articles within an hour. */
function countByRuler(partner: Partner, topic: number): number {
  const ruler = silentArticles(partner).find((article) => !partner.topicsOf[article]?.includes(topic));
  const left = new Set(partner.popular('24h', topic));
  let [total, own] = [0, 0];
  while (ruler !== undefined && left.size > 0 && partner.left > 0) {
    own += partner.click(ruler);
    const list = partner.popular('24h');
    for (const article of left) {
      // An article that the site's list has no place for was passed unseen; it has fewer than the ruler then.
      if (list.includes(ruler) && place(list, ruler) > place(list, article)) continue;
      if (!list.includes(ruler)) continue;
      left.delete(article);
      total += ruler < article ? own : own - 1;
    }
  }
  return total;
}
