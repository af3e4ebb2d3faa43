import { log, reasonOf } from '../../lib/log.ts';
import type { Millis } from '../../lib/time.ts';
import { agentOf } from '../fetch/fetch.ts';
import { allowedHosts } from '../fetch/public-url.ts';
import type { RunOptions } from './run.ts';

export function runOptions(env: Pick<Env, 'FEED_ALLOW_HOSTS' | 'FEED_AGENT' | 'PUBLIC_URL'>, now: Millis): RunOptions {
  const start = Date.now();
  return {
    reach: {
      fetch: (url, init) => fetch(url, init),
      allowed: allowedHosts(env.FEED_ALLOW_HOSTS),
      agent: agentOf(env.FEED_AGENT, env.PUBLIC_URL),
    },
    now,
    elapsed: () => Date.now() - start,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    report: (error) => log('cronFailed', Date.now(), { job: 'feeds', reason: reasonOf(error) }),
  };
}
