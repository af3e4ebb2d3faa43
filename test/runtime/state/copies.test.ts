/**
 * After the disk is lost, one command restores the newest snapshot. All clicks before the snapshot count exactly once.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../../src/command/paths.ts';
import { copiesIn, forgetCopies, makeCopy } from '../../../src/node/copies/copy.ts';
import { filesOf } from '../../../src/node/state/files.ts';
import { ended, killAll, type Process, stillRunning } from '../../support/processes.ts';
import { keysIn } from '../../support/ready.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';
import { drained, publish, storedClicks } from '../../verify/crash/newsroom.ts';
import { Traffic } from '../../verify/crash/traffic.ts';

/** Seconds between two snapshots. `COPY_EVERY=30` tests the default. */
const EVERY = Number(process.env.COPY_EVERY || 2);
/**
 * Seconds of clicks that a lost disk may cost: a snapshot may be in progress, and the machine may be busy. On a slow
 * machine, a snapshot takes longer, as a restore does.
 */
const LOST = Math.min(3 * EVERY, 60);
const RATE = 100;
const FLOW = Math.max(15_000, 2500 * EVERY);
const ARTICLES = (RATE * FLOW) / 500;
const PATIENCE = 240_000;
const STOP = 60_000;
/** Records of jobs contain whole seconds. */
const BEGUN = Math.floor(Date.now() / 1000) * 1000;

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-copies-'));
const [state, copies, log] = [join(folder, 'state'), join(folder, 'copies'), join(folder, 'log')];
const all: Process[] = [];
process.env.COPY_TO = copies;
process.env.COPY_EVERY = String(EVERY);
after(() => {
  killAll(stillRunning(all));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(place: string): Promise<Server> {
  const server = await Server.start({ state: place, port: await freePort(), log });
  all.push(...server.processes());
  return server;
}

async function stop(server: Server): Promise<void> {
  const processes = server.processes();
  server.stop();
  assert.notEqual(await ended(processes, STOP), null, JSON.stringify(stillRunning(processes)));
}

function command(place: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, STATE_DIR: place };
  return new Promise((resolve) =>
    execFile(process.execPath, ['src/cli/newsgauge.js', ...args], { cwd: ROOT, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );
}

interface Job {
  job: string;
  lastRun: string | null;
  failure: { at: string; reason: string } | null;
}

async function jobsOf({ url }: Server, key: string): Promise<Record<string, Job>> {
  const answer = await fetch(new URL('/manage/status', url), { headers: { Authorization: `Bearer ${key}` } });
  const { data } = (await answer.json()) as { data: { jobs: Job[] } };
  return Object.fromEntries(data.jobs.map((job) => [job.job, job]));
}

async function until<T>(look: () => Promise<T | null | undefined | false>, patience: number): Promise<T> {
  for (const end = Date.now() + patience; ; await sleep(200)) {
    const found = await look();
    if (found) return found;
    assert.ok(Date.now() < end, 'it has not come to pass');
  }
}

let keys: Record<string, string> = {};
const traffic = () => new Traffic(keys.publishable ?? '', ARTICLES);

test('a lost disk loses only the clicks accepted after the last snapshot, and no click counts twice', async () => {
  const server = await start(state);
  keys = keysIn(server.lines);
  await publish(server.url, keys.operator ?? '', ARTICLES);
  const clicks = traffic();
  const end = Date.now() + FLOW;
  await clicks.flow(server.url, RATE, () => Date.now() > end);
  const lostAt = Date.now();
  const processes = server.processes();
  killAll(processes);
  assert.notEqual(await ended(processes, STOP), null);
  await clicks.settled();
  renameSync(state, `${state}-lost`);

  const began = Date.now();
  const { code, out, err } = await command(state, 'restore', copies);
  assert.equal(code, 0, err);
  const restored = (Date.now() - began) / 1000;
  const [, copiedAt = ''] = /Data accepted after (\S+) is not included/.exec(out) ?? [];
  assert.match(out, /Today's readers may count twice/);
  const lost = (lostAt - Date.parse(copiedAt)) / 1000;
  console.log(`clicks of ${lost} s are lost; restored in ${restored} s`);
  assert.ok(lost < LOST + restored, `${lost} s`);

  const next = await start(state);
  await drained(next, keys.operator ?? '');
  await stop(next);
  const counted = storedClicks(state);
  const before = [...clicks.acceptedAt].filter(([, at]) => at < Date.parse(copiedAt)).map(([id]) => id);
  assert.ok(before.length > 200, `${before.length} accepted before the copy`);
  assert.deepEqual(
    before.filter((id) => counted.get(id) !== 1),
    [],
  );
  assert.deepEqual(
    [...counted].filter(([, count]) => count !== 1),
    [],
  );
});

test('a snapshot contains no second halves of salts and is readable only by its owner', () => {
  const store = new DatabaseSync(filesOf(`${state}-lost`).halves);
  const halves = store
    .prepare('SELECT value FROM entries')
    .all()
    .map(({ value }) => String(value));
  store.close();
  assert.ok(halves.length > 0);
  const files = copiesIn(copies).flatMap((copy) => readdirSync(copy).map((name) => join(copy, name)));
  assert.ok(files.length >= 5);
  for (const file of files) {
    const text = readFileSync(file, 'latin1');
    for (const half of halves) assert.ok(!text.includes(half), file);
  }
  const modes = execFileSync('stat', ['-c', '%a', copies, ...copiesIn(copies), ...files], { encoding: 'utf8' });
  assert.deepEqual(new Set(modes.trim().split('\n')), new Set(['700', '600']));
});

test('the status contains the time of the last snapshot and the result of the nightly restore test', async () => {
  const server = await start(state);
  const tried = async () => (await jobsOf(server, keys.operator ?? '')).trial;
  const trial = await until(tried, PATIENCE);
  assert.equal(trial.failure, null);
  // The tested snapshot may be from the first server. In that case, its job record is restored with it.
  assert.ok(Date.parse(trial.lastRun ?? '') >= BEGUN);
  const { copy } = await jobsOf(server, keys.operator ?? '');
  assert.ok(Date.parse(copy?.lastRun ?? '') >= BEGUN);
  assert.deepEqual(
    readdirSync(copies).filter((name) => name.startsWith('.trial')),
    [],
  );
  const metrics = await fetch(new URL('/manage/metrics', server.url), {
    headers: { Authorization: `Bearer ${keys.operator}` },
  });
  assert.match(await metrics.text(), /newsgauge_job_last_success_timestamp_seconds\{task="trial"\} \d+/);
  // Simulates a lost disk: the folder is not writable. A snapshot that starts in between recreates the folder.
  const isGone = () => existsSync(copies) && statSync(copies).isFile();
  for (const end = Date.now() + PATIENCE; !isGone(); ) {
    assert.ok(Date.now() < end, 'the folder of the copies cannot be taken away');
    rmSync(copies, { recursive: true, force: true, maxRetries: 5 });
    spawnSync('sh', ['-c', `: > '${copies}'`]);
  }
  // A snapshot in progress fails for another reason. The next snapshot reports the file that is in the way.
  const isNamed = async () =>
    /ENOTDIR|EEXIST/.test((await jobsOf(server, keys.operator ?? '')).copy?.failure?.reason ?? '');
  await until(isNamed, PATIENCE);
  rmSync(copies);
  await until(async () => (await jobsOf(server, keys.operator ?? '')).copy?.failure === null, PATIENCE);
  await stop(server);
});

test('a copy of the folder of a running server starts without affecting that server', async () => {
  const server = await start(state);
  const running = server.processes().filter(({ command }) => /newsgauge\.js start|main\.js/.test(command));
  assert.ok(running.length >= 2, JSON.stringify(running));
  const second = join(folder, 'second');
  execFileSync('cp', ['-a', state, second]);
  const other = await start(second);
  assert.equal(other.hasSaid(/Stopping its/), false);
  assert.deepEqual(stillRunning(running).length, running.length);
  assert.equal(server.hasSaid(/workerRestarted/), false);
  for (const { url } of [server, other]) assert.equal((await fetch(new URL('/health/ready', url))).status, 200);
  await stop(other);
  await stop(server);
});

test('the newest snapshot is the last one made, regardless of the clock', async () => {
  const to = join(folder, 'clocks');
  const days = (count: number) => Date.now() + count * 86_400_000;
  const made: string[] = [];
  for (const at of [days(0), days(400), days(-400), days(1)]) made.push(await makeCopy(state, to, at));
  assert.deepEqual(copiesIn(to), made.toReversed());
  forgetCopies(to, 3);
  assert.deepEqual(copiesIn(to), made.slice(1).toReversed());
  for (const copy of made.slice(1)) {
    const { number: _, ...former } = JSON.parse(readFileSync(join(copy, 'copy.json'), 'utf8'));
    writeFileSync(join(copy, 'copy.json'), JSON.stringify(former));
  }
  const last = await makeCopy(state, to, days(-1));
  forgetCopies(to, 1);
  assert.deepEqual(copiesIn(to), [last]);
});

test('a damaged snapshot is skipped and reported', async () => {
  const torn = await makeCopy(state, copies, Date.now());
  const { code, out, err } = await command(join(folder, 'third'), 'restore', copies);
  assert.equal(code, 0, err);
  truncateSync(join(torn, 'database.sqlite'), 40_000);
  const [newest, sound = ''] = copiesIn(copies);
  assert.equal(newest, torn);
  const again = await command(join(folder, 'fourth'), 'restore', copies);
  assert.equal(again.code, 0, again.err);
  assert.match(again.err, /^Skipped: \S+database\.sqlite differs from the snapshot’s checksum\n$/);
  assert.ok(again.out.includes(sound.split('/').at(-1) ?? '-') && !out.includes(sound));
  const refused = await command(join(folder, 'fifth'), 'restore', torn);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /the folder contains no complete snapshot/);
  assert.equal(existsSync(join(folder, 'fifth')), false);
  const full = await command(join(folder, 'fourth'), 'restore', copies);
  assert.equal(full.code, 2);
  assert.match(full.err, /already contains a database\nTo replace it, use --force\./);
});
