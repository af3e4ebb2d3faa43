import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { isData } from '../../scripts/build/worker-parts.ts';
import { ROOT } from '../../src/command/paths.ts';
import { bundle, localDb, localSalts, type Modules, miniflare, persistence } from './workerd/runtime.ts';
import { logOfRuntime } from './workerd/runtime-log.ts';

/** A key's rate limiter counts one in this many clicks. */
const SAMPLE = 10;

export interface RunningWorker {
  url: URL;
  db: D1Database;
  kv: KVNamespace;
  mf: Miniflare;
  /** Calls the Worker's scheduled handler, as the platform's cron does. */
  cron(expression: string, at?: Date): Promise<void>;
  waiting(): Promise<Record<string, number>>;
  dispose(): Promise<void>;
}

export interface StartOptions {
  state: string;
  /** Port of the server. 0 selects any free port. */
  port: number;
  host?: string;
  vars?: Record<string, string>;
  /** Requests per minute and key, for benchmarks. Replaces the limits in wrangler.toml. */
  rateLimit?: number;
  /** A script or modules in place of the bundle of `src/index.ts`. */
  script?: string | Modules;
  /** Settings of wrangler.toml, if they have been read before. */
  settings?: WorkerSettings;
  /** Folder that receives emails sent through the binding `EMAIL`. The binding is absent without it. */
  mail?: string;
  /** Receives each line of the log. Without it, lines are printed. */
  log?: (line: string) => void;
}

export interface WorkerSettings {
  bindings?: Record<string, unknown>;
  assets?: object;
  ratelimits?: Record<string, { simple: { limit: number } }>;
  queueProducers?: Record<string, { queueName: string }>;
}

/** Returns the bindings of wrangler.toml as settings of the simulator. */
export async function readSettings(): Promise<WorkerSettings> {
  // Wrangler takes about a second of CPU time to load.
  const { unstable_getMiniflareWorkerOptions } = await import('wrangler');
  // The script is already bundled, so wrangler's rules for other module types do not apply.
  const { modulesRules: _, ...settings } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml'))
    .workerOptions as WorkerSettings & { modulesRules?: unknown };
  return settings;
}

/** Starts the bundled Worker in the platform's simulator, with the bindings of wrangler.toml. */
export async function startWorker({
  state,
  port,
  host = '127.0.0.1',
  vars = {},
  rateLimit,
  script,
  settings,
  mail,
  log,
}: StartOptions): Promise<RunningWorker> {
  const options = settings ?? (await readSettings());
  if (rateLimit) for (const limiter of Object.values(options.ratelimits ?? {})) limiter.simple.limit = rateLimit;
  const modules = typeof script === 'string' ? { 'index.js': script } : (script ?? (await bundle()));
  const mf = miniflare({
    ...options,
    name: 'newsgauge',
    modules: inOrder(modules).map(([path, contents]) => ({ type: isData(path) ? 'Data' : 'ESModule', path, contents })),
    bindings: {
      ...options.bindings,
      // Single clicks in tests need not wait for others.
      CLICK_WAIT_MS: '0',
      ...(rateLimit ? { KEY_CLICKS: String(rateLimit * SAMPLE) } : {}),
      ...vars,
    },
    ...(mail ? { email: { send_email: [{ name: 'EMAIL' }] }, resourceTmpPath: mail } : {}),
    host,
    port,
    resourcePersistencePath: persistence(state),
    // Otherwise, the simulator would give every reader the same location.
    cf: {},
    logRequests: false,
    handleStructuredLogs: logOfRuntime(log, log),
  });
  const url = await mf.ready;
  return {
    url,
    mf,
    db: await localDb(mf),
    kv: await localSalts(mf),
    async cron(cron, scheduledTime = new Date()) {
      await (await mf.getWorker()).scheduled({ cron, scheduledTime });
    },
    async waiting() {
      const counts = Object.keys(options.queueProducers ?? {}).map(async (binding) => {
        const queue = (await mf.getQueueProducer(binding)) as unknown as Queue & {
          metrics(): Promise<{ backlogCount: number }>;
        };
        return [binding, (await queue.metrics()).backlogCount] as const;
      });
      return Object.fromEntries(await Promise.all(counts));
    },
    dispose: () => mf.dispose(),
  };
}

/** The entry is first. The others follow by size, because the simulator copies all earlier modules for each module. */
const inOrder = (modules: Modules): [path: string, contents: string][] =>
  Object.entries(modules).toSorted(
    ([a, { length }], [b, other]) => Number(b === 'index.js') - Number(a === 'index.js') || length - other.length,
  );
