import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import type worker from '../index.ts';
import type { SiteCoordinator, TopicWindow } from '../index.ts';
import { shareThread } from '../lib/thread/turns.ts';
import { allowedHosts } from '../syndication/fetch/public-url.ts';
import { Background } from './background.ts';
import type { WorkerConfig } from './config.ts';
import { d1On } from './d1/database.ts';
import { openD1File, openFile } from './d1/sqlite.ts';
import { kvOn } from './kv.ts';
import { Machine } from './machine.ts';
import { Objects } from './objects/objects.ts';
import { guardedFetch } from './outbound.ts';
import { Queues } from './queue/queues.ts';
import { rateLimiter } from './rate-limit.ts';
import { report } from './report.ts';
import { filesOf } from './state/files.ts';
import { filesWithLoss, Generations } from './state/generations.ts';
import { migrateFile } from './state/migrate.ts';
import { Turns } from './turns.ts';

export interface Platform {
  env: Env;
  background: Background;
  /** Runs work whose writes a power failure may undo, because no client relies on them yet. (docs/decisions.md#L23) */
  relaxed<T>(work: () => Promise<T>): Promise<T>;
  start(): void;
  /**
   * Stops the platform. Background tasks have `patience` milliseconds to finish. Resolves when all data is on disk. `last`
   * runs after all other writes have ended.
   */
  stop(patience: number, last?: () => Promise<void>): Promise<void>;
}

/** Maximum time for which a statement waits for a lock of another process. All other requests wait during this time. */
const BUSY_TIMEOUT_MS = 250;

interface WorkerModule {
  default: typeof worker;
  TopicWindow: typeof TopicWindow;
  SiteCoordinator: typeof SiteCoordinator;
}

const WRITABLE_CHECK_MS = 1000;

function isWritable(file: string): boolean {
  try {
    closeSync(openSync(file, 'r+'));
    return true;
  } catch {
    return false;
  }
}

/** Ends this worker when a file that SQLite opened read-only becomes writable, so that a new worker can write to it. */
function endWhenWritable(file: string): void {
  setInterval(() => isWritable(file) && process.exit(1), WRITABLE_CHECK_MS).unref();
}

/** Opens and migrates a state folder, and returns the Worker's bindings for it. `vars` override wrangler.toml. */
export function openPlatform(
  state: string,
  { default: handlers, TopicWindow, SiteCoordinator }: WorkerModule,
  config: WorkerConfig,
  vars: Record<string, string>,
): Platform {
  if (!existsSync(state)) mkdirSync(state, { recursive: true, mode: 0o700 });
  const files = filesOf(state);
  migrateFile(files.database);
  const isReadOnly = !isWritable(files.database);
  const background = new Background();
  const objectFile = openFile(files.objects);
  const objects = new Objects(objectFile, background);
  const commit = () => objects.commit();
  const database = openD1File(files.database);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const halves = openFile(files.halves);
  const queueFile = openFile(files.queues);
  const both = { database: { file: files.database, database }, queues: { file: files.queues, database: queueFile } };
  const lost = filesWithLoss(both);
  for (const name of lost) report('filesLost', new Error(`a file of the ${name} was missing`), { file: files[name] });
  const machine = new Machine(state, lost);
  const generations = new Generations(both);
  const turns = new Turns();
  const written = (thrown: unknown) => machine.noteWrite(thrown);
  const env = {
    ...config.vars,
    ...vars,
    // Messages cost nothing here.
    CLICK_WAIT_MS: '0',
    DB: d1On(database, { turns, before: commit, written }),
    SALTS: kvOn(halves),
    ...Object.fromEntries(Object.entries(config.limits).map(([name, limit]) => [name, rateLimiter(limit)])),
  } as unknown as Env;
  const queues = new Queues(
    queueFile,
    config.consumers,
    async (batch) => handlers.queue(batch as MessageBatch<unknown>, env),
    commit,
    written,
  );
  const producers = Object.entries(config.producers).map(([binding, queue]) => [binding, queues.producer(queue)]);
  Object.assign(env, Object.fromEntries(producers), {
    TOPIC_WINDOW: objects.namespace('TopicWindow', (ctx) => new TopicWindow(ctx, env)),
    SITE_COORDINATOR: objects.namespace('SiteCoordinator', (ctx) => new SiteCoordinator(ctx, env)),
  });
  globalThis.fetch = guardedFetch(allowedHosts(env.FEED_ALLOW_HOSTS), undefined, commit);
  let endMeasuring = () => {};
  const setSynchronous = (level: 'NORMAL' | 'FULL') => {
    for (const file of [database, halves, queueFile, objectFile]) file.exec(`PRAGMA synchronous = ${level}`);
  };
  return {
    env,
    background,
    async relaxed(work) {
      setSynchronous('NORMAL');
      return work().finally(() => setSynchronous('FULL'));
    },
    start() {
      // Before, there are no other requests, so the first import may use large transactions.
      shareThread(turns.ofLongTask);
      endMeasuring = machine.watch();
      if (isReadOnly) endWhenWritable(files.database);
      queues.start();
      objects.resume();
    },
    async stop(patience, last) {
      endMeasuring();
      generations.stop();
      await queues.stop();
      await background.idle(patience);
      objects.stop();
      if (last) {
        await last();
        await background.idle(patience);
      }
      database.close();
      halves.close();
    },
  };
}
