/**
 * `npm run verify:migration -- CHECKOUT`: starts an earlier release in the folder CHECKOUT with its own demo of two weeks of clicks,
 * migrates its database and then starts this release on it, all while readers click; nothing that was accepted may be lost, and no
 * ranking may be older than a minute.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fail, run } from '../../../src/cli/command.ts';
import { databaseFile } from '../../../src/cli/local/database-file.ts';
import { databaseId, migrate, ROOT } from '../../../src/cli/runtime.ts';
import { freePort } from '../../support/free-port.ts';
import { load } from './load.ts';
import { start } from './server.ts';
import { oldestMissing, unmarkedAt, watch } from './watch.ts';

const USAGE = `npm run verify:migration -- CHECKOUT [--rate 10]

CHECKOUT  folder of an earlier release, with its node_modules
--rate    clicks a second`;

/** Seconds of load before the migration, between it and the next release, and after that. */
const BEFORE = 15;
const BETWEEN = 5;
const AFTER = 60;
/** Seconds in which the queue must have been counted and published. */
const PATIENCE = 120;
const MINUTE = 60_000;
const HOUR = 3_600_000;
/** Milliseconds that the whole may take, within one hour. */
const ENOUGH = 8 * MINUTE;

await run(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { rate: { type: 'string', default: '10' } },
  });
  const [checkout, ...rest] = positionals;
  if (!checkout || rest.length > 0) fail(USAGE);
  // A window that moves on would lose clicks of its own.
  const left = HOUR - (Date.now() % HOUR);
  if (left < ENOUGH) await sleep(left);
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-migration-'));
  try {
    const found = await migrateUnderLoad(checkout, join(folder, 'state'), Number(values.rate));
    console.log(JSON.stringify(found, null, 1));
    const isLost = found.counted < found.accepted || found.counted > found.accepted + found.uncertain;
    if (isLost || found.oldestMissingMs > MINUTE || found.unmarkedMs === null || found.failedAnswers > 0)
      process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function migrateUnderLoad(checkout: string, state: string, rate: number) {
  const port = await freePort();
  const base = new URL(`http://127.0.0.1:${port}`);
  const former = await start(checkout, state, port);
  const db = new DatabaseSync(databaseFile(state, databaseId()), { readOnly: true });
  const topicsOf = readTopics(db);
  const before = sum(db, 'clicks');
  const clicks = load(base, former.keys.publishable ?? '', [...topicsOf.keys()], rate);
  await sleep(BEFORE * 1000);
  migrate(state);
  const migratedAt = Date.now();
  const rankings = watch(db);
  // As on the platform: the deployed release goes on for a while over the migrated database.
  await sleep(BETWEEN * 1000);
  await former.stop();
  const stoppedAt = Date.now();
  const next = await start(ROOT, state, port);
  const readyAt = Date.now();
  const failedAnswers = await ask(base, former.keys.secret ?? '', AFTER * 1000);
  await clicks.stop();
  const accepted = clicks.accepted.length;
  const count = () => sum(db, 'unsigned_all + signed_all') - before;
  for (const end = Date.now() + PATIENCE * 1000; Date.now() < end && count() < accepted; ) await sleep(500);
  // Between two publications lie three seconds.
  await sleep(10_000);
  await rankings.stop();
  const counted = count();
  await next.stop();
  const since = (time: number | null) => (time === null ? null : time - readyAt);
  return {
    clicksBefore: before,
    accepted,
    uncertain: clicks.uncertain(),
    counted,
    downMs: readyAt - stoppedAt,
    /** From the moment at which this release was ready. */
    unmarkedMs: since(unmarkedAt(rankings.samples)),
    oldestMissingMs: oldestMissing(rankings.samples, clicks.accepted, topicsOf),
    windows: rankings.samples.at(-1)?.rows.length,
    migrationMs: readyAt - migratedAt,
    failedAnswers,
  };
}

/** Topics of each published article. */
function readTopics(db: DatabaseSync): Map<number, number[]> {
  const rows = db.prepare('SELECT id, topics FROM articles WHERE published_at <= unixepoch()').all();
  return new Map(
    rows.map(({ id, topics }) => [Number(id), JSON.parse(String(topics)).map((topic: { id: number }) => topic.id)]),
  );
}

const sum = (db: DatabaseSync, column: string): number =>
  Number(db.prepare(`SELECT coalesce(sum(${column}), 0) AS n FROM click_hours`).get()?.n);

/** Asks for rankings all the time; returns how many answers were none. */
async function ask(base: URL, key: string, milliseconds: number): Promise<number> {
  let failed = 0;
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(250)) {
    for (const path of ['topics/trending/', 'insights/popular-content/', 'insights/trending-topics/growth/']) {
      const answer = await fetch(new URL(`/api/v2/${path}`, base), { headers: { Authorization: `Bearer ${key}` } });
      if (answer.status !== 200) failed++;
    }
  }
  return failed;
}
