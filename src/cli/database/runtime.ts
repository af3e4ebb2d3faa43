import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import type { LocalService } from '../../selfhost/runtime/local-service.ts';
import { bundle, CONFIG } from '../../selfhost/runtime/prepare.ts';
import { logOfRuntime } from '../../selfhost/runtime/runtime-log.ts';
import { LOCAL, localWorkers, workerOptions } from '../../selfhost/runtime/workers.ts';

export { ROOT, stateDir } from '../../command/paths.ts';
export { bundle, databaseId, migrate } from '../../selfhost/runtime/prepare.ts';
export { verboseWrangler, wrangler } from '../deployment/wrangler.ts';

/** Wrangler keeps its state in this subfolder, which is named after its layout. */
const persistence = (state: string) => join(state, 'v3');

export interface RunningWorker extends LocalService {
  mf: Miniflare;
  /** Calls the Worker's scheduled handler, as the platform's cron would. */
  cron(expression: string, at?: Date): Promise<void>;
  /** How many messages wait, by queue. */
  waiting(): Promise<Record<string, number>>;
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
}

/** Starts the bundled Worker under the platform's simulator, for tests and measurements, with the bindings of wrangler.toml and its state in a folder. */
export async function startWorker({
  state,
  port,
  host = '127.0.0.1',
  vars = {},
  rateLimit,
  script = bundle(),
}: StartOptions): Promise<RunningWorker> {
  const mf = miniflare({
    workers: await localWorkers(CONFIG, script, { vars, rateLimit }),
    host,
    port,
    resourcePersistencePath: persistence(state),
    // The reader's location is unknown here; the simulator would give everybody the same one.
    cf: {},
    logRequests: false,
    handleStructuredLogs: logOfRuntime(),
  });
  const askQueues = async (path: string) => {
    const answer = await (await mf.getWorker(LOCAL)).fetch(`http://queue${path}`);
    return (await answer.json()) as Record<string, number>;
  };
  const url = await mf.ready;
  await askQueues('/wake');
  return {
    url,
    mf,
    db: await localDb(mf),
    kv: await localSalts(mf),
    async cron(cron, scheduledTime = new Date()) {
      await (await mf.getWorker()).scheduled({ cron, scheduledTime });
    },
    waiting: () => askQueues('/'),
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
  const faults: string[] = [];
  const mf = miniflare({
    modules: true,
    script: 'export default {}',
    compatibilityDate,
    d1Databases,
    kvNamespaces,
    resourcePersistencePath: persistence(state),
    handleStructuredLogs: logOfRuntime(undefined, (line) => faults.push(line)),
  });
  try {
    return await use(await localDb(mf), await localSalts(mf));
  } catch (thrown) {
    // What a client of the database is given says "internal error".
    const hides = /internal error/.test(String(thrown)) && faults.length > 0;
    throw hides ? new Error(JSON.parse(faults.at(-1) ?? '{}').reason, { cause: thrown }) : thrown;
  } finally {
    await mf.dispose();
  }
}

/** Wrangler returns its configuration in the format of miniflare 4. */
const miniflare = (options: object): Miniflare => new Miniflare(converted(options));

const converted = (options: object) =>
  convertV4MiniflareOptions(options as Parameters<typeof convertV4MiniflareOptions>[0]);

/** The key-value store of halves. */
const localSalts = async (mf: Miniflare): Promise<KVNamespace> =>
  (await mf.getKVNamespace('SALTS')) as unknown as KVNamespace;

const localDb = async (mf: Miniflare): Promise<D1Database> => (await mf.getD1Database('DB')) as unknown as D1Database;
