import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_ALERT_SETTINGS, saveSettings } from '../../src/alerts/alert-settings.ts';
import { previewAlerts } from '../../src/alerts/preview.ts';
import { type AlertRun, runAlerts } from '../../src/alerts/run.ts';
import { openDb } from '../../src/db/client.ts';
import {
  alertMemory,
  alertSettings,
  siteBaselines,
  topicDays,
  topicWindows,
  webhookEvents,
} from '../../src/db/schema.ts';
import { UNIFORM_BASELINE } from '../../src/engagement/discounting.ts';
import { utcHourIndex } from '../../src/engagement/hours.ts';
import { partitionOf } from '../../src/engagement/partitions.ts';
import { clickedArticles, emptyNewsroom } from '../clicks/support.ts';
import { author, openTestDb } from '../support/index.ts';

const db = openTestDb();
const HOUR = 3_600_000;
const START = utcHourIndex(Date.now()) * HOUR + 5 * 60_000;
const TOPICS = 20;
const run = (now: number, given: Partial<AlertRun> = {}, database = db) =>
  runAlerts(database, { now, zone: '', minEngagement: 10, isDiscounted: true, ...given });

interface Published {
  engagement7d: number;
  growth: { interval: [number, number] | null; gains: number[] };
}

const LEDGER = { kind: 'source', articles: [], source: 'The Ledger', share: 70 } as const;

/** Publishes twenty topics. Topic N has rank N unless `changed` contains it. */
async function publish(changed: Record<number, Partial<Published>> = {}, site: object = {}): Promise<void> {
  await db.delete(topicWindows);
  const rows = Array.from({ length: TOPICS }, (_, i) => {
    const topicId = i + 1;
    const { engagement7d = 1000 - 10 * topicId, growth } = changed[topicId] ?? {};
    const carried = { cause: LEDGER };
    const view = { interval: null, gains: [], ...growth, ...carried, confidence: growth ? 'high' : 'low' };
    return {
      ...{ topicId, name: `Topic ${topicId}`, slug: `topic-${topicId}`, category: 1, engagement7d, before7d: 100 },
      ...{ growthCurrent: growth ? 300 : 100, growthPrevious: 100, growthItems: 9 },
      views: { growth: { all: view } },
    };
  });
  const whole = { topicId: 0, growthCurrent: 1000, growthPrevious: 1000, views: { items: { '24h': [] }, ...site } };
  await db.transaction(...[whole, ...rows].map((row) => db.insert(topicWindows).values(row)));
}

const recorded = () =>
  db.select({ key: webhookEvents.key, data: webhookEvents.data }).from(webhookEvents).orderBy(webhookEvents.id);
const keys = async () => (await recorded()).map(({ key }) => key.replace(/:[0-9]+$/, ''));
const GROWING = { growth: { interval: [40, 180] as [number, number], gains: [1] } };

const UNSIGNED = 'unsigned_all__unsigned_broker, network_4__network_5, prefix_6__prefix_7, browser_8__browser_9';
const click = (contentId: number, columns: string, count: number) => {
  const hour = utcHourIndex(START) - 3;
  const counts = columns.split(',').map(() => count);
  return env.DB.prepare(
    `INSERT INTO click_hours_${partitionOf(hour)} (content_id, hour, ${columns}) VALUES (${[contentId, hour, ...counts]})`,
  ).run();
};

beforeEach(async () => {
  await emptyNewsroom();
  for (const table of [alertMemory, alertSettings, webhookEvents, siteBaselines, topicDays]) await db.delete(table);
  await db
    .insert(topicDays)
    .values({ topicId: 0, day: Math.floor(utcHourIndex(START) / 24) - 60, engagement: 1, engagementRm: 0 });
  await publish();
});

async function hours(from: number, to: number, given: Partial<AlertRun> = {}): Promise<void> {
  for (let hour = from; hour < to; hour++) await run(START + hour * HOUR, given);
}

