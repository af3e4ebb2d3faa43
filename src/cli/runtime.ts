import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { logOfRuntime } from './local/runtime-log.ts';
import { localWorkers, QUEUE, workerOptions } from './local/workers.ts';
import { bundle, CONFIG } from './prepare.ts';

export { ROOT, stateDir } from './paths.ts';
export { bundle, databaseId, migrate } from './prepare.ts';
export { verboseWrangler, wrangler } from './wrangler.ts';

/** Names of the variables that the configuration has. */
export const variableNames = (): string[] => Object.keys(workerOptions(CONFIG).bindings ?? {});

/** Wrangler keeps its state in this subfolder, which is named after its layout. */
const persistence = (state: string) => join(state, 'v3');

/** Seconds between two attempts to start workerd, at most. */
const MAX_PAUSE = 30;

export interface RunningWorker {
  url: URL;
  mf: Miniflare;
  /** A different object after a restart of workerd. */
  readonly db: D1Database;
  /** Calls the Worker's scheduled handler, as the platform's cron would. */
  cron(expression: string, at?: Date): Promise<void>;
  /** Resumes the deliveries of every queue; resolves to how many messages wait, by queue. */
  wake(): Promise<Record<string, number>>;
  /** How many messages wait, by queue. */
  waiting(): Promise<Record<string, number>>;
  /** Goes on with another bundle of the Worker; resolves to where it answers. State and queues stay. */
  reload(script: string): Promise<URL>;
  /** After workerd has died: resolves to where the next one answers, however often it fails to start. */
  revive(): Promise<URL>;
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
  /** Called when it could not be replaced, with the reason and the seconds until the next attempt. */
  onFailure?: (reason: string, seconds: number) => void;
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
  onFailure,
}: StartOptions): Promise<RunningWorker> {
  const options = async (code: string) => ({
    workers: await localWorkers(CONFIG, code, { vars, rateLimit }),
    host,
    port,
    resourcePersistencePath: persistence(state),
    // The reader's location is unknown here; the simulator would give everybody the same one.
    cf: {},
    logRequests: false,
    handleStructuredLogs: logOfRuntime(),
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
  let running = script;
  const restart = async () => {
    await mf.setOptions(converted(await options(running)));
    return mf.ready;
  };
  const replace = async (): Promise<URL> => {
    for (let pause = 1; ; pause = Math.min(MAX_PAUSE, pause * 2)) {
      try {
        // Miniflare replaces a workerd that has died, but gives up on one that dies while it starts.
        const url = await mf.ready.catch(restart);
        await open();
        onRestart?.();
        return url;
      } catch (thrown) {
        onFailure?.((thrown as Error).message.split('\n')[0] ?? '', pause);
        await sleep(pause * 1000);
      }
    }
  };
  let reviving: Promise<URL> | undefined;
  const revive = () => {
    reviving ??= replace().finally(() => {
      reviving = undefined;
    });
    return reviving;
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
    wake: () => askQueues('/wake'),
    waiting: () => askQueues('/'),
    async reload(code) {
      running = code;
      const target = await restart();
      await open();
      return target;
    },
    revive,
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
export const localSalts = async (mf: Miniflare): Promise<KVNamespace> =>
  (await mf.getKVNamespace('SALTS')) as unknown as KVNamespace;

const localDb = async (mf: Miniflare): Promise<D1Database> => (await mf.getD1Database('DB')) as unknown as D1Database;
