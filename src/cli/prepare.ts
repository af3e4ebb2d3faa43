/** What a server needs before it starts: the Worker's bundle and a database whose schema is up to date. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseFile } from './local/database-file.ts';
import { appliedMigrations, knownMigrations } from './local/migrations.ts';
import { databaseId } from './local/names.ts';
import { ROOT } from './paths.ts';
import { type Begun, wrangler, wranglerAside } from './wrangler.ts';

export { databaseId };

export const CONFIG = join(ROOT, 'wrangler.toml');

/** Not minified, so that a stack in the log can be read. */
const bundling = (folder: string) => ['deploy', '--dry-run', '--no-minify', '--outdir', folder];

const migrating = (state: string) => ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', state];

/** Bundles the Worker as a deployment would; returns the script. */
export function bundle(): string {
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-'));
  try {
    wrangler(...bundling(folder));
    return readFileSync(join(folder, 'index.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As `bundle`, beside this process (`wranglerAside`). */
export async function bundleAside(begun: Begun): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-'));
  const clean = () => rmSync(folder, { recursive: true, force: true });
  // A stop ends the process without coming back here.
  process.once('exit', clean);
  try {
    await wranglerAside(bundling(folder), begun);
    return readFileSync(join(folder, 'index.js'), 'utf8');
  } finally {
    clean();
    process.removeListener('exit', clean);
  }
}

/** Brings the local database's schema up to date. */
export function migrate(state: string): void {
  if (!isMigrated(databaseFile(state, databaseId()))) wrangler(...migrating(state));
}

/** As `migrate`, beside this process (`wranglerAside`). */
export async function migrateAside(state: string, begun: Begun): Promise<void> {
  if (!isMigrated(databaseFile(state, databaseId()))) await wranglerAside(migrating(state), begun);
}

/** Looked up in the file, because asking wrangler takes seconds. */
function isMigrated(file: string): boolean {
  const applied = new Set(appliedMigrations(file));
  return knownMigrations().every((name) => applied.has(name));
}
