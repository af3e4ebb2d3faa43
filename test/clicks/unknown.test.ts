import { createMessageBatch, env } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import { consumeClicks } from '../../src/clicks/consume/consumer.ts';
import { replayDeadLetters, storeDeadLetters } from '../../src/clicks/consume/dead-letters.ts';
import { countUnknown, forgetUnknown, OTHERS_ID } from '../../src/clicks/consume/unknown-articles.ts';
import { saveArticles } from '../../src/content/articles/articles.ts';
import { clickOutcomes, unknownClicks } from '../../src/db/schema.ts';
import { assumeTrusted } from '../../src/db/trusted-time.ts';
import { partitionOf } from '../../src/engagement/partitions.ts';
import { openTestDb } from '../support/index.ts';
import { article, clickedArticles, emptyNewsroom, importAgo, message, rows } from './support.ts';

const HOUR = 3_600_000;
const now = Date.UTC(2034, 6, 1, 12, 30);
const hour = Math.floor(now / HOUR);
const db = openTestDb();

const counters = () => db.select().from(unknownClicks).orderBy(unknownClicks.contentId);
const clicks = (ids: Iterable<number>, at = hour) => Array.from(ids, (contentId) => ({ contentId, hour: at }));
const range = (from: number, length: number) => Array.from({ length }, (_, i) => from + i);

beforeEach(async () => {
  await emptyNewsroom();
  await db.delete(unknownClicks);
});

test('clicks on unknown articles are counted by id and leave no dead letters', async () => {
  await clickedArticles();
  const bodies = [
    message(1, now, 'a'.repeat(32)),
    message(98, now),
    message(99, now),
    message(99, now, 'b'.repeat(32)),
  ];
  const messages = bodies.map((body, i) => ({ id: `m${i}`, timestamp: new Date(now), body, attempts: 1 }));
  await consumeClicks(createMessageBatch('newsgauge-clicks', messages), env, now);
  expect(await counters()).toEqual([
    { contentId: 98, lastHour: hour, clicks: 1 },
    { contentId: 99, lastHour: hour, clicks: 2 },
  ]);
  expect(await rows('SELECT * FROM dead_letters')).toEqual([]);
  expect(await db.select().from(clickOutcomes).orderBy(clickOutcomes.outcome)).toEqual([
    { hour, outcome: 'counted', clicks: 1 },
    { hour, outcome: 'unknownArticle', clicks: 3 },
  ]);
});

test('clicks on unknown articles are counted once if their batch is redelivered', async () => {
  await clickedArticles();
  const id = 'c'.repeat(32);
  const view = { v: 1, kind: 'view', id, hour, origin: 'signed', reader: 1, seen: [[id.replace('c', 'd'), 1, 0]] };
  const messages = [message(99, now), view].map((body, i) => ({
    ...{ id: `m${i}`, timestamp: new Date(now), attempts: 1 },
    body,
  }));
  const consume = () => consumeClicks(createMessageBatch('newsgauge-clicks', messages), env, now);
  const table = `view_hours_${partitionOf(hour)}`;
  await env.DB.exec(`CREATE TRIGGER broken BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'broken'); END`);
  await expect(consume()).rejects.toThrow();
  await env.DB.exec('DROP TRIGGER broken');
  await consume();
  expect(await counters()).toEqual([{ contentId: 99, lastHour: hour, clicks: 1 }]);
});

describe('a click that waited while its article was published', () => {
  const published = (hour + 1) * HOUR;
  const later = published + 5 * 60_000;
  const consume = async (bodies: unknown[], at: number) => {
    const messages = bodies.map((body, i) => ({ id: `w${i}`, timestamp: new Date(at), body, attempts: 2 }));
    await consumeClicks(createMessageBatch('newsgauge-clicks', messages), env, at);
  };
  const counted = async () =>
    (
      await Promise.all([0, 1, 2, 3, 4].map((n) => rows(`SELECT hour FROM click_hours_${n} WHERE content_id = 4`)))
    ).flat();
  beforeEach(async () => {
    const { line, value } = article(4, []);
    await saveArticles(db, [{ line, value: { ...value, publishedAt: published / 1000 } }], now);
  });

  test('a click older than its article does not count for it', async () => {
    await consume([message(4, published - 1), message(4, published + 1, 'a'.repeat(32))], later);
    expect(await counted()).toEqual([{ hour: hour + 1 }]);
    expect(await counters()).toEqual([{ contentId: 4, lastHour: hour, clicks: 1 }]);
  });

  test('a click older than its article does not count as a replayed dead letter either', async () => {
    await storeDeadLetters(db, [{ messageId: 'x', reason: 'failed', body: message(4, now) }], now / 1000);
    const sent: unknown[] = [];
    const queue = { sendBatch: async (batch: Iterable<MessageSendRequest>) => void sent.push(...batch) };
    await replayDeadLetters(db, queue as never, { limit: 10 });
    await consume(
      sent.map((each) => (each as MessageSendRequest).body),
      later,
    );
    expect(sent).toHaveLength(1);
    expect(await counted()).toEqual([]);
  });

  test('an imported click older than its article counts, because the publisher vouches for it', async () => {
    expect(await importAgo([{ contentId: 4, ago: 1 }], later)).toEqual(new Map());
    expect(await counted()).toEqual([{ hour }]);
  });
});

test('counters of unknown articles add up clicks and store the hour of the last click', async () => {
  await countUnknown(db, clicks([7, 8, 7], hour - 3));
  await countUnknown(db, clicks([7], hour - 5));
  await countUnknown(db, []);
  expect(await counters()).toEqual([
    { contentId: 7, lastHour: hour - 3, clicks: 3 },
    { contentId: 8, lastHour: hour - 3, clicks: 1 },
  ]);
});

test('a thousand unknown ids are counted individually and all others together', async () => {
  for (let from = 1; from <= 2100; from += 300) await countUnknown(db, clicks(range(from, 300)));
  await countUnknown(db, clicks([...range(999, 3), ...range(5000, 50), 1, 1]));
  const all = await counters();
  expect(all).toHaveLength(1001);
  expect(all[0]).toMatchObject({ contentId: OTHERS_ID, clicks: 1100 + 1 + 50 });
  expect(all.slice(1).map(({ contentId }) => contentId)).toEqual(range(1, 1000));
  expect(all.filter((counter) => counter.clicks > 1).map(({ contentId }) => contentId)).toEqual([0, 1, 999, 1000]);
});

test('counters of unknown articles are deleted 14 days after their last click', async () => {
  await countUnknown(db, clicks([7], hour - 14 * 24));
  await countUnknown(db, clicks([8], hour - 14 * 24 - 1));
  await forgetUnknown(db, assumeTrusted(now));
  expect((await counters()).map(({ contentId }) => contentId)).toEqual([7]);
});
