import type { Miniflare } from 'miniflare';
import { localDb, localSalts, miniflare, persistence } from '../../src/cli/database/runtime.ts';
import type { LocalService } from '../../src/selfhost/runtime/local-service.ts';
import type { Modules } from '../../src/selfhost/runtime/modules.ts';
import { logOfRuntime } from '../../src/selfhost/runtime/runtime-log.ts';
import { LOCAL, localWorkers } from '../../src/selfhost/runtime/workers.ts';

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
  /** A script, or modules, instead of the bundle of `src/index.ts`. */
  script?: string | Modules;
  /** Folder for what the platform's own sending (the binding `EMAIL`) is given; left out: there is no such binding. */
  mail?: string;
}

/** Starts the bundled Worker under the platform's simulator, for tests and measurements, with the bindings of wrangler.toml and its state in a folder. */
export async function startWorker({
  state,
  port,
  host = '127.0.0.1',
  vars = {},
  rateLimit,
  script,
  mail,
}: StartOptions): Promise<RunningWorker> {
  const [worker, ...others] = await localWorkers({ vars, rateLimit, script });
  const mf = miniflare({
    workers: [mail ? { ...worker, email: { send_email: [{ name: 'EMAIL' }] } } : (worker ?? {}), ...others],
    ...(mail ? { resourceTmpPath: mail } : {}),
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
