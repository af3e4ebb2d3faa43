import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { FIRST } from '../../../src/engagement/columns.ts';
import { hoursTable, partitionOf } from '../../../src/engagement/partitions.ts';
import { refreshWindows } from '../../../src/rankings/object/notify.ts';
import { siteCoordinator, topicWindow } from '../../../src/rankings/object/stubs.ts';
import { TopicWindow } from '../../../src/rankings/object/topic-window.ts';
import { rebuildWindows, wakeLateWindows } from '../../../src/rankings/object/watchdog.ts';
import { article, clickedNewsroomAt, importAgo, windowRow } from '../../clicks/support.ts';
import { openTestDb } from '../../support/index.ts';
import { alarmOf, windowObject } from '../../support/windows.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const start = Date.UTC(2030, 0, 10, 12);
const db = openTestDb();

beforeEach(() => clickedNewsroomAt(start));
afterEach(() => vi.restoreAllMocks());

function at(time: number): number {
  vi.setSystemTime(time);
  return time;
}

const site = () => siteCoordinator(env);
const stub = (topic: number) => topicWindow(env, topic);

/** Hours after a click at which it leaves one of the windows. */
const ENDS = [24, 168, 336];
/** Alarms are seven hours late, but on time near the ends of windows. */
const delayAt = (hour: number) => (ENDS.some((end) => hour > end - 12 && hour < end + 4) ? 0 : 7 * HOUR);

