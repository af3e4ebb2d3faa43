import type { Asking, ContractObject } from './worker/contract-worker.ts';

/** The bindings that a contract is checked on: those of workerd, or those of Node. Each file of a contract runs in both. */
export interface ContractRuntime {
  name: 'workerd' | 'node';
  /** An empty database. */
  openDatabase(): Promise<D1Database>;
  objects: DurableObjectNamespace<ContractObject>;
  queue: Queue<Asking>;
  kv: KVNamespace;
  /** Five requests in ten seconds. */
  limiter: RateLimit;
  cache: Pick<Cache, 'match' | 'put' | 'delete'>;
}

const isWorkerd = navigator.userAgent === 'Cloudflare-Workers';

export const runtime: ContractRuntime = isWorkerd
  ? (await import('./runtimes/workerd.ts')).runtime
  : (await import('./runtimes/node.ts')).runtime;

/** Repeats `look` until it returns something that holds, for ten seconds at most. */
export async function until<T>(look: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const found = await look();
    if (holds(found) || tries === 200) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
