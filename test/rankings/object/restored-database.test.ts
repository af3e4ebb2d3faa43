import { env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { randomNonce } from '../../../src/clicks/consume/consumer.ts';
import { countClicks } from '../../../src/clicks/consume/ledger.ts';
import { markAllWindows } from '../../../src/engagement/mark-windows.ts';
import { askWindows, notifySite } from '../../../src/rankings/object/notify.ts';
import { rebuildWindows, wakeLateWindows } from '../../../src/rankings/object/watchdog.ts';
import { CLICK_TABLES } from '../../clicks/click-tables.ts';
import { forgetObjects } from '../../clicks/exactness/world.ts';
import { clickedNewsroomAt, message, rows } from '../../clicks/support.ts';
import { openTestDb } from '../../support/index.ts';

/**
 * The database is restored to an earlier minute while objects run. Afterwards, rankings must match the restored data.
 */

const HOUR = 3_600_000;
const start = Date.UTC(2030, 0, 10, 12, 20);
const db = openTestDb();
let readers = 0;

beforeEach(() => clickedNewsroomAt(start));
afterEach(() => vi.useRealTimers());

async function click(contentId: number, times: number): Promise<void> {
  const clicks = Array.from({ length: times }, () => {
    const n = ++readers;
    const of = message(contentId, start - HOUR, n.toString(16).padStart(32, '0'));
    return { ...of, origin: 'unsigned' as const, network: n % 29, prefix: n % 31, browser: n % 13 };
  });
  const counted = await countClicks(db, clicks, { nonce: randomNonce(), now: Date.now() });
  await notifySite(env, counted, Date.now());
}

const TABLES = [...CLICK_TABLES, 'topic_windows', 'site_shares'];

/** Copies the tables that clicks change, and returns a function that restores them. */
async function remember(): Promise<() => Promise<void>> {
  for (const table of TABLES)
    await env.DB.exec(`DROP TABLE IF EXISTS then_${table}; CREATE TABLE then_${table} AS SELECT * FROM ${table}`);
  return async () => {
    for (const table of TABLES)
      await env.DB.exec(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM then_${table}`);
  };
}

const asked = async () => {
  vi.setSystemTime(Date.now() + 10_000);
  await askWindows(env, 'all', Date.now());
  const windows = await rows('SELECT * FROM topic_windows ORDER BY topic_id');
  return [
    windows.map(({ version: _, stale: __, recent: ___, ...row }) => row),
    await rows('SELECT * FROM site_shares'),
  ];
};

test.each<[string, () => Promise<unknown>]>([
  ['a rebuild', () => rebuildWindows(db, env, Date.now())],
  [
    'the watchdog after a restore',
    async () => {
      await db.run(markAllWindows);
      await wakeLateWindows(db, env, Date.now());
    },
  ],
])('rankings contain no clicks counted after the restored minute, after %s', async (_, mend) => {
  await click(1, 40);
  await click(3, 5);
  await rebuildWindows(db, env, Date.now());
  await asked();
  const goBack = await remember();
  await click(1, 60);
  await click(3, 90);
  await askWindows(env, [3], Date.now());
  await goBack();
  await mend();
  const found = await asked();
  await forgetObjects();
  await goBack();
  await mend();
  expect(found).toEqual(await asked());
  expect(await rows('SELECT topic_id FROM topic_windows WHERE engagement_7d > 50')).toEqual([]);
});
