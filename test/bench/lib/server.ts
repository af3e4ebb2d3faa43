import { now } from '../../../src/command/command.ts';
import { openDb } from '../../../src/db/client.ts';
import type { KeyKind } from '../../../src/keys/key.ts';
import { createKey } from '../../../src/keys/key-store.ts';
import { bundleWorker } from '../../support/bundle-worker.ts';
import { type RunningWorker, startWorker } from '../../support/worker.ts';

/** Bundles `test/bench/worker.ts`: the whole Worker with routes for comparison. */
export const benchScript = (): Promise<string> => bundleWorker('test/bench/worker.ts');

/** Starts the bench Worker on a state with these settings (`vars`), without rate limits or a request log. */
export const startBench = (state: string, script: string, vars: Record<string, string> = {}): Promise<RunningWorker> =>
  startWorker({ state, port: 0, script, rateLimit: 1_000_000_000, vars: { LOG_LEVEL: 'warn', ...vars } });

export const makeKey = (db: D1Database, kind: KeyKind): Promise<string> =>
  createKey(openDb(db), { kind, name: `bench ${kind}`, origins: [], expiresAt: null }, now());
