import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { randomNonce } from '../../../src/clicks/consume/consumer.ts';
import { countClicks } from '../../../src/clicks/consume/ledger.ts';
import { FIRST } from '../../../src/engagement/columns.ts';
import { askWindows, notifySite } from '../../../src/rankings/object/notify.ts';
import { SiteCoordinator } from '../../../src/rankings/object/site-coordinator.ts';
import { siteCoordinator, topicWindow } from '../../../src/rankings/object/stubs.ts';
import { TopicWindow } from '../../../src/rankings/object/topic-window.ts';
import { clickedNewsroomAt, message, windowRow } from '../../clicks/support.ts';
import { ask, makeKey, openTestDb } from '../../support/index.ts';
import { alarmOf, refreshObject, windowObject } from '../../support/windows.ts';

/**
 * Objects store their rankings on request, when clicks pause and at the full hour. A lost notification must have no
 * lasting effect.
 */

const HOUR = 3_600_000;
const start = Date.UTC(2030, 0, 10, 12, 20);
const db = openTestDb();
let readers = 0;

beforeEach(() => clickedNewsroomAt(start));
afterEach(() => vi.restoreAllMocks());

const site = () => siteCoordinator(env);
const asks = (...asked: number[]) => askWindows(env, asked, Date.now());

async function click(contentId: number): Promise<void> {
  const clicks = [message(contentId, Date.now(), (++readers).toString(16).padStart(32, '0'))];
  const counted = await countClicks(db, clicks, { nonce: randomNonce(), now: Date.now() });
  await notifySite(env, counted, Date.now());
}

const stored = async () =>
  Promise.all([0, 1, 2, 3].map(async (topic) => Number((await windowRow(topic)).engagement_24h ?? 0)));

async function ring(topic: number): Promise<void> {
  vi.setSystemTime(Math.max(Date.now(), (await alarmOf(topic)) ?? 0));
  await runDurableObjectAlarm(windowObject(topic));
}

test('a ranking is stored when it is requested, not when clicks arrive', async () => {
  await click(1);
  await click(3);
  expect(await stored()).toEqual([0, 0, 0, 0]);
  await asks(1);
  expect(await stored()).toEqual([0, 1, 0, 0]);
  await asks(0, 3);
  expect(await stored()).toEqual([2, 1, 0, 1]);
  await askWindows(env, 'all', Date.now());
  expect(await stored()).toEqual([2, 1, 1, 1]);
});

test('rankings use the counts of the later of two batches, even if they arrive out of order', async () => {
  await click(1);
  await asks(1);
  vi.setSystemTime(start + 10_000);
  const topics = new Map([[1, [1, 2]]]);
  for (const readers of [3, 2])
    await site().receive(
      [{ contentId: 1, hour: Math.floor(start / HOUR), counts: [FIRST.signed, readers] }],
      topics,
      Date.now(),
    );
  await asks(0, 1);
  expect(await stored()).toEqual([3, 3, 0, 0]);
});

test('a second ranking request within a second stores the ranking at the end of that second', async () => {
  await click(1);
  await asks(0, 1);
  await click(1);
  await asks(0, 1);
  expect(await stored()).toEqual([1, 1, 0, 0]);
  for (const topic of [0, 1]) await ring(topic);
  expect(await stored()).toEqual([2, 2, 0, 0]);
  expect(Date.now()).toBeLessThanOrEqual(start + 1000);
});

