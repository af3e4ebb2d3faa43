import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { build } from './build.ts';

/** Bytes of messages that a queue holds: as on the platform. */
const MAX_BACKLOG_BYTES = 25e9;
/** Name of the Worker that keeps the queues and opens the doors for this machine's own processes. */
export const LOCAL = 'newsgauge-queue';

/** A second name for the Worker's handlers, since the first one leads through its assets, which pass no batches on. */
const DOORS = `export * from './index.js';
export { default, default as consumer } from './index.js';`;

export interface Changes {
  /** Variables in place of those of the configuration. */
  vars: Record<string, string>;
  /** Requests a minute that a key may make, in place of the configured limits. */
  rateLimit?: number | undefined;
}

/**
 * Options of miniflare for a bundled Worker with the bindings of a wrangler configuration, and for the local queue, which
 * takes the place of the simulator's: that one keeps its messages in memory.
 */
export async function localWorkers(config: string, script: string, { vars, rateLimit }: Changes): Promise<object[]> {
  // The script is bundled already, so wrangler's rules for other module types do not apply.
  const { modulesRules: _, queueProducers, queueConsumers, ...options } = workerOptions(config);
  for (const limiter of Object.values(options.ratelimits ?? {})) if (rateLimit) limiter.simple.limit = rateLimit;
  const producers = Object.entries(queueProducers ?? {}).map(([binding, { queueName }]) => [
    binding,
    { name: LOCAL, entrypoint: 'Producer', props: { queue: queueName } },
  ]);
  const worker = {
    ...options,
    name: 'newsgauge',
    modules: [
      { type: 'ESModule', path: 'local.js', contents: DOORS },
      { type: 'ESModule', path: 'index.js', contents: script },
    ],
    bindings: { ...options.bindings, ...vars },
    serviceBindings: { ...options.serviceBindings, ...Object.fromEntries(producers) },
  };
  const local = {
    name: LOCAL,
    modules: true,
    script: build().local,
    compatibilityDate: options.compatibilityDate,
    // The runtime's door to `queue` and `scheduled` handlers is experimental.
    compatibilityFlags: ['service_binding_extra_handlers', 'experimental'],
    durableObjects: { QUEUES: { className: 'LocalQueue', useSQLite: true } },
    d1Databases: options.d1Databases ?? {},
    kvNamespaces: options.kvNamespaces ?? {},
    bindings: { CONSUMERS: withoutGaps(queueConsumers), MAX_BACKLOG_BYTES },
    serviceBindings: { CONSUMER: { name: 'newsgauge', entrypoint: 'consumer' } },
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  };
  return [worker, local];
}

/** What wrangler reads out of its configuration, as far as it is looked at here. */
interface WorkerOptions {
  modulesRules?: unknown;
  compatibilityDate?: string;
  bindings?: Record<string, unknown>;
  serviceBindings?: Record<string, unknown>;
  d1Databases?: Record<string, { id: string }>;
  kvNamespaces?: Record<string, unknown>;
  ratelimits?: Record<string, { simple: { limit: number } }>;
  queueProducers?: Record<string, { queueName: string }>;
  queueConsumers?: Record<string, object>;
}

export const workerOptions = (config: string): WorkerOptions =>
  unstable_getMiniflareWorkerOptions(config).workerOptions as WorkerOptions;

/** Without fields that are undefined, which miniflare takes for no JSON. */
const withoutGaps = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? {}));
