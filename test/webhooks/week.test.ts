import { expect, test } from 'vitest';
import { webhookDeliveries, webhookEvents, weeks } from '../../src/db/schema.ts';
import { recordWeek } from '../../src/webhooks/detect/weeks.ts';
import { webhookBodyOf } from '../../src/webhooks/send/body.ts';
import { makeKey, openTestDb, publish } from '../support/index.ts';

const db = openTestDb();
const now = Date.now();
const at = Math.floor(now / 1000);
const topicOf = (topicId: number, name: string, growthPercent: number, interval: [number, number]) => ({
  topicId,
  name,
  slug: `t${topicId}`,
  category: 1,
  growthPercent,
  interval,
  confidence: 'high',
  cause: null,
  why: null,
  readWith: [],
});

test('the stored week is recorded once as an event for Slack and Teams, with published articles only', async () => {
  const operator = await makeKey('operator');
  const article = { contentType: 'article', publishedAt: '2026-01-01T00:00:00Z', topics: [] };
  await publish(operator, 'articles', [{ ...article, id: 7, url: 'https://stories.example/7', title: 'Flood' }]);
  const read = (contentId: number) => ({
    contentId,
    title: 'Flood',
    url: 'https://stories.example/7',
    source: 'Stories',
  });
  const week = {
    asOf: 0,
    rose: [topicOf(1, 'Marine Cargo', 290, [230, 360])],
    fell: [topicOf(2, 'Aviation', -64, [-71, -55])],
    isNew: [],
    mostRead: [read(7), read(8)],
  };
  await db.insert(weeks).values([
    { monday: '2026-11-16', at: at - 7 * 86_400, week },
    { monday: '2026-11-23', at, week },
  ]);
  const recorded = [await recordWeek(db, now), await recordWeek(db, now + 60_000)];
  expect(recorded.map((events) => events.map(({ key }) => key))).toEqual([['week.published:2026-11-23'], []]);
  expect(await db.select().from(webhookEvents)).toHaveLength(1);
  expect(await db.select().from(webhookDeliveries)).toEqual([]);
  const [event] = recorded[0] ?? [];
  if (!event) throw new Error('no event');
  expect(event.data).toMatchObject({ articles: [{ id: 7 }] });
  const text =
    'Marine Cargo +290%, Aviation −64%: your week to 22 Nov. Rose: Marine Cargo +290% (+230% to +360%). Fell: Aviation −64% (−71% to −55%). Most read:';
  expect(JSON.parse(webhookBodyOf(event, 'slack'))).toEqual({ text: `${text}\n• <https://stories.example/7|Flood>` });
  expect(JSON.stringify(JSON.parse(webhookBodyOf(event, 'teams')))).toContain('[Flood](https://stories.example/7)');
});

test('times in messages to people are on the publisher’s clock, and in those to programs in UTC', () => {
  const data = { since: '2026-07-01T22:00:00Z' };
  const bodyOf = (format: 'slack' | 'standard', zone: string) =>
    JSON.parse(webhookBodyOf({ type: 'engagement.stops', at, data }, format, zone));
  const text = (time: string) => `No clicks have arrived since ${time}. Check that the script is still on your pages`;
  expect(bodyOf('slack', 'Europe/London')).toEqual({ text: text('1 Jul, 23:00 BST') });
  expect(bodyOf('slack', 'Asia/Kolkata')).toEqual({ text: text('2 Jul, 03:30 GMT+5:30') });
  expect(bodyOf('slack', '')).toEqual({ text: text('1 Jul, 22:00 UTC') });
  expect(bodyOf('standard', 'Asia/Kolkata')).toMatchObject({ data });
});
