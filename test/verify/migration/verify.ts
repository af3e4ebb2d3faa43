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
import { databaseId, migrate, ROOT } from '../../../src/cli/database/runtime.ts';
import { fail, run } from '../../../src/command/command.ts';
import { databaseFile } from '../../../src/selfhost/state/database-file.ts';
import { circumstances, fixed, table, whole } from '../../bench/lib/report.ts';
import { writeMeasured } from '../../support/measured.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { load } from './load.ts';
import { type Server, start } from './server.ts';
import { oldestMissing, unmarkedAt, watch } from './watch.ts';

const USAGE = `npm run verify:migration -- CHECKOUT [--rate 10] [--write]

CHECKOUT  folder of an earlier release, with its node_modules
--rate    clicks a second
--write   writes docs/measured/migration.md`;

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
    options: { rate: { type: 'string', default: '10' }, write: { type: 'boolean', default: false } },
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
    if (values.write) writeFindings(found, Number(values.rate));
    const isLost = found.counted < found.accepted || found.counted > found.accepted + found.uncertain;
    if (isLost || found.oldestMissingMs > MINUTE || found.unmarkedMs === null || !isAnswered(found.answers))
      process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function migrateUnderLoad(checkout: string, state: string, rate: number) {
  const port = await freePort();
  const base = new URL(`http://127.0.0.1:${port}`);
  const servers: Server[] = [];
  try {
    return await measure({ checkout, state, rate, port, base, servers });
  } finally {
    for (const server of servers) await server.stop();
  }
}

interface Plan {
  checkout: string;
  state: string;
  rate: number;
  port: number;
  base: URL;
  /** Takes what has been started. */
  servers: Server[];
}

async function measure({ checkout, state, rate, port, base, servers }: Plan) {
  const former = await start(checkout, state, port);
  servers.push(former);
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
  servers.push(await start(ROOT, state, port));
  const readyAt = Date.now();
  const answers = await ask(base, former.keys.secret ?? '', AFTER * 1000);
  await clicks.stop();
  const accepted = clicks.accepted.length;
  const count = () => sum(db, 'unsigned_all + signed_all') - before;
  for (const end = Date.now() + PATIENCE * 1000; Date.now() < end && count() < accepted; ) await sleep(500);
  // Between two publications lie three seconds.
  await sleep(10_000);
  await rankings.stop();
  const counted = count();
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
    /** By status. */
    answers,
  };
}

function writeFindings(found: Awaited<ReturnType<typeof measure>>, rate: number): void {
  const seconds = (milliseconds: number | null) =>
    milliseconds === null ? 'never' : `${fixed(milliseconds / 1000)} s`;
  const body = `
${circumstances('npm run verify:migration -- CHECKOUT --write')}

A state that the release before migration 0008 has made, with two weeks of clicks, is migrated and then served by this release, while ${rate}
readers a second click. As on the platform, the former release goes on for ${BETWEEN} s over the migrated database.

${table(
  ['', 'found', 'to reach'],
  [
    ['clicks stored before', whole(found.clicksBefore), ''],
    ['clicks accepted meanwhile', whole(found.accepted), ''],
    ['… of unknown fate, because a process ended before it had answered', whole(found.uncertain), ''],
    ['… counted', whole(found.counted), `${whole(found.accepted)}, and at most those of unknown fate more`],
    ['longest time for which a ranking lacked an accepted click', seconds(found.oldestMissingMs), '≤ 60 s'],
    ['every ranking made again, from when this release was ready', seconds(found.unmarkedMs), ''],
    ['migration and change of releases', seconds(found.migrationMs), ''],
    ['… of it without any process', seconds(found.downMs), ''],
    ['rankings', whole(found.windows ?? 0), ''],
    [
      'answers by status',
      Object.entries(found.answers)
        .map(([status, count]) => `${whole(count)} × ${status}`)
        .join(', '),
      '200; 429 or 503 where the machine is busy',
    ],
  ],
)}`;
  const summary = `${whole(found.accepted)} clicks accepted while a state with ${whole(found.clicksBefore)} was upgraded, ${whole(found.counted)} counted; no ranking lacked one for more than ${seconds(found.oldestMissingMs)}.`;
  writeMeasured({ name: 'migration', title: 'Upgrades', body, page: 'reliability.md', summary });
}

/** A machine that is busy may ask to come again later; nothing else may be answered but rankings. */
function isAnswered(answers: Record<number, number>): boolean {
  return Object.keys(answers).every((status) => ['200', '429', '503'].includes(status)) && (answers[200] ?? 0) > 0;
}

/** Topics of each published article. */
function readTopics(db: DatabaseSync): Map<number, number[]> {
  const rows = db.prepare('SELECT id, topics FROM articles WHERE published_at <= unixepoch()').all();
  return new Map(
    rows.map(({ id, topics }) => [Number(id), JSON.parse(String(topics)).map((topic: { id: number }) => topic.id)]),
  );
}

function sum(db: DatabaseSync, column: string): number {
  return Number(db.prepare(`SELECT coalesce(sum(${column}), 0) AS n FROM click_hours`).get()?.n);
}

/** Asks for rankings all the time; returns how many answers had which status. */
async function ask(base: URL, key: string, milliseconds: number): Promise<Record<number, number>> {
  const answers: Record<number, number> = {};
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(250)) {
    for (const path of ['topics/trending/', 'insights/popular-content/', 'insights/trending-topics/growth/']) {
      const { status } = await fetch(new URL(`/api/v2/${path}`, base), { headers: { Authorization: `Bearer ${key}` } });
      answers[status] = (answers[status] ?? 0) + 1;
    }
  }
  return answers;
}
