import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { MERGED } from './deployment/settings.ts';
import { databaseFile } from './local/database-file.ts';
import { localWorkers, QUEUE, workerOptions } from './local/workers.ts';
import { ROOT } from './paths.ts';

export { ROOT, stateDir } from './paths.ts';

const CONFIG = join(ROOT, 'wrangler.toml');
const MIGRATIONS = join(ROOT, 'drizzle');

/** The id of the local database. */
export function databaseId(): string {
  const { id } = workerOptions(CONFIG).d1Databases?.DB ?? {};
  if (!id) throw new Error('wrangler.toml names no database DB');
  return id;
}

/** Names of the variables that the configuration has. */
export const variableNames = (): string[] => Object.keys(workerOptions(CONFIG).bindings ?? {});

/** Wrangler keeps its state in this subfolder, which is named after its layout. */
const persistence = (state: string) => join(state, 'v3');

/** Runs the project's wrangler and returns what it prints on stdout, warnings only without `--json`. Throws with its stderr. */
export const wrangler = (...args: string[]): string => runWrangler(args, args.includes('--json') ? 'log' : 'warn');

/** As `wrangler`, with everything that it prints. */
export const verboseWrangler = (...args: string[]): string => runWrangler(args, 'log');

/** Where a deployment was made with settings of its own, they say which resources are meant. */
const deployedConfig = (args: readonly string[]): string[] =>
  args.includes('--remote') && !args.includes('--config') && existsSync(join(ROOT, MERGED)) ? ['--config', MERGED] : [];

function runWrangler(args: readonly string[], level: 'log' | 'warn'): string {
  const command = [join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), ...args, ...deployedConfig(args)];
  return execFileSync(process.execPath, command, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // A page of a backup may be a few megabytes; node's default is one.
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, CI: 'true', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG: level },
  });
}

/** Bundles the Worker as a deployment would; returns the script. */
export function bundle(): string {
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-'));
  try {
    // Not minified, so that a stack in the log can be read.
    wrangler('deploy', '--dry-run', '--no-minify', '--outdir', folder);
    return readFileSync(join(folder, 'index.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Brings the local database's schema up to date. */
export function migrate(state: string): void {
  if (isMigrated(databaseFile(state, databaseId()))) return;
  wrangler('d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', state);
}

/** Remembered, because asking wrangler takes seconds. */
function isMigrated(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const applied = new Set(
      database
        .prepare('SELECT name FROM d1_migrations')
        .all()
        .map(({ name }) => name),
    );
    return readdirSync(MIGRATIONS).every((name) => !name.endsWith('.sql') || applied.has(name));
  } catch {
    return false;
  } finally {
    database.close();
  }
}

export interface RunningWorker {
  url: URL;
  mf: Miniflare;
  /** A different object after a restart of workerd. */
  readonly db: D1Database;
  /** Calls the Worker's scheduled handler, as the platform's cron would. */
  cron(expression: string, at?: Date): Promise<void>;
  /** How many messages wait, by queue. */
  waiting(): Promise<Record<string, number>>;
  /** Goes on with another bundle of the Worker; resolves to where it answers. State and queues stay. */
  reload(script: string): Promise<URL>;
  dispose(): Promise<void>;
}

export interface StartOptions {
  state: string;
  /** 0: any free port. */
  port: number;
  host?: string;
  /** Variables in place of those in wrangler.toml. */
  vars?: Record<string, string>;
  /** Requests a minute that a key may make, in place of the limits in wrangler.toml: for benchmarks. */
  rateLimit?: number;
  /** A script instead of the bundle of `src/index.ts`. */
  script?: string;
  /** Called when workerd has died and been replaced. */
  onRestart?: () => void;
}

/** Starts the bundled Worker under workerd with the bindings of wrangler.toml and its state in a folder. */
export async function startWorker({
  state,
  port,
  host = '127.0.0.1',
  vars = {},
  rateLimit,
  script = bundle(),
  onRestart,
}: StartOptions): Promise<RunningWorker> {
  const options = async (code: string) => ({
    workers: await localWorkers(CONFIG, code, { vars, rateLimit }),
    host,
    port,
    resourcePersistencePath: persistence(state),
    // The reader's location is unknown here; the simulator would give everybody the same one.
    cf: {},
    logRequests: false,
    unsafeHandleRuntimeRestart: async () => {
      await open();
      onRestart?.();
    },
  });
  const mf = miniflare(await options(script));
  const askQueues = async (path: string) => {
    const answer = await (await mf.getWorker(QUEUE)).fetch(`http://queue${path}`);
    return (await answer.json()) as Record<string, number>;
  };
  let db: D1Database | undefined;
  const open = async () => {
    db = await localDb(mf);
    await askQueues('/wake');
  };
  const url = await mf.ready;
  await open();
  return {
    url,
    mf,
    get db() {
      if (!db) throw new Error('workerd does not run');
      return db;
    },
    async cron(cron, scheduledTime = new Date()) {
      await (await mf.getWorker()).scheduled({ cron, scheduledTime });
    },
    waiting: () => askQueues('/'),
    async reload(code) {
      await mf.setOptions(converted(await options(code)));
      await open();
      return await mf.ready;
    },
    dispose: () => mf.dispose(),
  };
}

/**
 * Opens the local database and key-value store, with or without a running server, calls a function with them, and closes them.
 * `config`: the configuration that says which they are.
 */
export async function withLocalDb<T>(
  state: string,
  use: (db: D1Database, salts: KVNamespace) => Promise<T>,
  config = CONFIG,
): Promise<T> {
  const { compatibilityDate, d1Databases, kvNamespaces } = workerOptions(config);
  const mf = miniflare({
    modules: true,
    script: 'export default {}',
    compatibilityDate,
    d1Databases,
    kvNamespaces,
    resourcePersistencePath: persistence(state),
  });
  try {
    return await use(await localDb(mf), (await mf.getKVNamespace('SALTS')) as unknown as KVNamespace);
  } finally {
    await mf.dispose();
  }
}

/** Wrangler returns its configuration in the format of miniflare 4. */
const miniflare = (options: object): Miniflare => new Miniflare(converted(options));

const converted = (options: object) =>
  convertV4MiniflareOptions(options as Parameters<typeof convertV4MiniflareOptions>[0]);

const localDb = async (mf: Miniflare): Promise<D1Database> => (await mf.getD1Database('DB')) as unknown as D1Database;
