import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countClicks } from '../../src/clicks/consume/ledger.ts';
import { selectTotals } from '../../src/clicks/consume/outcomes.ts';
import { apiKeys, clickTotals, jobFailures, jobRuns, serviceClock } from '../../src/db/schema.ts';
import { assumeTrusted } from '../../src/db/trusted-time.ts';
import { expiredPartition, partitionOf } from '../../src/engagement/partitions.ts';
import { readClock, type StoredClock, saveClock, withTrustedTime } from '../../src/operations/clock/clock.ts';
import { CRONS } from '../../src/operations/cron-times.ts';
import { runScheduledJobs } from '../../src/operations/jobs.ts';
import { retain } from '../../src/operations/retention.ts';
import { readSigns } from '../../src/operations/watch/signs.ts';
import { clickedNewsroomAt, countAgo, importAgo, message, rows } from '../clicks/support.ts';
import { openTestDb } from '../support/index.ts';
import { sized } from '../support/size.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Number of days in one partition of the clicks. */
const LENGTH = 5;
const TURN = 5 * LENGTH;
const start = Math.ceil(Date.UTC(2031, 0, 1) / (TURN * DAY)) * TURN * DAY;
const db = openTestDb();

beforeEach(async () => {
  await clickedNewsroomAt(start);
  await db.delete(serviceClock);
  await db.delete(jobRuns);
});
afterEach(() => vi.useRealTimers());

function at(time: number): number {
  vi.setSystemTime(time);
  return time;
}

const hoursStored = async () =>
  (await rows<{ hour: number }>('SELECT DISTINCT hour FROM click_hours ORDER BY hour')).map(({ hour }) => hour);
