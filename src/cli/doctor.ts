/** This module implements `newsgauge doctor`, which checks an installation, prints remedies and changes nothing. */
import { fork } from 'node:child_process';
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { closestMatch } from 'leven';
import project from '../../package.json' with { type: 'json' };
import { bundleFiles } from '../command/bundle.js';
import { isPackage, ROOT, stateDir } from '../command/paths.ts';
import { fetchFrom } from '../command/service.ts';
import { SETTING_NAMES, wrongSettings } from '../command/settings.ts';
import { MINUTE_MS } from '../lib/time.ts';
import { readWorkerConfig } from '../node/config.ts';
import { copiesIn } from '../node/copies/copy.ts';
import { runtimeFailureOf, type StartFailure } from '../node/failure.ts';
import { parseProxies } from '../node/http/client-address.ts';
import { checkState, checkUnfinished, isNewState, refuseBroken } from '../node/state/folder.ts';
import { isLockedByOther, readServer } from '../node/state/lock.ts';
import type { Notice } from '../node/supervisor/messages.ts';
import { missingSettings, ownSettings, PUBLISHER_CONFIG } from './deployment/settings.ts';
import { operatorKey } from './operator-key.ts';
import { serviceAt } from './service-address.ts';

const MIB = 2 ** 20;
/** Memory that a server needs under load, and recommended free disk space, in MiB. */
const NEEDED_MEMORY_MIB = 320;
const MIN_FREE_MIB = 1024;
/** Times after which a response is missing and a snapshot is too old. A server makes snapshots every 30 seconds. */
const ANSWER_TIMEOUT_MS = 5000;
const MAX_COPY_AGE_MS = 10 * MINUTE_MS;
const REMEDY_NODE = 'Install Node from https://nodejs.org.';
const OWN_NAMES = [
  'HOST',
  'STATE_DIR',
  'COPY_TO',
  'DEMO',
  'TRUST_PROXY',
  'TRUST_PROXY_HEADERS',
  'NEWSGAUGE_KEY',
  'NEWSGAUGE_SERVICE',
];

/** Result of a check. `isOk`: true if all is well, false for a fault, `null` for a note. */
interface Finding {
  isOk: boolean | null;
  words: string;
}

const fine = (words: string): Finding => ({ isOk: true, words });
const wrong = (...words: string[]): Finding => ({ isOk: false, words: words.join(' ') });
const note = (words: string): Finding => ({ isOk: null, words });

interface Where {
  service?: string;
  json?: boolean;
}

/** Prints one line per finding. The exit code is 1 if there is a fault. */
export async function examine({ service: named, json }: Where): Promise<void> {
  const state = stateDir();
  const parts: Record<string, Finding[]> = {
    machine: [...machine(state), ...(named ? [] : [await port(state), ...(await program())])],
    settings: settings(process.env),
    state: stateFindings(state),
    copies: copies(state),
    deployment: deployment(),
    service:
      named || !wrongSettings({ PORT: process.env.PORT }).length ? await service(serviceAt(named), Boolean(named)) : [],
  };
  const SIGNS = { true: 'ok   ', false: 'WRONG', null: '     ' };
  const findings = Object.entries(parts).flatMap(([part, found]) => found.map((finding) => ({ part, ...finding })));
  const count = findings.filter(({ isOk }) => isOk === false).length;
  if (json)
    console.log(
      JSON.stringify(
        { faults: count, findings: findings.map(({ part, isOk, words }) => ({ part, ok: isOk, text: words })) },
        null,
        2,
      ),
    );
  else {
    for (const { part, isOk, words } of findings) console.log(`${SIGNS[`${isOk}`]} ${part.padEnd(10)} ${words}`);
    console.log(count === 0 ? 'No problems found.' : `${count} ${count === 1 ? 'problem' : 'problems'} found.`);
  }
  process.exitCode = count === 0 ? 0 : 1;
}