describe('hourly alarm of ranking objects', () => {
  test('the hourly alarm rolls windows over for 15 days without traffic and stops when they are empty', async () => {
    await importAgo([{ contentId: 1, ago: 0 }], start);
    const seen: unknown[] = [];
    await runInDurableObject(site(), async (object, { storage }) => {
      for (let hour = 0; hour <= 340; hour++) {
        const alarm = await storage.getAlarm();
        if (alarm === null) break;
        at(Math.max(alarm, Date.now()) + delayAt((alarm - start) / HOUR));
        await storage.deleteAlarm();
        await object.alarm({ scheduledTime: alarm, isRetry: false, retryCount: 0 });
        const { engagement_24h, engagement_7d, before_7d } = await windowRow(1);
        const row = [engagement_24h, engagement_7d, before_7d].join();
        if (seen.at(-1) !== row) seen.push(row);
      }
    });
    expect(seen).toEqual(['1,1,0', '0,1,0', '0,0,1', '0,0,0']);
    expect(await windowRow(1)).toMatchObject({ hour: start / HOUR + 338, growth_items: 0 });
    expect([await alarmOf(0), await alarmOf(1)]).toEqual([null, null]);
  });

  test('the alarm publishes a click that was counted in the next hour because a clock was fast', async () => {
    await stub(1).notify(1, [{ contentId: 1, hour: start / HOUR + 1, counts: [FIRST.signed, 1] }], start);
    expect(await windowRow(1)).toMatchObject({ engagement_24h: 0 });
    at((await alarmOf(1)) ?? 0);
    await runDurableObjectAlarm(stub(1));
    expect(await windowRow(1)).toMatchObject({ engagement_24h: 1, hour: start / HOUR + 1 });
  });

  test('the site object wakes the topic objects, so only the site object needs an alarm', async () => {
    await importAgo([{ contentId: 1, ago: 0 }], start);
    expect(await Promise.all([0, 1, 2].map(alarmOf))).toEqual([start + HOUR, null, null]);
    await evictDurableObject(stub(1));
    await forgetAggregates();
    at(start + HOUR);
    await runDurableObjectAlarm(site());
    for (const topic of [0, 1, 2])
      expect(await windowRow(topic)).toMatchObject({ hour: start / HOUR + 1, engagement_24h: 1 });
  });

  test('the site object retries a topic object that it could not reach within a minute', async () => {
    await importAgo([{ contentId: 1, ago: 0 }], start);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(TopicWindow.prototype, 'rollOver').mockRejectedValueOnce(new Error('reset'));
    at(start + HOUR);
    await runDurableObjectAlarm(site());
    const hours = async () => [(await windowRow(1)).hour, (await windowRow(2)).hour];
    expect((await hours()).sort()).toEqual([start / HOUR, start / HOUR + 1]);
    expect(await alarmOf(0)).toBe(start + HOUR + 60_000);
    await evictDurableObject(site());
    at(start + HOUR + 60_000);
    await runDurableObjectAlarm(site());
    expect(await hours()).toEqual([start / HOUR + 1, start / HOUR + 1]);
  });

  test('the site object sets its next alarm only after all topics have rolled over, so that the platform retries an interrupted run', async () => {
    await importAgo([{ contentId: 1, ago: 0 }], start);
    const meanwhile: (number | null)[] = [];
    vi.spyOn(TopicWindow.prototype, 'rollOver').mockImplementation(async () => void meanwhile.push(await alarmOf(0)));
    at(start + HOUR);
    await runDurableObjectAlarm(site());
    expect(meanwhile).toEqual([null, null]);
    expect(await alarmOf(0)).toBe(start + 2 * HOUR);
    vi.restoreAllMocks();
    // A publication before the hourly alarm must also move the topics to the new hour.
    await runInDurableObject(site(), (_object, { storage }) => storage.deleteAlarm());
    await evictDurableObject(site());
    await site().refresh(at(start + 2 * HOUR));
    at((await alarmOf(0)) ?? 0);
    expect(Date.now()).toBeLessThan(start + 2 * HOUR + 60_000);
    await runDurableObjectAlarm(site());
    for (const topic of [0, 1, 2]) expect(await windowRow(topic)).toMatchObject({ hour: start / HOUR + 2 });
    expect(await alarmOf(0)).toBe(start + 3 * HOUR);
  });

  test('the hourly alarm of the site object makes at most 900 calls per run and starts each hour with the first topic', async () => {
    await importAgo([{ contentId: 1, ago: 0 }], start);
    await site().receive(
      [{ contentId: 1, hour: start / HOUR, counts: [FIRST.signed, 2] }],
      new Map([[1, [1, 2]]]),
      start,
    );
    const more = Array.from({ length: 899 }, (_, i) => i + 101);
    await db.run(
      sql`INSERT INTO topic_windows (topic_id, hour, engagement_7d) SELECT value, ${start / HOUR}, 1 FROM json_each(${JSON.stringify(more)})`,
    );
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const moved = vi.fn<TopicWindow['rollOver']>(async () => {});
    // 900 real objects would slow down every later test.
    vi.spyOn(env.TOPIC_WINDOW, 'get').mockReturnValue({ receiveCounts: async () => {}, rollOver: moved } as never);
    const movedAt = async (time: number) => {
      moved.mockClear();
      at(time);
      await runDurableObjectAlarm(site());
      return moved.mock.calls.map(([topic]) => topic);
    };
    expect(await movedAt(start + HOUR)).toEqual([1, 2, ...more.slice(0, 896)]);
    moved.mockRejectedValueOnce(new Error('reset'));
    expect(await movedAt(start + HOUR + 1500)).toEqual([997, 998, 999]);
    expect((await movedAt(start + 2 * HOUR)).slice(0, 3)).toEqual([1, 2, 101]);
  });

  test('the hourly alarm survives a failing database and retries within a minute', async () => {
    await importAgo([{ contentId: 1, ago: 0 }], start);
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failing = vi.spyOn(env.DB, 'withSession').mockImplementation(() => {
      throw new Error('no database');
    });
    at(start + HOUR);
    await runInDurableObject(stub(1), (object) => object.rollOver(1, Date.now()));
    expect(await alarmOf(1)).toBe(Date.now() + 60_000);
    expect(told.mock.calls.flat().join()).toContain('windowFailed');
    failing.mockRestore();
    at(Date.now() + 60_000);
    await runDurableObjectAlarm(stub(1));
    expect(await windowRow(1)).toMatchObject({ hour: start / HOUR + 1 });
  });
});