const days = () => rows('SELECT content_id AS contentId, day, engagement FROM click_days ORDER BY day, content_id');
const schema = async () =>
  (await rows<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE name LIKE 'click_%' ORDER BY name")).map(
    ({ sql }) => sql.replaceAll(/["`\s]/g, ''),
  );

describe('click partitions', () => {
  const hours = Array.from({ length: TURN * 24 * 2 }, (_, i) => start / HOUR + i);

  test('the expired partition contains no hour of the last 15 days or of the next hour', () => {
    for (const hour of hours) {
      const used = Array.from({ length: 15 * 24 + 1 }, (_, i) => partitionOf(hour + 1 - i));
      expect(used).not.toContain(expiredPartition(hour));
    }
  });

  test('each partition is emptied before it is used again', () => {
    const length = LENGTH * 24;
    for (const hour of hours) {
      const next = (Math.floor((hour + 1) / length) + 1) * length;
      expect(expiredPartition(hour)).toBe(partitionOf(next));
    }
  });
});

test('over 30 days, hours are kept for 14 to 25 days, and daily totals are kept forever', async () => {
  const before = await schema();
  for (let day = 0; day < 30; day++) {
    const noon = at(start + day * DAY + 12 * HOUR);
    await countAgo(
      [
        { contentId: 1, ago: 0 },
        { contentId: 1, ago: 1 },
        { contentId: 2, ago: 2 },
      ],
      noon,
    );
    const night = at(start + (day + 1) * DAY + 3 * HOUR);
    await retain(db, assumeTrusted(night));
    const stored = await hoursStored();
    const [oldest = 0] = stored;
    expect(stored.filter((hour) => hour > night / HOUR - 336)).toHaveLength(3 * Math.min(day + 1, 14));
    expect(night / HOUR - oldest).toBeLessThan(TURN * 24);
    expect(await days()).toHaveLength(2 * (day + 1));
  }
  const today = start / DAY;
  expect((await days()).slice(0, 2)).toEqual([
    { contentId: 1, day: today, engagement: 2 },
    { contentId: 2, day: today, engagement: 1 },
  ]);
  expect(await schema()).toEqual(before);
  expect(Math.min(...(await hoursStored()))).toBeGreaterThan(start / HOUR + TURN);
});

test('dropping a partition writes no rows for its clicks', async () => {
  await countAgo(
    Array.from({ length: 200 }, (_, i) => ({ contentId: 1 + (i % 3), ago: 0 })),
    at(start + HOUR),
  );
  await retain(openTestDb(), assumeTrusted(at(start + 2 * DAY)));
  const meter = openTestDb();
  await retain(meter, assumeTrusted(at(start + (TURN - 1) * DAY)));
  expect(await hoursStored()).toEqual([]);
  // Only rows of the schema are written, and no rows for the 200 clicks.
  expect(meter.usage.rowsWritten).toBeLessThan(20);
});

test('a second retention run on the same day writes nothing', async () => {
  await importAgo([{ contentId: 1, ago: 30 }], at(start + 3 * DAY));
  await retain(db, assumeTrusted(at(start + 3 * DAY)));
  const meter = openTestDb();
  await retain(meter, assumeTrusted(at(start + 3 * DAY + HOUR)));
  expect(meter.usage.rowsWritten).toBe(0);
});

test('a late click updates the total of its day', async () => {
  await importAgo([{ contentId: 1, ago: 0 }], at(start));
  await retain(db, assumeTrusted(at(start + 2 * DAY)));
  await importAgo([{ contentId: 1, ago: 13 * 24 }], at(start + 13 * DAY));
  await retain(db, assumeTrusted(at(start + 13 * DAY)));
  expect(await days()).toEqual([{ contentId: 1, day: start / DAY, engagement: 2 }]);
});

test('late clicks are included in the totals by outcome', async () => {
  await db.delete(clickTotals);
  const total = async () => {
    const { totals, open } = await db.transaction(selectTotals(db));
    return [...totals, ...open].reduce((sum, { outcome, clicks }) => sum + (outcome === 'counted' ? clicks : 0), 0);
  };
  const count = (contentIds: number[], hour: number, now: number) =>
    countClicks(
      db,
      contentIds.map((contentId) => message(contentId, hour * HOUR, `${++readers}`.padStart(32, '0'))),
      { nonce: readers, now },
    );
  let readers = 0;
  const night = start + DAY + 3 * HOUR;
  await count([1], night / HOUR - 12, at(night));
  await retain(db, assumeTrusted(night));
  await count([1, 2], night / HOUR - 10, night);
  await count([3], night / HOUR, night);
  expect(await total()).toBe(4);
  await retain(db, assumeTrusted(at(night + DAY)));
  expect(await total()).toBe(4);
});

describe('retention with a wrong clock', () => {
  const NOW = start + 40 * DAY;
  const run = (now: number) => runScheduledJobs({ cron: CRONS.daily, scheduledTime: at(now), noRetry: () => {} }, env);
  beforeEach(async () => {
    await db.delete(jobRuns);
    await db.delete(jobFailures);
    await countAgo(
      Array.from({ length: 14 }, (_, ago) => ({ contentId: 1, ago: ago * 24 })),
      at(NOW),
    );
    await run(NOW);
  });

  test.each<[string, number]>([
    ['begins in 1970', -NOW + DAY],
    ...sized([-7, 30], [-9, -7, -5, 7, 8, 9, 30]).map(
      (days) => [`is ${days} days off`, days * DAY] as [string, number],
    ),
  ])('partitions are not emptied if the clock %s', async (_, off) => {
    const before = await hoursStored();
    expect(before).toHaveLength(14);
    for (let wrong = NOW + off; wrong < NOW + off + HOUR; wrong += HOUR / 4) await run(wrong).catch(() => {});
    expect(await hoursStored()).toEqual(before);
    expect((await readSigns(db, env, Date.now())).clock).toContain('deletion of old data is paused');
    await run(NOW + DAY);
    expect(await hoursStored()).toEqual(before);
  });

  test('after 19 days without a run, partitions are emptied once an operator has confirmed the clock', async () => {
    const later = NOW + 19 * DAY;
    expect(partitionOf(NOW / HOUR - 24)).toBe(expiredPartition(later / HOUR));
    await expect(run(later)).rejects.toThrow('the clock is far from the newest stored time');
    const before = await hoursStored();
    await db.run(saveClock(db, withTrustedTime((await readClock(db)) as StoredClock, later)));
    await runScheduledJobs({ cron: CRONS.frequent, scheduledTime: at(later + HOUR), noRetry: () => {} }, env);
    expect((await hoursStored()).length).toBeLessThan(before.length);
    expect(await readSigns(db, env, Date.now())).toMatchObject({ clock: null, retention: null });
  });
});

describe('hours from a wrong clock in the partition that is used next', () => {
  const NOW = start + 40 * DAY;
  const next = expiredPartition(NOW / HOUR);
  const over = Array.from({ length: TURN }, (_, ago) => NOW / HOUR - 24 * ago).filter(
    (hour) => partitionOf(hour) === next,
  );
  const toCome = Array.from({ length: 400 }, (_, ahead) => NOW / HOUR + 24 * ahead).filter(
    (hour) => partitionOf(hour) === next,
  );
  const counted = (hours: number[]) =>
    countClicks(
      db,
      hours.map((hour, i) => message(1, hour * HOUR, `${i}${hour}`.padStart(32, '0'))),
      { nonce: NOW, now: at(NOW) },
    );

  test('hours far in the future are kept, and past hours of the partition are deleted', async () => {
    const [far = 0] = toCome.slice(-1);
    await counted([...over, far]);
    await retain(db, assumeTrusted(at(NOW)));
    expect(await hoursStored()).toEqual([far]);
    expect(await rows(`SELECT * FROM click_ids_${next}`)).toEqual([]);
    expect(await days()).toHaveLength(over.length);
  });

  test('hours that begin within two days are kept with the ledger of their readers', async () => {
    const near = NOW + LENGTH * DAY;
    const [soon = 0] = toCome.filter((hour) => hour * HOUR > near - 2 * DAY);
    const now = soon * HOUR - DAY;
    if (expiredPartition(now / HOUR) !== next) return;
    await counted([...over, soon]);
    await retain(db, assumeTrusted(at(now)));
    expect(await hoursStored()).toEqual([soon]);
    expect(await rows(`SELECT * FROM click_ids_${next}`)).toHaveLength(over.length + 1);
  });
});

test('daily totals are complete even if retention has not run for weeks', async () => {
  await importAgo([{ contentId: 1, ago: 0 }], at(start + HOUR));
  await retain(db, assumeTrusted(at(start + 24 * DAY)));
  expect(await days()).toEqual([{ contentId: 1, day: start / DAY, engagement: 1 }]);
});

test('outcomes are deleted after thirty days', async () => {
  const hour = start / HOUR;
  await db.run(
    sql`INSERT INTO click_outcomes (hour, outcome, clicks) VALUES (${hour - 721}, 'counted', 1), (${hour - 720}, 'counted', 2)`,
  );
  await retain(db, assumeTrusted(start));
  expect(await rows('SELECT clicks FROM click_outcomes')).toEqual([{ clicks: 2 }]);
});

test('the name of a removed person is erased with the last entry of the audit trail about them', async () => {
  const revokedAt = Math.floor(start / 1000);
  const person = { kind: 'editor' as const, isPerson: true, origins: [], createdAt: revokedAt, expiresAt: null };
  await db.insert(apiKeys).values([
    { ...person, name: 'Ada Removed', hash: 'person 1', revokedAt },
    { ...person, name: 'Ben Present', hash: 'person 2' },
    { ...person, name: 'revoked key', hash: 'key 3', kind: 'secret', isPerson: false, revokedAt },
  ]);
  const names = async () => (await db.select({ name: apiKeys.name }).from(apiKeys).orderBy(apiKeys.id)).slice(-3);
  await retain(db, assumeTrusted(start + 90 * DAY));
  expect(await names()).toEqual([{ name: 'Ada Removed' }, { name: 'Ben Present' }, { name: 'revoked key' }]);
  await retain(db, assumeTrusted(start + 90 * DAY + 1000));
  expect(await names()).toEqual([{ name: '' }, { name: 'Ben Present' }, { name: 'revoked key' }]);
});

test('the daily cron job runs retention', async () => {
  await importAgo([{ contentId: 1, ago: 24 }], at(start + DAY));
  const controller = { cron: '17 3 * * *', scheduledTime: start + DAY + 3 * HOUR } as ScheduledController;
  await runScheduledJobs(controller, env);
  expect(await days()).toHaveLength(1);
});
