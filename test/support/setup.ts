import { env, reset } from 'cloudflare:test';
import { vi } from 'vitest';

// Files share a runtime. Each begins with empty stores, with modules that remember nothing, with nothing replaced, and without earlier files' work.
const shared = globalThis as { endFile?: () => void };
shared.endFile?.();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
await settleQueues();
await emptyStores();
vi.resetModules();

const made = env.MIGRATIONS.map(({ name }) => env.DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name));
await env.DB.batch([
  env.DB.prepare(
    'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
  ),
  ...env.MIGRATIONS.flatMap(({ queries }) => queries.map((query) => env.DB.prepare(query))),
  ...made,
]);

let isOver = false;
shared.endFile = () => {
  isOver = true;
};
const { wait } = Object.getPrototypeOf(scheduler) as Scheduler;
scheduler.wait = async (...given) => {
  await wait.apply(scheduler, given);
  // What waits in the background of a request would write into the next file's stores. A promise that nothing can resolve would
  // make the runtime cancel the request as hung, and with it perhaps that of the tests themselves.
  while (isOver) await wait.call(scheduler, 60_000);
};

/** What an earlier file sent is consumed in that file's stores: among emptied ones it would fail, and come again in a later file. */
async function settleQueues(): Promise<void> {
  const queued = async () => {
    const metrics = await Promise.all([env.CLICKS, env.WEBHOOKS].map((queue) => queue.metrics()));
    return metrics.some(({ backlogCount }) => backlogCount > 0);
  };
  for (let tries = 0; tries < 250 && (await queued()); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Empties every binding. A database that still works while it is emptied keeps its tables, and is emptied again. */
async function emptyStores(): Promise<void> {
  const tables = env.DB.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'`);
  for (let tries = 0; tries < 100; tries++) {
    await reset();
    if (!(await tables.first())) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the stores of the file before could not be emptied');
}