describe('an object that is notified with many others', () => {
  const told = { contentId: 1, hour: start / HOUR, counts: [FIRST.signed, 2] };

  beforeEach(async () => {
    await importAgo(
      [
        { contentId: 1, ago: 0 },
        { contentId: 1, ago: 2 },
      ],
      start,
    );
    at(start + 10_000);
  });

  test('an object notified with others publishes by alarm within half a second', async () => {
    await stub(1).notify(1, [told], Date.now(), true);
    expect(await windowRow(1)).toMatchObject({ engagement_24h: 2 });
    const alarm = (await alarmOf(1)) ?? 0;
    expect(alarm).toBeGreaterThanOrEqual(Date.now());
    expect(alarm).toBeLessThan(Date.now() + 500);
    at(alarm);
    await runDurableObjectAlarm(stub(1));
    expect(await windowRow(1)).toMatchObject({ engagement_24h: 3 });
  });

  test('an object that has hibernated publishes without reading the aggregates again', async () => {
    await evictDurableObject(stub(1));
    await stub(1).notify(1, [told], Date.now(), true);
    await forgetAggregates();
    at((await alarmOf(1)) ?? 0);
    await runDurableObjectAlarm(stub(1));
    expect(await windowRow(1)).toMatchObject({ engagement_24h: 3 });
  });

  test('an object loads the aggregates if it was evicted before its alarm', async () => {
    await stub(1).notify(1, [told], Date.now(), true);
    await evictDurableObject(stub(1));
    await db.run(
      sql`UPDATE ${hoursTable(partitionOf(start / HOUR))} SET signed_all__signed_broker = 2 WHERE hour = ${start / HOUR}`,
    );
    at((await alarmOf(1)) ?? 0);
    await runDurableObjectAlarm(stub(1));
    expect(await windowRow(1)).toMatchObject({ engagement_24h: 3 });
  });
});

const forgetAggregates = () => db.run(sql`DELETE FROM ${hoursTable(partitionOf(start / HOUR))}`);

describe('stored row of a topic ranking', () => {
  test('the row of a ranking is published again after an eviction even if the clock was set back', async () => {
    await importAgo([{ contentId: 1, ago: 0 }], at(start + 60_000));
    await evictDurableObject(stub(1));
    await importAgo([{ contentId: 1, ago: 0 }], at(start + 55_000));
    expect(await windowRow(1)).toMatchObject({ engagement_24h: 2 });
  });

  test.each([2, 24 * 20])(
    'the row of a ranking is corrected after a clock that was %d hours fast is set back',
    async (hours) => {
      await importAgo([{ contentId: 1, ago: 0 }], at(start - HOUR));
      await importAgo([{ contentId: 1, ago: 0 }], at(start + hours * HOUR));
      expect(await windowRow(1)).toMatchObject({ hour: start / HOUR + hours });
      await importAgo([{ contentId: 1, ago: 0 }], at(start));
      for (const topic of [0, 1])
        expect(await windowRow(topic)).toMatchObject({ hour: start / HOUR, engagement_24h: 2 });
      await importAgo([{ contentId: 1, ago: 0 }], at(start + 5000));
      for (const topic of [0, 1])
        expect(await windowRow(topic)).toMatchObject({ hour: start / HOUR, engagement_24h: 3 });
    },
  );

  test('the watchdog recomputes a row that was written while the clock was fast', async () => {
    await importAgo([{ contentId: 1, ago: 0 }], at(start));
    at(start + 30 * HOUR);
    await stub(1).refresh(1, Date.now());
    expect(await windowRow(1)).toMatchObject({ hour: start / HOUR + 30, engagement_24h: 0 });
    at(start + 60_000);
    expect(await wakeLateWindows(db, env, Date.now())).toBe(1);
    expect(await windowRow(1)).toMatchObject({ hour: start / HOUR, engagement_24h: 1 });
    expect(await wakeLateWindows(db, env, Date.now())).toBe(0);
  });

  test('the row of a ranking is published again if a previous instance wrote it in between', async () => {
    await importAgo([{ contentId: 1, ago: 0 }], at(start + 60_000));
    const late = `version = ${start + 65_000}, engagement_24h = 0, recent = NULL`;
    await env.DB.prepare(`UPDATE topic_windows SET ${late} WHERE topic_id IN (0, 1)`).run();
    await importAgo([{ contentId: 1, ago: 0 }], at(start + 64_000));
    for (const topic of [0, 1]) {
      at((await alarmOf(topic)) ?? 0);
      await runDurableObjectAlarm(windowObject(topic));
      expect(await windowRow(topic)).toMatchObject({ engagement_24h: 2 });
    }
    expect(Date.now()).toBeLessThan(start + 70_000);
  });

  test('the row of a ranking is not written if nothing has changed', async () => {
    await importAgo([{ contentId: 1, ago: 0 }], start);
    const { version } = await windowRow(1);
    await evictDurableObject(stub(1));
    await stub(1).refresh(1, start + 10_000);
    expect(await windowRow(1)).toMatchObject({ version });
  });
});