function machine(state: string): Finding[] {
  const memory = Math.floor(Math.min(process.constrainedMemory() || totalmem(), totalmem()) / MIB);
  const { bavail, bsize } = statfsSync(existing(state));
  const free = Math.floor((bavail * bsize) / MIB);
  return [
    nodeItself(),
    memory < NEEDED_MEMORY_MIB
      ? wrong(
          `This machine has ${memory} MiB of memory, but a server needs ${NEEDED_MEMORY_MIB} MiB.`,
          'Give this machine or container more memory.',
        )
      : fine(`This machine has ${memory} MiB of memory.`),
    free < MIN_FREE_MIB
      ? wrong(
          `${free} MiB are free on the disk of ${state}.`,
          `Free some space. ${MIN_FREE_MIB} MiB are enough for a year.`,
        )
      : fine(`${free} MiB are free on the disk of ${state}.`),
  ];
}

/** Checks for SQLite's full-text search, because some distributions build Node without it. */
function nodeItself(): Finding {
  const what = `Node ${process.versions.node} on ${process.platform} ${process.arch}`;
  const memory = new DatabaseSync(':memory:');
  try {
    memory.exec('CREATE VIRTUAL TABLE words USING fts5(word)');
    return fine(`${what}. newsgauge needs Node ${project.engines.node}.`);
  } catch (thrown) {
    return wrong(`${what} has no full-text search (${(thrown as Error).message}).`, REMEDY_NODE);
  } finally {
    memory.close();
  }
}

