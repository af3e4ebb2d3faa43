import { env, reset } from 'cloudflare:test';
import { afterAll, afterEach, vi } from 'vitest';
import { bufferConsole } from './console.ts';
import { sendDirectly } from './direct-database.ts';

// Test files share a runtime. Each starts with empty stores, fresh modules, no mocks and no pending work.
const shared = globalThis as unknown as {
  endFile?: () => void;
  hasSent?: boolean;
  forgetting?: (() => void)[];
  __vitest_worker__: { evaluatedModules: { idToModuleMap: Map<string, object> } };
};
shared.endFile?.();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
sendDirectly(env.DB, 'DB');
const printLines = bufferConsole();
afterEach(printLines);
afterAll(printLines);
await settleQueues();
await emptyStores();
for (const forget of shared.forgetting ?? []) forget();
// Only the test modules are loaded again. `vi.resetModules()` would reset all modules.
for (const [id, module] of shared.__vitest_worker__.evaluatedModules.idToModuleMap) {
  if (id.includes('/test/')) Object.assign(module, { promise: undefined, exports: undefined, evaluated: false });
}

const made = env.MIGRATIONS.map(({ name }) => env.DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name));
await env.DB.batch([
  env.DB.prepare(
    'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
  ),
  ...env.EMPTY_DATABASE.map((statements) => env.DB.prepare(statements)),
  ...made,
]);

let isOver = false;
shared.endFile = () => {
  isOver = true;
};
const { wait } = Object.getPrototypeOf(scheduler) as Scheduler;
scheduler.wait = async (...given) => {
  await wait.apply(scheduler, given);
  // Background work of a request could otherwise write into the stores of the next file.
  while (isOver) await wait.call(scheduler, 60_000);
};

/**
 * Messages of an earlier file would fail with empty stores and return in a later file. A batch in progress is not in
 * the backlog, so queues must have been empty for a while.
 */
async function settleQueues(): Promise<void> {
  const queues = [env.CLICKS, env.WEBHOOKS];
  if (shared.hasSent === undefined) for (const queue of queues) watchSending(queue);
  const quiet = shared.hasSent ? 25 : 1;
  shared.hasSent = false;
  for (let tries = 0, empty = 0; tries < 250 && empty < quiet; tries++) {
    const metrics = await Promise.all(queues.map((queue) => queue.metrics()));
    empty = metrics.some(({ backlogCount }) => backlogCount > 0) ? 0 : empty + 1;
    if (empty < quiet) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function watchSending(queue: Queue): void {
  for (const method of ['send', 'sendBatch'] as const) {
    const send = queue[method].bind(queue) as (...given: unknown[]) => Promise<unknown>;
    Object.assign(queue, {
      [method]: (...given: unknown[]) => {
        shared.hasSent = true;
        return send(...given);
      },
    });
  }
}

/** Empties every binding. A database that is still in use keeps its tables and is emptied again. */
async function emptyStores(): Promise<void> {
  const tables = env.DB.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'`);
  for (let tries = 0; tries < 100; tries++) {
    await reset();
    if (!(await tables.first())) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the stores of the file before could not be emptied');
}
