import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { installationSecret } from '../../../src/clicks/salts/secret.ts';
import { sendValues } from '../../../src/command/send.ts';
import { openDb } from '../../../src/db/client.ts';
import { hashKey } from '../../../src/keys/key.ts';
import { createKey, findKey } from '../../../src/keys/key-store.ts';
import { filesOf } from '../../../src/node/state/files.ts';
import { migrateFile } from '../../../src/node/state/migrate.ts';
import { withStores } from '../../../src/node/state/stores.ts';
import { ended, killAll, type Process, stillRunning } from '../../support/processes.ts';
import type { Server } from '../../support/started.ts';
import { type Keys, type KindName, reportQueries, type StoredReport, storedReport } from './reports.ts';

/** Time within which a server must count all queued messages, in milliseconds. */
const PATIENCE = 480_000;
const PORTION = 2000;

export interface StateKeys extends Keys {
  operator: string;
}

export async function makeState(state: string): Promise<StateKeys> {
  migrateFile(filesOf(state).database);
  return withStores(state, async ({ db: d1 }) => {
    const db = openDb(d1);
    const make = (kind: 'publishable' | 'operator') =>
      createKey(db, { kind, name: 'crash', origins: [], expiresAt: null }, Math.floor(Date.now() / 1000));
    const publishable = await make('publishable');
    const { id: keyId } = (await findKey(db, await hashKey(publishable))) ?? { id: 0 };
    return { publishable, keyId, operator: await make('operator'), secret: await installationSecret(db) };
  });
}

export async function publish(base: URL, key: string, count: number): Promise<void> {
  const topic = { id: 47, name: 'Risk management', slug: 'risk-management', category: 1 };
  await put({ base, key }, 'topics', [topic]);
  const articles = Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    url: `https://news.example/${i + 1}`,
    title: `Article ${i + 1}`,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
    topics: i % 2 === 0 ? [47] : [],
  }));
  for (let i = 0; i < count; i += PORTION) await put({ base, key }, 'articles', articles.slice(i, i + PORTION));
}

async function put(target: { base: URL; key: string }, collection: string, values: object[]): Promise<void> {
  const { rejected } = await sendValues(target, collection, values);
  if (rejected.length > 0) throw new Error(`${collection}: ${JSON.stringify(rejected[0])}`);
}

export async function drained({ url }: { url: URL }, key: string, patience = PATIENCE): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(500)) {
    if ((await waiting(url, key)) === 0) return;
  }
}

async function waiting(base: URL, key: string): Promise<number | null> {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(new URL('/manage/status', base), { headers }).catch(() => null);
  if (!answer?.ok) return null;
  return ((await answer.json()) as { data: { queue: { queued: number } } }).data.queue.queued;
}

/** Stored clicks by article id, read from the files of a stopped server. */
export const storedClicks = (state: string): Map<number, number> =>
  ask(state, (all) => {
    const rows = all(
      'SELECT content_id AS id, sum(unsigned_all + signed_all + trusted_all) AS clicks FROM click_hours GROUP BY 1',
    );
    return new Map(rows.map(({ id, clicks }) => [Number(id), Number(clicks)]));
  });

export const storedReports = (state: string, kind: KindName): StoredReport[] =>
  ask(state, (all) => reportQueries(kind).flatMap(all).map(storedReport));

function ask<T>(state: string, question: (all: (query: string) => Record<string, unknown>[]) => T): T {
  const database = new DatabaseSync(filesOf(state).database, { readOnly: true });
  try {
    return question((query) => database.prepare(query).all());
  } finally {
    database.close();
  }
}

