import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
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
  /** Folder that receives emails sent through the binding `EMAIL`. The binding is absent without it. */
  mail?: string;
  /** Receives each line of the log. Without it, lines are printed. */
  log?: (line: string) => void;
}

interface WorkerOptions {
  bindings?: Record<string, unknown>;
  assets?: object;
  ratelimits?: Record<string, { simple: { limit: number } }>;
  queueProducers?: Record<string, { queueName: string }>;
}

/** Starts the bundled Worker in the platform's simulator, with the bindings of wrangler.toml. */
export async function startWorker({
  state,
  port,
  host = '127.0.0.1',
  vars = {},
  rateLimit,
  script,
  mail,
  log,
}: StartOptions): Promise<RunningWorker> {
  // The script is already bundled, so wrangler's rules for other module types do not apply.
  const { modulesRules: _, ...options } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml'))
    .workerOptions as WorkerOptions & { modulesRules?: unknown };
  if (rateLimit) for (const limiter of Object.values(options.ratelimits ?? {})) limiter.simple.limit = rateLimit;
  const modules = typeof script === 'string' ? { 'index.js': script } : (script ?? (await bundle()));
  const mf = miniflare({
    ...options,
    name: 'newsgauge',
    modules: entryFirst(modules).map(([path, contents]) => ({
      type: isData(path) ? 'Data' : 'ESModule',
      path,
      contents,
    })),
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

const entryFirst = (modules: Modules): [path: string, contents: string][] =>
  Object.entries(modules).toSorted(([a], [b]) => Number(b === 'index.js') - Number(a === 'index.js'));
