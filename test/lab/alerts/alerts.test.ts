import { expect, test } from 'vitest';
import { byKind, KINDS } from '../../../src/db/click-columns.ts';
import { createRandom } from '../../../src/demo/random.ts';
import { firstOfDay, type Log, type LogClick, observe, replay } from './observe.ts';

/** A newsroom in which it is known what stands out. */

const START = 490_848 * 3600;
const HOUR = 3600;
const DAYS = 18;
const TOPICS = 14;
const READERS = 400;
/** Of the most read topic. */
const CLICKS_AN_HOUR = 4.3;
/** Between the tenth and the eleventh topic. */
const GAP = 0.7;

interface Happenings {
  /** A topic that is read five times as much from a day on. */
  grows?: { topic: number; from: number };
  /** An article that many read in some hours of a day, each reader once. */
  story?: { article: number; day: number; readers: number };
  /** An article that clicks of one network are sent to. */
  fleet?: { article: number; day: number; clicks: number };
}

const articleOf = (topic: number, day: number): number => 100 * topic + day;

/** Steady reading of fourteen topics, of which the N-th is read less than the one before, and what happens besides. */
function syntheticNewsroom(seed: number, { grows, story, fleet }: Happenings): Log {
  const random = createRandom(seed).next;
  const clicks: LogClick[] = [];
  const unsigned = () => byKind((kind) => Math.floor(random() * KINDS[kind]));
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
  if (fleet) crowd(fleet.article, fleet.day, fleet.clicks, () => ({ unsigned: { network: 3, prefix: 4, browser: 5 } }));
  const topics = Array.from({ length: TOPICS }, (_, i) => ({ id: i + 1, name: `Topic ${i + 1}` }));
  const articles = topics.flatMap(({ id }) =>
    Array.from({ length: DAYS }, (_, day) => ({
      ...{ id: articleOf(id, day), publishedAt: START + day * 24 * HOUR, topics: [id], contentType: 'article' },
      ...{ sourceType: null, source: `Source ${(id + day) % 5}`, domain: `${(id + day) % 5}.example` },
      ...{ companies: [], countries: [], authors: [], section: null },
    })),
  );
  return { topics, articles, titles: new Map(), clicks: firstOfDay(clicks) };
}

/** Hours between two evaluations: enough for what happens here; one a day would not see the story. */
const STEP = 12;
/** Hours of which nothing is asked: what is read first leads by chance. */
const BEGINNING = 48;

/** What alerts a newsroom raises, as `type topic day`; days count from the first click. */
const alertsOf = (happenings: Happenings) => {
  const hours = [...observe(syntheticNewsroom(1, happenings), 'salt', STEP)];
  const start = hours[0]?.figures.hour ?? 0;
  return replay(hours.slice(BEGINNING / STEP)).map(({ type, topicId, contentId, at }) => ({
    what: `${type} ${contentId ?? topicId}`,
    day: (at / 3600 - start) / 24,
  }));
};
const whats = (alerts: ReturnType<typeof alertsOf>) => alerts.map(({ what }) => what);

test('a story that a crowd reads is reported on that day, and a topic that is read five times as much as growing and as one of the ten, as is the one it displaces', () => {
  const article = articleOf(9, 10);
  const alerts = alertsOf({ grows: { topic: 13, from: 14 }, story: { article, day: 10, readers: 150 } });
  const stories = alerts.filter(({ what }) => what.startsWith('article.'));
  expect(stories.filter(({ what }) => what === `article.rising ${article}`)).toHaveLength(1);
  expect(Math.floor(stories[0]?.day ?? 0)).toBe(10);
  const ofTopics = alerts.filter(({ day }) => day > 12);
  expect(whats(ofTopics)).toContain('topic.grows 13');
  expect(whats(ofTopics)).toContain('topic.entered_top_ten 13');
  expect(whats(ofTopics).filter((what) => !/ (13|10|11|12)$/.test(what))).toEqual([]);
  for (const { day } of ofTopics) expect(day).toBeGreaterThan(14);
});

test('steady reading raises nothing, and the same crowd from one network and one browser neither', () => {
  const fleet = { article: articleOf(13, 15), day: 15, clicks: 400 };
  expect(alertsOf({ fleet })).toEqual([]);
});
