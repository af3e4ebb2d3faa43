import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFiles } from '../../src/command/bundle.js';
import { filesOf } from '../../src/node/state/files.ts';
import { migrateFile } from '../../src/node/state/migrate.ts';
import { useMemory } from './processes.ts';
import { readSettings, type WorkerSettings } from './worker.ts';
import { bundle, type Modules, migrate } from './workerd/runtime.ts';

const VARIABLE = 'NEWSGAUGE_BUILT';

useMemory();

/** Bundles the Worker and the server with its commands, and migrates an empty state. */
async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-built-'));
  writeFileSync(join(folder, 'worker.json'), JSON.stringify(await bundle()));
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(await readSettings()));
  migrateFile(filesOf(join(folder, 'state')).database);
  migrate(join(folder, 'workerd'));
  await bundleFiles();
  return folder;
}

const shared = process.env[VARIABLE];
const folder = shared ?? (await build());
const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
if (!shared) process.once('exit', remove);

/** Node's test runner calls this before all files (`--test-global-setup`). The files inherit the variable. */
export function globalSetup(): void {
  process.env[VARIABLE] = folder;
}

export const globalTeardown = remove;

export const builtWorker = (): Modules => JSON.parse(readFileSync(join(folder, 'worker.json'), 'utf8'));

/** Returns the settings of wrangler.toml. */
export const builtSettings = (): WorkerSettings => JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'));

export const newState = (state: string): void => cpSync(join(folder, 'state'), state, { recursive: true });

export const newWorkerdState = (state: string): void => cpSync(join(folder, 'workerd'), state, { recursive: true });
