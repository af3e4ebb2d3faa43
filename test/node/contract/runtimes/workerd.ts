import { env } from 'cloudflare:test';
import type { ContractRuntime } from '../runtime.ts';
import type { Asking, ContractObject } from '../worker/contract-worker.ts';

interface ContractBindings {
  SHARD_0: D1Database;
  CONTRACT: DurableObjectNamespace<ContractObject>;
  CONTRACT_QUEUE: Queue<Asking>;
}

const { SHARD_0, CONTRACT, CONTRACT_QUEUE } = env as unknown as ContractBindings;

export const runtime: ContractRuntime = {
  name: 'workerd',
  databases: { 'D1 of the simulator': async () => SHARD_0, 'D1 of the tests': async () => env.DB },
  objects: CONTRACT,
  queue: CONTRACT_QUEUE,
  kv: env.SALTS,
  limiter: env.LINK_BURST,
};
