/** This process copies `STATE_DIR` to `COPY_TO` every `COPY_EVERY` seconds and tests a restore once per night. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT, stateDir } from '../../command/paths.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { openD1File } from '../d1/sqlite.ts';
import { filesOf } from '../state/files.ts';
import { endGroup } from '../state/process-group.ts';
import { forgetCopies, makeCopy } from './copy.ts';
import { isTrialDue, stepAfter } from './copy-times.ts';

const EXIT_WRONG_SETTINGS = 2;
const MAX_COPIES = 3;
const SUCCESS_RECORD_INTERVAL_MS = MINUTE_MS;
const PARENT_CHECK_INTERVAL_MS = 1000;
const TRIAL_PREFIX = '.trial-';
const FAILURE_EVENTS = { copy: { event: 'copyFailed' }, trial: { event: 'trialFailed' } };

const state = stateDir();
const every = Number(process.env.COPY_EVERY || '30') * 1000;
let notedAt = 0;
let onTrial: string | undefined;

await copyTo(resolve(process.env.COPY_TO ?? ''));

async function copyTo(folder: string): Promise<never> {
  if (!(every >= 1000))
    refuse(`COPY_EVERY is "${process.env.COPY_EVERY}", but it must be a number of seconds of at least 1.`);
  if (!relative(state, folder).startsWith('..'))
    refuse(`COPY_TO is ${folder}, but it must be outside the state folder.`);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && endGroup(process.pid), PARENT_CHECK_INTERVAL_MS).unref();
  process.umask(0o077);
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  clean(folder);
  for (;;) {
    const began = Date.now();
    await noted('copy', began, () => copyOnce(folder, began));
    await sleep(stepAfter(Date.now() - began, every));
  }
}

function refuse(words: string): never {
  console.error(words);
  process.exit(EXIT_WRONG_SETTINGS);
}

/** Deletes unfinished files of a copier process that was killed. Warns if snapshots and state are on the same disk. */
function clean(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder).filter((each) => each.startsWith(TRIAL_PREFIX)))
      rmSync(join(folder, name), { recursive: true, force: true });
    forgetCopies(folder, MAX_COPIES);
    if (statSync(folder).dev === statSync(state).dev)
      console.log(`COPY_TO (${folder}) is on the same disk as the state. If the disk fails, both are lost.`);
  } catch (thrown) {
    console.error(`COPY_TO: ${(thrown as Error).message}`);
  }
}

async function copyOnce(folder: string, now: number): Promise<void> {
  const copy = await makeCopy(state, folder, now);
  forgetCopies(folder, MAX_COPIES, onTrial);
  if (onTrial || !isTrialDue(lastTrial(), now)) return;
  onTrial = copy;
  void noted('trial', now, () => restoreOnTrial(copy)).then(() => {
    onTrial = undefined;
  });
}

async function restoreOnTrial(copy: string): Promise<void> {
  const command = [join(ROOT, 'src/cli/newsgauge.js'), 'restore', copy, '--try'];
  await promisify(execFile)(process.execPath, command, { cwd: ROOT }).catch((error: Error & { stderr?: string }) => {
    throw new Error(error.stderr?.trim().split('\n')[0] || error.message);
  });
}

async function noted(job: 'copy' | 'trial', began: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    const at = Date.now();
    if (job === 'copy' && at - notedAt < SUCCESS_RECORD_INTERVAL_MS) return;
    if (job === 'copy') notedAt = at;
    note('INSERT OR REPLACE INTO job_runs (job, at, milliseconds) VALUES (?, ?, ?)', job, at, at - began);
  } catch (thrown) {
    const reason = (thrown as Error).message.split('\n')[0]?.slice(0, 200) ?? '';
    const at = Date.now();
    console.error(JSON.stringify({ level: 'error', ...FAILURE_EVENTS[job], at: new Date(at).toISOString(), reason }));
    if (job === 'copy') notedAt = 0;
    note('INSERT OR REPLACE INTO job_failures (job, at, reason) VALUES (?, ?, ?)', job, at, reason);
  }
}

/** Stores the outcome of a job in the database. Ignores errors, because the log contains the outcome too. */
function note(sql: string, ...values: (string | number)[]): void {
  try {
    withDatabase((database) => database.prepare(sql).run(...values));
  } catch {}
}

function lastTrial(): number | null {
  const times = ['job_runs', 'job_failures'].map((table) => `SELECT at FROM ${table} WHERE job = 'trial'`);
  const found = withDatabase((database) =>
    database.prepare(`SELECT max(at) AS at FROM (${times.join(' UNION ALL ')})`).get(),
  );
  return found?.at == null ? null : Number(found.at);
}

function withDatabase<T>(use: (database: ReturnType<typeof openD1File>) => T): T {
  const file = filesOf(state).database;
  if (!existsSync(file)) throw new Error(`${file} no longer exists`);
  const database = openD1File(file);
  try {
    return use(database);
  } finally {
    database.close();
  }
}
