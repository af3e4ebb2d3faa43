import { beforeEach, expect, test } from 'vitest';
import { dispatches, subscriptions, topicDays, weeks } from '../../src/db/schema.ts';
import { dayIndex } from '../../src/engagement/days.ts';
import { recordEvents } from '../../src/webhooks/event.ts';
import { readMail, SmtpWorld } from '../support/servers/smtp.ts';
import { addTopics, db, follow, run, tell, ZONE } from './stage.ts';

const TOPICS = Array.from({ length: 15 }, (_, i) => i + 1);

beforeEach(async () => {
  await addTopics(...TOPICS);
  for (const table of [dispatches, subscriptions, topicDays, weeks]) await db.delete(table);
});

async function read(topicId: number, ...days: number[]): Promise<void> {
  const first = dayIndex(Date.now(), ZONE) - days.length;
  for (const [i, engagement] of days.entries())
    await db.insert(topicDays).values({ topicId, day: first + i, engagement, engagementRm: 0 });
}
const mailed = (fields: object) =>
  follow({ ref: '', via: 'mail', rhythm: 'once', address: 'dana@news.example', ...fields });
const heights = (html: string) => [...html.matchAll(/line-height:(\d+)px/g)].map(([, height]) => Number(height));
async function letter() {
  const smtp = new SmtpWorld();
  await run(smtp);
  const [mail] = smtp.got;
  if (!mail || smtp.got.length > 1) throw new Error(`${smtp.got.length} mails`);
  return readMail(mail);
}

test('mail about a topic shows its last 28 days as bars and as text', async () => {
  await read(1, 100, 50, 0, 25);
  await mailed({ kind: 'topic', ref: '1' });
  await tell(1);
  const { html, text } = await letter();
  expect(heights(html)).toEqual([32, 16, 1, 8]);
  expect(html.match(/<td width="6">/g)).toHaveLength(28);
  expect(html).toMatch(/aria-label="Topic 1, last 28 days, highest on \d+ \w+, yesterday at 25% of that"/);
  expect(html).toContain('Bars show readers per day');
  expect(text).toMatch(/Topic 1, last 28 days, highest on/);
  expect(html).not.toMatch(/<svg|<img/);
});

test('mail about a topic with too few readers has no chart', async () => {
  await read(1, 3, 2);
  await mailed({ kind: 'topic', ref: '1' });
  await tell(1);
  const { html, text } = await letter();
  expect([heights(html), html.includes('Bars show'), text.includes('last 28 days')]).toEqual([[], false, false]);
});

test('an alert about a topic has a chart, and a service alarm has none', async () => {
  await read(2, 40, 80);
  await mailed({ kind: 'alerts' });
  const at = Math.floor(Date.now() / 1000);
  const topic = { id: 2, name: 'Topic 2', slug: 'topic-2' };
  await recordEvents(
    db,
    [
      { type: 'topic.entered_top_ten', key: 'a', subject: 'topic:2', at, data: { topic, rank: 1, previousRank: null } },
      {
        ...{ type: 'service.alarm', key: 'b', subject: 'service:disk', at },
        data: { alarm: 'disk', since: '2026-01-01T00:00:00Z', detail: 'the disk is full' },
      },
    ],
    Date.now(),
  );
  const { html } = await letter();
  expect(heights(html)).toEqual([16, 32]);
});

test('the weekly report contains a chart for every topic and stays below the size at which mail clients truncate messages', async () => {
  for (const topic of TOPICS) await read(topic, ...Array.from({ length: 28 }, (_, i) => 20 + i));
  await mailed({ kind: 'week' });
  const topicOf = (topicId: number) => ({
    ...{ topicId, name: `Topic ${topicId}`, slug: `topic-${topicId}`, category: 1, readWith: [] },
    ...{ growthPercent: 40, interval: [20, 60], confidence: 'high', cause: null, why: null },
  });
  const listed = [0, 5, 10].map((from) => TOPICS.slice(from, from + 5).map(topicOf));
  const week = { asOf: 0, rose: listed[0], fell: listed[1], isNew: listed[2], mostRead: [] };
  await db.insert(weeks).values({ monday: '2026-01-05', at: 0, week });
  const { html } = await letter();
  expect(heights(html)).toHaveLength(15 * 28);
  // Gmail truncates messages above 102 kB.
  expect(html.length).toBeLessThan(70_000);
});