test('counts received before a failed load do not add an article to a topic that it has left', async () => {
  const failing = vi.spyOn(env.DB, 'withSession').mockImplementation(() => {
    throw new Error('no database');
  });
  const cell = { contentId: 1, hour: start / HOUR, counts: [FIRST.signed, 1] };
  await runInDurableObject(stub(2), async (object) => {
    await expect(object.notify(2, [cell], start)).rejects.toThrow('no database');
  });
  failing.mockRestore();
  await saveArticles(db, [article(1, [1])], start);
  await stub(2).refresh(2, start + 1000);
  expect(await windowRow(2)).toMatchObject({ hour: start / HOUR, engagement_24h: 0 });
});

describe('counts that the site object has loaded but not published', () => {
  const counts = [{ contentId: 1, hour: start / HOUR, counts: [FIRST.signed, 2] }];

  test.each<[what: string, ask: () => Promise<unknown>]>([
    ['shares', () => site().shares(start / HOUR, start + 1000)],
    ['weights', () => site().discounted({ hours: 25, limit: 5 }, start + 1000)],
  ])('loaded counts are published on notification even if a request for %s came in between', async (_, ask) => {
    await importAgo([{ contentId: 1, ago: 0 }], start);
    await db.run(
      sql`UPDATE ${hoursTable(partitionOf(start / HOUR))} SET signed_all__signed_broker = 2 WHERE hour = ${start / HOUR}`,
    );
    // The previous instance has not published, so the next one must not trust its own storage.
    await runInDurableObject(site(), (_object, { storage }) => storage.setAlarm(start + 5));
    await evictDurableObject(site());
    await ask();
    at(start + 10_000);
    await site().notify(counts, Date.now());
    expect(await windowRow(0)).toMatchObject({ engagement_24h: 2 });
  });
});

describe('watchdog of ranking rows', () => {
  test.each([1, 5, 30])('the watchdog updates ranking rows that are %i hours late', async (hours) => {
    await importAgo([{ contentId: 1, ago: 0 }], start);
    const now = at(start + hours * HOUR);
    expect(await wakeLateWindows(db, env, now)).toBe(3);
    for (const topic of [0, 1, 2]) {
      expect(await windowRow(topic)).toMatchObject({
        hour: now / HOUR,
        engagement_24h: hours <= 24 ? 1 : 0,
        engagement_7d: 1,
      });
    }
    expect(await wakeLateWindows(db, env, now)).toBe(0);
  });

  test('the watchdog ignores empty ranking rows', async () => {
    await importAgo([{ contentId: 1, ago: 0 }], start);
    await wakeLateWindows(db, env, at(start + 15 * DAY));
    expect(await wakeLateWindows(db, env, at(start + 16 * DAY))).toBe(0);
  });
});

test('a change of the site and its topics wakes the site object and those of the topics only', async () => {
  await importAgo([{ contentId: 1, ago: 0 }], start);
  const get = vi.spyOn(env.TOPIC_WINDOW, 'get');
  await refreshWindows(env, [0, 1, 2]);
  expect(get.mock.calls.map(([id]) => id.name)).toEqual(['topic:1', 'topic:2']);
  expect(await Promise.all([0, 1, 2].map(alarmOf))).toEqual([0, 1, 2].map(() => start + 1000));
});

test('an object without a topic publishes nothing', async () => {
  const former = env.TOPIC_WINDOW.getByName('topic:0');
  await importAgo([{ contentId: 1, ago: 0 }], start);
  await runInDurableObject(former, async (_object, { storage }) => {
    storage.kv.put('topicId', 0);
    await storage.setAlarm(start + HOUR);
  });
  const before = await windowRow(0);
  at(start + HOUR);
  await runDurableObjectAlarm(former);
  expect(await windowRow(0)).toEqual(before);
});

test('rebuildWindows corrects wrong ranking rows', async () => {
  await importAgo(
    [
      { contentId: 1, ago: 0 },
      { contentId: 2, ago: 30 },
      { contentId: 3, ago: 200 },
    ],
    start,
  );
  const right = await Promise.all([0, 1, 2, 3].map(windowRow));
  await db.run(
    sql`UPDATE topic_windows SET engagement_24h = 99, before_7d = 7, views = '{"items":{}}', hour = hour - 3`,
  );
  expect(await rebuildWindows(db, env, at(start + 60_000))).toBe(4);
  const repaired = await Promise.all([0, 1, 2, 3].map(windowRow));
  const content = ({ version: _, ...row }: Record<string, unknown>) => row;
  expect(repaired.map(content)).toEqual(right.map(content));
});
