import { log, reasonOf } from '../../lib/log.ts';
import type { Millis } from '../../lib/time.ts';
import { allowedHosts } from '../fetch/public-url.ts';
import type { RunOptions } from './run.ts';

/** The dependencies of a run. */
export function runOptions(env: Pick<Env, 'FEED_ALLOW_HOSTS'>, now: Millis): RunOptions {
  const start = Date.now();
  return {
    reach: { fetch: (url, init) => fetch(url, init), allowed: allowedHosts(env.FEED_ALLOW_HOSTS) },
    now,
    elapsed: () => Date.now() - start,
    report: (error) => log('cronFailed', Date.now(), { job: 'feeds', reason: reasonOf(error) }),
  };
}