describe('topic alerts', () => {
  test('lasting growth is recorded once with its payload', async () => {
    await run(START);
    await publish({ 12: GROWING });
    await hours(1, 9);
    await run(START + 8 * HOUR + 300_000);
    expect(await recorded()).toEqual([
      {
        key: `topic.grows:12:${(utcHourIndex(START) + 1) * 3600}`,
        data: {
          topic: { id: 12, name: 'Topic 12', slug: 'topic-12' },
          growthPercent: 200,
          interval: [40, 180],
          confidence: 'high',
          cause: LEDGER,
        },
      },
    ]);
  });

  test('topics entering or leaving the top ten are recorded with their ranks', async () => {
    await run(START);
    await publish({ 15: { engagement7d: 5000 } });
    await hours(1, 40);
    expect(await recorded()).toMatchObject([
      { data: { topic: { id: 15 }, rank: 1 } },
      { data: { topic: { id: 10 }, rank: 11, previousRank: 10 } },
    ]);
  });

  test('an alert is recorded once even if a run fails after recording it or runs are concurrent', async () => {
    await run(START);
    await publish({ 12: GROWING });
    await hours(1, 7);
    const before = await db.select().from(alertMemory);
    const failing = openDb({
      batch: (statements) => env.DB.batch(statements),
      prepare: (query) => {
        if (/update "alert_memory"/i.test(query)) throw new Error('D1_ERROR: storage was reset');
        return env.DB.prepare(query);
      },
    });
    await expect(run(START + 7 * HOUR, {}, failing)).rejects.toThrow('storage was reset');
    expect(await keys()).toEqual(['topic.grows:12']);
    expect(await db.select().from(alertMemory)).toEqual(before);
    await Promise.all([run(START + 8 * HOUR), run(START + 8 * HOUR)]);
    await hours(9, 12);
    expect(await keys()).toEqual(['topic.grows:12']);
  });

  test('growth caused by discounted clicks is not recorded', async () => {
    await db
      .insert(siteBaselines)
      .values({
        ...{ hour: utcHourIndex(START) - 1, left: 1, isAccepted: false },
        shares: { ...UNIFORM_BASELINE, samples: 500 },
      });
    await click(1, UNSIGNED, 300);
    await run(START);
    await publish({ 12: GROWING });
    await hours(1, 12);
    expect(await keys()).toEqual([]);
    await hours(12, 13, { isDiscounted: false });
    expect(await keys()).toEqual(['topic.grows:12']);
  });

  test('alerts of unselected types are not recorded', async () => {
    await saveSettings(db, { ...DEFAULT_ALERT_SETTINGS, types: ['topic.left_top_ten'] }, author);
    await run(START);
    await publish({ 12: GROWING });
    await hours(1, 12);
    expect(await keys()).toEqual([]);
  });
});

describe('article.rising alerts', () => {
  const leads = { rising: [[1, [3]]] };

  test('an article that clearly leads is recorded once with its title', async () => {
    await clickedArticles();
    await publish();
    await click(1, 'signed_all__signed_broker', 12);
    await run(START);
    await publish({}, leads);
    for (const minutes of [5, 10, 15, 20, 25]) await run(START + minutes * 60_000);
    const [event, ...rest] = await recorded();
    expect(rest).toEqual([]);
    expect(event?.data).toEqual({
      article: { id: 1, title: 'Article 1', url: 'https://a.example/1', source: 'a.example' },
      rank: 1,
    });
  });
});

test('an alert run reads three rows, plus six and one per topic once per hour', async () => {
  await run(START);
  await hours(1, 3);
  const cost = async (now: number) => {
    const meter = openTestDb();
    await run(now, {}, meter);
    return meter.usage;
  };
  const quiet = await cost(START + 2 * HOUR + 300_000);
  expect(quiet).toMatchObject({ rowsWritten: 0 });
  expect(quiet.rowsRead).toBeLessThanOrEqual(3);
  const hourly = await cost(START + 3 * HOUR);
  // Besides topics: two rows for the first day, one for the state of days, and one for each range of compared hours.
  expect(hourly.rowsRead).toBeLessThanOrEqual(3 + TOPICS + 6);
  expect(hourly.rowsWritten).toBeLessThanOrEqual(1);
});

test('the preview lists recorded alerts and top-ten alerts recomputed for earlier days', async () => {
  const today = Math.floor(utcHourIndex(START) / 24);
  const days = Array.from({ length: 31 }, (_, i) => today - 31 + i);
  const engagement = (topic: number, day: number) => (topic === 15 && day >= today - 8 ? 5000 : 1000 - 10 * topic);
  await env.DB.exec(
    Array.from(
      { length: TOPICS },
      (_, i) =>
        `INSERT INTO topics (id, name, slug, description, category) VALUES (${i + 1}, 'Topic ${i + 1}', 't${i + 1}', '', 1);`,
    ).join('\n'),
  );
  const rows = days.flatMap((day) =>
    Array.from({ length: TOPICS }, (_, i) => ({
      topicId: i + 1,
      day,
      engagement: engagement(i + 1, day),
      engagementRm: 0,
    })),
  );
  await db.transaction(...rows.map((row) => db.insert(topicDays).values(row)));
  const first = await previewAlerts(db, { now: START, zone: '' });
  expect(first.recordedSince).toBeNull();
  expect(first.alerts.map(({ type, name, basis }) => [type, name, basis])).toEqual([
    ['topic.left_top_ten', 'Topic 10', 'recomputed'],
    ['topic.entered_top_ten', 'Topic 15', 'recomputed'],
  ]);
  await run(START);
  await publish({ 12: GROWING });
  await hours(1, 9);
  const later = await previewAlerts(db, { now: START + 9 * HOUR, zone: '' });
  expect(later.recordedSince).toBe(Math.floor(START / 1000));
  expect(later.alerts[0]).toMatchObject({ type: 'topic.grows', name: 'Topic 12', basis: 'recorded' });
  expect(later.alerts).toHaveLength(3);
});
