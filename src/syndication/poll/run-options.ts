import { log, reasonOf } from '../../lib/log.ts';
import { allowedHosts } from '../fetch/public-url.ts';
import type { RunOptions } from './run.ts';

/** The dependencies of a run. `now`: epoch milliseconds. */
export function runOptions(env: Pick<Env, 'FEED_ALLOW_HOSTS'>, now: number): RunOptions {
  const start = Date.now();
  return {
    reach: { fetch: (url, init) => fetch(url, init), allowed: allowedHosts(env.FEED_ALLOW_HOSTS) },
    now,
    elapsed: () => Date.now() - start,
    report: (error) => log('cronFailed', Date.now(), { job: 'feeds', reason: reasonOf(error) }),
  };
}