/** Runs `PRAGMA integrity_check` on a copy of a killed server's databases, because opening a database repairs it. */
export function findDamage(state: string): string[] {
  const copy = mkdtempSync(join(tmpdir(), 'newsgauge-copy-'));
  try {
    cpSync(state, copy, { recursive: true });
    return databases(copy).flatMap((file) => {
      const database = new DatabaseSync(file);
      try {
        const found = database.prepare('PRAGMA integrity_check').all();
        return found.flatMap((row) =>
          row.integrity_check === 'ok' ? [] : [`${basename(file)}: ${row.integrity_check}`],
        );
      } catch (thrown) {
        return [`${basename(file)}: ${(thrown as Error).message}`];
      } finally {
        database.close();
      }
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const databases = (state: string): string[] => globSync('*.sqlite', { cwd: state }).map((name) => join(state, name));

const STOP = 60_000;
/** Time within which a killed server's processes must end and a killed worker is replaced, in milliseconds. */
const RECOVERY = 240_000;

export interface Finding {
  /** Duration of the event in milliseconds, or `null` if it did not end. */
  took: number | null;
  wrong: string[];
}

type Event = (server: Server, state: string) => Promise<Finding>;

export const isSupervisor = ({ command }: Process): boolean =>
  /^\S*node\s\S*src\/cli\/newsgauge\.js start/.test(command);
export const isWorker = ({ command }: Process): boolean => /\/main\.js$/.test(command);
const inWords = (processes: readonly Process[]) => processes.map(({ command }) => command.slice(0, 60)).join(', ');

export type EventName = 'everything' | 'stop' | 'npm' | 'node' | 'worker';

export const EVENTS: Record<EventName, Event> = {
  async everything(server, state) {
    const processes = server.processes();
    killAll(processes);
    const took = await ended(processes, STOP);
    return { took, wrong: findDamage(state) };
  },

  async stop(server, state) {
    const processes = server.processes();
    server.stop();
    const took = await ended(processes, STOP);
    const left = stillRunning(processes);
    killAll(left);
    const wrong = left.length > 0 ? [`after ${STOP / 1000} s there still run: ${inWords(left)}`] : [];
    return { took, wrong: [...wrong, ...findDamage(state)] };
  },

  /** Sends SIGKILL to npm alone. The server must notice and stop cleanly. */
  npm(server, state) {
    const [npm] = server.processes();
    return endsWith(server, state, 'npm', ({ pid }) => pid === npm?.pid, STOP);
  },

  /** Sends SIGKILL to the supervisor alone. No other process may continue to serve. */
  node: (server, state) => endsWith(server, state, 'node', isSupervisor, RECOVERY),

  /** Sends SIGKILL to the worker alone. It must be replaced, and the restart must be logged. */
  async worker(server, state) {
    const before = server.processes().filter(isWorker);
    const start = Date.now();
    killAll(before);
    let took: number | null = null;
    while (took === null && Date.now() < start + RECOVERY) {
      await sleep(100);
      if (await answers(server.url)) took = Date.now() - start;
    }
    const wrong = took === null ? ['a killed worker is not replaced'] : [];
    // The log line about the restart comes after the first response.
    const isLogged = () => server.hasSaid(/"event":"workerRestarted"/);
    while (!isLogged() && Date.now() < start + RECOVERY) await sleep(50);
    if (!isLogged()) wrong.push('the restart of the worker is not logged');
    const rest = await EVENTS.everything(server, state);
    return { took, wrong: [...wrong, ...rest.wrong] };
  },
};

async function endsWith(
  server: Server,
  state: string,
  name: string,
  isKilled: (process: Process) => boolean,
  patience: number,
): Promise<Finding> {
  const processes = server.processes();
  const killed = processes.filter(isKilled);
  if (killed.length === 0) throw new Error(`no process of ${name} among ${inWords(processes)}`);
  killAll(killed);
  const took = await ended(processes, patience);
  const left = stillRunning(processes);
  killAll(left);
  const wrong = left.length > 0 ? [`when ${name} was killed, there ran on: ${inWords(left)}`] : [];
  return { took, wrong: [...wrong, ...findDamage(state)] };
}

async function answers(url: URL): Promise<boolean> {
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(new URL('/health/ready', url), { signal }).catch(() => null);
  return answer?.status === 200;
}

/** Whether a click on a later article is stored. Returns false while the running server has locked its database. */
export function hasClickBehind(state: string, article: number): boolean {
  try {
    return ask(state, (all) => all(`SELECT 1 FROM click_hours WHERE content_id > ${article} LIMIT 1`).length > 0);
  } catch {
    return false;
  }
}
