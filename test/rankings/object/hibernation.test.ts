import { env, runDurableObjectAlarm } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { randomNonce } from '../../../src/clicks/consume/consumer.ts';
import { countClicks } from '../../../src/clicks/consume/ledger.ts';
import { askWindows, notifySite } from '../../../src/rankings/object/notify.ts';
import { clickedNewsroomAt, message } from '../../clicks/support.ts';
import { openTestDb } from '../../support/index.ts';
import { alarmOf, windowObject } from '../../support/windows.ts';

/**
 * The objects run in the isolate of this test, which therefore sees all timers and requests that they leave pending.
 */

const start = Date.UTC(2030, 0, 10, 12, 20);
const HOUR_END = Date.UTC(2030, 0, 10, 13);
const db = openTestDb();
const pending = new Set<unknown>();
let made = 0;

beforeEach(async () => {
  await clickedNewsroomAt(start);
  pending.clear();
  made = 0;
  const { setTimeout: timeout, clearTimeout: clear } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => {
    made++;
    const timer = timeout(() => {
      pending.delete(timer);
      run();
    }, ms);
    pending.add(timer);
    return timer;
  });
  vi.stubGlobal('clearTimeout', (timer: never) => {
    pending.delete(timer);
    clear(timer);
  });
  for (const name of ['setInterval', 'fetch', 'WebSocketPair', 'addEventListener'])
    vi.stubGlobal(name, () => {
      throw new Error(`an object calls ${name}`);
    });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('after a burst of clicks, ranking objects leave only an alarm pending', async () => {
  for (let batch = 0; batch < 10; batch++) {
    const clicks = Array.from({ length: 20 }, (_, i) =>
      message((i % 3) + 1, Date.now(), (batch * 20 + i).toString(16).padStart(32, '0')),
    );
    const counted = await countClicks(db, clicks, { nonce: randomNonce(), now: Date.now() });
    await notifySite(env, counted, Date.now());
    await askWindows(env, 'all', Date.now());
    vi.setSystemTime(Date.now() + 500);
  }
  const topics = [0, 1, 2, 3];
  for (const topic of topics) expect(await alarmOf(topic), `topic ${topic}`).toBeGreaterThan(start);
  expect([made, pending.size]).toEqual([0, 0]);
  // The objects store pending rankings, then sleep until the next full hour.
  for (let rung = 0; rung < 4; rung++)
    for (const topic of topics) {
      const at = (await alarmOf(topic)) ?? Number.POSITIVE_INFINITY;
      if (at >= HOUR_END) continue;
      vi.setSystemTime(Math.max(Date.now(), at));
      await runDurableObjectAlarm(windowObject(topic));
    }
  expect(await Promise.all(topics.map(alarmOf))).toEqual([HOUR_END, null, null, null]);
  expect([made, pending.size]).toEqual([0, 0]);
});
