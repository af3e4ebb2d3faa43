import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { Background } from '../../../../src/node/background.ts';
import { d1On } from '../../../../src/node/d1/database.ts';
import { openD1File, openFile } from '../../../../src/node/d1/sqlite.ts';
import { kvOn } from '../../../../src/node/kv.ts';
import '../../../../src/node/modules/globals.ts';
import { Objects } from '../../../../src/node/objects/objects.ts';
import { Queues } from '../../../../src/node/queue/queues.ts';
import { rateLimiter } from '../../../../src/node/rate-limit.ts';
import type { ContractRuntime } from '../runtime.ts';
import { CONTRACT_CONSUMER } from '../worker/consumer-settings.ts';
import { type Asking, type ContractEnv, ContractObject, consume } from '../worker/contract-worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-contract-'));
const objects = new Objects(openFile(join(folder, 'objects.sqlite')), new Background());
const env = {} as ContractEnv;
env.CONTRACT = objects.namespace(
  'ContractObject',
  (ctx) => new ContractObject(ctx, env),
) as unknown as ContractEnv['CONTRACT'];
const settings = {
  contract: CONTRACT_CONSUMER,
  'contract-dead': { maxBatchSize: 10, maxBatchTimeout: 0.1, maxRetries: 3 },
};
const queues = new Queues(openFile(join(folder, 'queues.sqlite')), settings, (batch) =>
  consume(batch as MessageBatch<Asking>, env),
);
queues.start();
afterAll(async () => {
  await queues.stop();
  objects.stop();
  rmSync(folder, { recursive: true, force: true });
});

export const runtime: ContractRuntime = {
  name: 'node',
  databases: {
    'D1 of Node': async () => d1On(openD1File(join(folder, 'd1.sqlite')), { before: () => objects.commit() }),
  },
  objects: env.CONTRACT,
  queue: queues.producer('contract') as Queue<Asking>,
  kv: kvOn(openFile(join(folder, 'kv.sqlite'))),
  limiter: rateLimiter({ limit: 5, period: 10 }),
};