describe('pending counts of the site object', () => {
  test('the site object stores its ranking before it hibernates, including the topics of pending counts', async () => {
    await click(1);
    expect(await alarmOf(0)).toBe(start + 9000);
    await ring(0);
    expect(await stored()).toEqual([1, 0, 0, 0]);
    await evictDurableObject(site());
    await asks(2);
    expect(await stored()).toEqual([1, 0, 1, 0]);
  });

  test('the site object waits up to five minutes to store its ranking while clicks keep arriving', async () => {
    await click(1);
    await asks(0);
    for (let seconds = 8; seconds < 300; seconds += 8) {
      vi.setSystemTime(start + seconds * 1000);
      await click(1);
      if (((await alarmOf(0)) ?? 0) <= Date.now()) await runDurableObjectAlarm(site());
      expect(await stored()).toEqual([1, 0, 0, 0]);
    }
    vi.setSystemTime(start + 301_000);
    await click(1);
    await ring(0);
    expect(((await stored())[0] ?? 0) > 10).toBe(true);
  });

  test.each(['evicted', 'stored and evicted'])('a site object that is %s loses no clicks', async (what) => {
    await click(1);
    await asks(0, 1);
    vi.setSystemTime(start + 5000);
    await click(1);
    if (what !== 'evicted') await ring(0);
    await evictDurableObject(site());
    vi.setSystemTime(start + 15_000);
    await click(3);
    await askWindows(env, 'all', Date.now());
    expect(await stored()).toEqual([3, 2, 2, 1]);
  });

  test('the site object sends pending counts to every topic at the full hour', async () => {
    await click(1);
    await ring(0);
    await ring(0);
    expect(Date.now()).toBeGreaterThanOrEqual(start - (start % HOUR) + HOUR);
    expect(await stored()).toEqual([1, 1, 1, 0]);
  });

  test('the site object rolls every topic over at the full hour despite clicks and requests', async () => {
    await click(1);
    await askWindows(env, 'all', Date.now());
    const end = start - (start % HOUR) + HOUR;
    for (const time of [end - 2000, end + 1, end + 3000]) {
      vi.setSystemTime(time);
      await click(3);
      await asks(0);
      await ring(0);
    }
    for (const topic of [0, 1, 2, 3]) expect(await windowRow(topic)).toMatchObject({ hour: end / HOUR });
  });

  test('the site object sends counts again if a topic object did not receive them', async () => {
    await click(1);
    const failing = vi.spyOn(TopicWindow.prototype, 'receiveCounts').mockRejectedValueOnce(new Error('reset'));
    await runInDurableObject(site(), (object) => expect(object.ask([2], Date.now())).rejects.toThrow('reset'));
    failing.mockRestore();
    await asks(2);
    expect(await stored()).toEqual([0, 0, 1, 0]);
  });

  test('the site object reads one row and no counts if nothing is pending', async () => {
    await click(1);
    await askWindows(env, 'all', Date.now());
    await ring(0);
    await evictDurableObject(site());
    const get = vi.fn();
    await runInDurableObject(site(), (_object, { storage }) => {
      const { kv } = storage;
      const inner = kv.get.bind(kv);
      vi.spyOn(kv, 'get').mockImplementation((key: string) => {
        if (key.startsWith('cells')) get(key);
        return inner(key);
      });
    });
    await askWindows(env, 'all', Date.now());
    expect(get).not.toHaveBeenCalled();
  });
});

test('a ranking object starts no timers or connections that would keep it awake', async () => {
  const begun: string[] = [];
  const byObjects = (name: string) => {
    const stack = new Error('called').stack ?? '';
    if (/src\/(rankings|db|engagement|lib)\//.test(stack)) begun.push(name);
  };
  for (const name of ['setTimeout', 'setInterval', 'fetch', 'WebSocket'] as const) {
    const inner = globalThis[name] as (...args: unknown[]) => unknown;
    vi.spyOn(globalThis, name as 'setTimeout').mockImplementation(((...args: unknown[]) => {
      byObjects(name);
      return inner(...args);
    }) as never);
  }
  await click(1);
  await askWindows(env, 'all', Date.now());
  await site().discounted({ hours: 25, limit: 5 }, Date.now());
  await topicWindow(env, 1).refreshSoon(1, Date.now());
  for (const topic of [0, 1]) {
    await ring(topic);
    await refreshObject(topic, Date.now());
    await ring(topic);
  }
  expect((await stored())[1]).toBe(1);
  expect(begun).toEqual([]);
});

describe('ranking requests', () => {
  const list = async (path: string) => {
    const answer = await ask(`/api/v2/insights/${path}`, {
      headers: { Authorization: `Bearer ${await makeKey('secret')}` },
    });
    const { data } = (await answer.json()) as { data: { items: unknown[] } };
    return { answer, count: data.items.length };
  };

  test('a ranking request returns all counted clicks', async () => {
    await click(1);
    expect((await list('topics/1/content?period=24h')).count).toBe(1);
    expect((await list('popular-content?period=24h')).count).toBe(1);
  });

  test('a ranking request returns the stored ranking with its age, uncached, if the object does not respond', async () => {
    await click(1);
    await asks(1);
    vi.setSystemTime(start + 30_000);
    await click(2);
    const late = Promise.withResolvers<never>();
    const held = vi.spyOn(SiteCoordinator.prototype, 'ask').mockReturnValue(late.promise);
    // A response that waited for the object would never arrive.
    const { answer, count } = await list('topics/1/content?period=24h');
    late.reject(new Error('late'));
    expect(count).toBe(1);
    expect(answer.headers.get('X-Ranking-Age')).toBe('30');
    expect(answer.headers.get('Cache-Control')).toBe('private, max-age=0');
    held.mockRestore();
    const next = await list('topics/1/content?period=24h');
    expect(next.count).toBe(2);
    expect(next.answer.headers.get('X-Ranking-Age')).toBeNull();
  });
});
