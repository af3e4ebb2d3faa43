import { expect, test } from 'vitest';
import { observe } from './observe.ts';
import { replay } from './replay.ts';
import { articleOf, type Happenings, syntheticNewsroom } from './synthetic.ts';

/** Hours between two evaluations: enough for what happens here. */
const STEP = 6;
/** Hours of which nothing is asked: what is read first leads by chance. */
const BEGINNING = 48;

/** What alarms a newsroom raises, as `type topic day`; days count from the first click. */
const alarmsOf = (happenings: Happenings, seed = 1) => {
  const hours = [...observe(syntheticNewsroom(seed, happenings), 'salt', STEP)];
  const start = hours[0]?.figures.hour ?? 0;
  return replay(hours.slice(BEGINNING / STEP)).map(({ type, topicId, contentId, at }) => ({
    what: `${type} ${contentId ?? topicId}`,
    day: (at / 3600 - start) / 24,
  }));
};
const whats = (alarms: ReturnType<typeof alarmsOf>) => alarms.map(({ what }) => what);

test('a steady newsroom raises nothing', () => {
  expect(alarmsOf({})).toEqual([]);
});

test('a topic that is read five times as much is reported as growing and as one of the ten, and so is the one it displaces', () => {
  const alarms = alarmsOf({ grows: { topic: 13, from: 14 } });
  expect(whats(alarms)).toContain('topic.grows 13');
  expect(whats(alarms)).toContain('topic.entered_top_ten 13');
  expect(whats(alarms).filter((what) => !/ (13|10|11|12)$/.test(what))).toEqual([]);
  for (const { day } of alarms) expect(day).toBeGreaterThan(14);
});

test('a story that a crowd reads is reported on that day', () => {
  const article = articleOf(9, 10);
  const alarms = alarmsOf({ story: { article, day: 10, readers: 150 } });
  expect(alarms.filter(({ what }) => what === `story.rises ${article}`)).toHaveLength(1);
  const [story] = alarms.filter(({ what }) => what.startsWith('story'));
  expect(Math.floor(story?.day ?? 0)).toBe(10);
});

test('the same crowd from one network and one browser raises nothing', () => {
  expect(alarmsOf({ fleet: { article: articleOf(13, 15), day: 15, clicks: 400 } })).toEqual([]);
});
