import type { Asking, ContractObject } from './worker/contract-worker.ts';

/** Bindings of workerd or of Node. Each contract test runs on both. */
export interface ContractRuntime {
  name: 'workerd' | 'node';
  /** Names of databases, and functions that open them. */
  databases: Readonly<Record<string, () => Promise<D1Database>>>;
  objects: DurableObjectNamespace<ContractObject>;
  queue: Queue<Asking>;
  kv: KVNamespace;
  /** Rate limiter that allows five requests per ten seconds. */
  limiter: RateLimit;
}

const isWorkerd = navigator.userAgent === 'Cloudflare-Workers';

export const runtime: ContractRuntime = isWorkerd
  ? (await import('./runtimes/workerd.ts')).runtime
  : (await import('./runtimes/node.ts')).runtime;

/** Repeats `look` until `holds` accepts its result, for two minutes at most. */
export async function until<T>(look: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  for (const end = performance.now() + 120_000; ; ) {
    const found = await look();
    if (holds(found) || performance.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
