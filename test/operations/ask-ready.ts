import { env } from 'cloudflare:test';
import { readiness } from '../../src/routes/health.ts';
import { ask } from '../support/index.ts';
import { askUnder } from './faulty-env.ts';

/** Asks for readiness at a time when nothing is remembered of an earlier finding. */
export function askReady(bindings: Env = env): Promise<Response> {
  readiness.forget();
  return bindings === env ? ask('/health/ready') : askUnder(bindings, '/health/ready');
}
