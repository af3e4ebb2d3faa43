import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, migrate } from '../../src/cli/database/runtime.ts';

/** Names the folder that the files of a run share. */
const VARIABLE = 'NEWSGAUGE_BUILT';

/** Bundles the Worker and migrates an empty state, in a new folder. Both take wrangler seconds. */
function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-built-'));
  writeFileSync(join(folder, 'worker.js'), bundle());
  migrate(join(folder, 'state'));
  return folder;
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Node's test runner calls it before all files (`--test-global-setup`); they inherit the variable. */
export function globalSetup(): void {
  process.env[VARIABLE] = build();
}

export function globalTeardown(): void {
  remove(process.env[VARIABLE] ?? '');
}

let own: string | undefined;

/** The folder of the run; a file that is run by itself makes its own. */
function folder(): string {
  const shared = process.env[VARIABLE];
  if (shared) return shared;
  if (!own) {
    const made = build();
    own = made;
    process.once('exit', () => remove(made));
  }
  return own;
}

/** The bundled Worker. */
export const builtWorker = (): string => readFileSync(join(folder(), 'worker.js'), 'utf8');

/** Fills a folder with the state of a server that has just been migrated. */
export const newState = (state: string): void => cpSync(join(folder(), 'state'), state, { recursive: true });
