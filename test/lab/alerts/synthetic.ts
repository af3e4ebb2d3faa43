import { createRandom } from '../../../src/demo/random.ts';
import { firstOfDay, type Log, type LogClick } from './log.ts';

/** A newsroom in which it is known what stands out. */

const START = 490_848 * 3600;
const HOUR = 3600;
export const DAYS = 18;
const TOPICS = 14;
const READERS = 400;
/** Of the most read topic. */
const CLICKS_AN_HOUR = 4.3;
/** Between the tenth and the eleventh topic. */
const GAP = 0.7;

export interface Happenings {
  /** A topic that is read five times as much from a day on. */
  grows?: { topic: number; from: number };
  /** An article that many read in some hours of a day, each reader once. */
  story?: { article: number; day: number; readers: number };
  /** An article that clicks of one network are sent to. */
  fleet?: { article: number; day: number; clicks: number };
}

export const articleOf = (topic: number, day: number): number => 100 * topic + day;

/** Steady reading of fourteen topics, of which the N-th is read less than the one before, and what happens besides. */
export function syntheticNewsroom(seed: number, { grows, story, fleet }: Happenings): Log {
  const random = createRandom(seed).next;
  const clicks: LogClick[] = [];
  const unsigned = () => ({ network: Math.floor(random() * 16), agent: Math.floor(random() * 16) });
  for (let hour = 0; hour < DAYS * 24; hour++) {
    const day = Math.floor(hour / 24);
    for (let topic = 1; topic <= TOPICS; topic++) {
      const isMore = grows?.topic === topic && day >= grows.from;
      const wanted = CLICKS_AN_HOUR * 0.9 ** topic * (topic > 10 ? GAP : 1) * (isMore ? 5 : 1);
      const count = Math.floor(wanted) + Number(random() < wanted % 1);
      for (let i = 0; i < count; i++) {
        const age = Math.floor(random() ** 2 * Math.min(day + 1, 4));
        clicks.push({
          contentId: articleOf(topic, day - age),
          at: START + hour * HOUR + Math.floor(random() * HOUR),
          reader: `reader ${Math.floor(random() * READERS)}`,
          unsigned: unsigned(),
        });
      }
    }
  }
  const crowd = (article: number, day: number, count: number, one: (i: number) => Partial<LogClick>) => {
    for (let i = 0; i < count; i++) {
      const at = START + day * 24 * HOUR + 8 * HOUR + Math.floor(random() * 8 * HOUR);
      clicks.push({ contentId: article, at, reader: `crowd ${article} ${i}`, unsigned: unsigned(), ...one(i) });
    }
  };
  if (story) crowd(story.article, story.day, story.readers, () => ({}));
  if (fleet) crowd(fleet.article, fleet.day, fleet.clicks, () => ({ unsigned: { network: 3, agent: 5 } }));
  const topics = Array.from({ length: TOPICS }, (_, i) => ({ id: i + 1, name: `Topic ${i + 1}` }));
  const articles = topics.flatMap(({ id }) =>
    Array.from({ length: DAYS }, (_, day) => ({
      ...{ id: articleOf(id, day), publishedAt: START + day * 24 * HOUR, topics: [id], contentType: 'article' },
      ...{ sourceType: null, source: `Source ${(id + day) % 5}`, domain: `${(id + day) % 5}.example` },
      ...{ companies: [], countries: [] },
    })),
  );
  return { topics, articles, titles: new Map(), clicks: firstOfDay(clicks) };
}