/** Tests whether the worker of an installed package loads. A clone compiles its worker only at startup. */
async function program(): Promise<Finding[]> {
  if (!isPackage) return [];
  const { worker } = await bundleFiles();
  const env = { ...process.env, NEWSGAUGE_VARS: '{}' };
  const child = fork(worker, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let errors = '';
  child.stderr?.on('data', (data) => {
    errors = (errors + data).slice(-MIB);
  });
  const isWarm = await new Promise<boolean>((resolve) => {
    child.on('message', ({ is }: Notice) => is === 'warm' && resolve(true));
    child.once('close', () => resolve(false));
  });
  child.kill('SIGKILL');
  if (isWarm) return [fine('The server code loads.')];
  const words = /^\w*Error.*$/m.exec(errors)?.[0] ?? 'its process exited';
  return [wrong(`The server code does not load (${words}).`, 'Install newsgauge again.')];
}

const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

async function port(state: string): Promise<Finding> {
  const { HOST = '127.0.0.1', PORT = '8787' } = process.env;
  const server = readServer(state);
  if (server && isLockedByOther(state)) return fine(`The server that uses this state responds at ${server.url}.`);
  const listener = createServer();
  const failure = await new Promise<Error | null>((resolve) => {
    listener.once('error', resolve).listen(Number(PORT) % 65_536, HOST, () => resolve(null));
  });
  listener.close();
  return failure
    ? wrong(`Cannot listen on ${HOST}:${PORT} (${failure.message}).`, 'Set HOST or PORT to a free address.')
    : fine(`${HOST}:${PORT} is free.`);
}

function settings(env: NodeJS.ProcessEnv): Finding[] {
  const known = new Set([
    ...Object.keys(readWorkerConfig(join(ROOT, 'wrangler.toml')).vars),
    ...SETTING_NAMES,
    ...OWN_NAMES,
  ]);
  const mistyped = Object.keys(env)
    .filter((name) => !known.has(name) && /^[A-Z][A-Z_]{5,}$/.test(name))
    .flatMap((name) => {
      const meant = closestMatch(name, [...known], { maxDistance: 2 });
      return meant ? [wrong(`${name} is not a setting. Did you mean ${meant}?`)] : [];
    });
  const proxies = checkFindings(() => parseProxies(env.TRUST_PROXY ?? ''), '');
  const found = [...wrongSettings(env).map((words) => wrong(words)), ...mistyped, ...proxies];
  const set = [...known].filter((name) => env[name] && name !== 'NEWSGAUGE_KEY');
  return found.length > 0
    ? found
    : [fine(set.length > 0 ? `Set: ${set.join(', ')}.` : 'All settings have their default values.')];
}

function stateFindings(state: string): Finding[] {
  const place = existing(state);
  if (!statSync(place).isDirectory()) return [wrong(`${place} is a file, not a folder.`, 'Set STATE_DIR to a folder.')];
  const isNew = place !== state || isNewState(state);
  const check = () => {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
    if (place !== state) return;
    refuseBroken(state);
    // The files of a running server are not checked here. The server has checked them and is writing to them.
    if (!isLockedByOther(state)) (isNew ? checkUnfinished : checkState)(state);
  };
  return checkFindings(
    check,
    isNew
      ? `${state} contains no database yet. Run "newsgauge start" to create one.`
      : `The state in ${state} is intact.`,
    state,
  );
}

function copies(state: string): Finding[] {
  const to = process.env.COPY_TO;
  if (!to)
    return [note('COPY_TO is not set: if this disk fails, the state is lost. Set it to a folder on another disk.')];
  const [newest] = copiesIn(to);
  if (!newest)
    return [wrong(`${to} contains no snapshot.`, 'A running server with COPY_TO takes a snapshot every 30 seconds.')];
  if (statSync(to).dev === statSync(existing(state)).dev)
    return [wrong(`${to} is on the same disk as the state.`, 'Set COPY_TO to a folder on another disk.')];
  const minutes = Math.round((Date.now() - statSync(newest).mtimeMs) / MINUTE_MS);
  return isLockedByOther(state) && minutes * MINUTE_MS > MAX_COPY_AGE_MS
    ? [
        wrong(
          `The newest snapshot, ${basename(newest)}, is ${minutes} minutes old.`,
          'See the server log for the reason.',
        ),
      ]
    : [fine(`The newest snapshot is ${basename(newest)}.`)];
}

function deployment(): Finding[] {
  if (!existsSync(join(ROOT, PUBLISHER_CONFIG))) return [];
  const merged = ownSettings();
  const missing = missingSettings(merged);
  return missing.length > 0
    ? missing.map((words) => wrong(`${PUBLISHER_CONFIG}: ${words.replace(/^- /, '')}`))
    : [fine(`${PUBLISHER_CONFIG} is complete.`)];
}

async function service(base: URL, isMeant: boolean): Promise<Finding[]> {
  const ask = (path: string, key?: string) =>
    fetchFrom(base, path, {
      headers: key ? { Authorization: `Bearer ${key}` } : {},
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
  try {
    const ready = await ask('/health/ready');
    const health = (await ready.json()) as { reason?: string };
    const found = [
      ready.ok
        ? fine(`${base.origin} is ready.`)
        : wrong(`${base.origin} is not ready: ${health.reason ?? ready.status}.`),
    ];
    if (!process.env.NEWSGAUGE_KEY)
      return [
        ...found,
        note('NEWSGAUGE_KEY is not set to an operator key, so the alarms of the service were not checked.'),
      ];
    const key = await operatorKey(base).catch((refusal: Error) => refusal);
    if (key instanceof Error) return [...found, wrong(`${key.message}.`)];
    const answer = await ask('/manage/status', key);
    if (!answer.ok) return [...found, wrong(`The service rejected the key in NEWSGAUGE_KEY (${answer.status}).`)];
    const { data } = (await answer.json()) as { data: { alarms: { alarm: string; detail: string }[] | null } };
    const alarms = data.alarms ?? [];
    return [
      ...found,
      ...alarms.map(({ alarm, detail }) => wrong(`${alarm}: ${detail}`)),
      ...(alarms.length > 0 ? [] : [fine('No alarms are active.')]),
    ];
  } catch {
    return [
      isMeant
        ? wrong(`${base.origin} does not respond, or it is not a newsgauge service.`)
        : note(`${base.origin} does not respond.`),
    ];
  }
}

/** Returns a finding with the error that `look` throws, or else with the message `well` unless it is empty. */
function checkFindings(look: () => unknown, well: string, state = stateDir()): Finding[] {
  try {
    look();
    return well ? [fine(well)] : [];
  } catch (thrown) {
    const { message, remedy }: StartFailure = runtimeFailureOf(thrown, state);
    return [wrong(message, remedy)];
  }
}
