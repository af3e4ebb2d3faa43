import { log, reasonOf } from '../lib/log.ts';
import { DAY_MS, MINUTE_MS } from '../lib/time.ts';
import { CRONS } from '../operations/cron-times.ts';

/**
 * Calls the Worker's jobs in the intervals of their expressions, the daily and the frequent ones at the start, too. Timers are monotonic: a
 * clock that is set back delays nothing. Returns what ends it.
 */
export function startCrons(run: (cron: string, at: number) => Promise<void>): () => void {
  const fire = async (cron: string) => {
    try {
      await run(cron, Date.now());
    } catch (thrown) {
      log('cronFailed', Date.now(), { cron, reason: reasonOf(thrown) });
    }
  };
  let isStopped = false;
  void fire(CRONS.daily).then(() => (isStopped ? undefined : fire(CRONS.frequent)));
  const timers = [
    setInterval(() => fire(CRONS.minutely), MINUTE_MS),
    setInterval(() => fire(CRONS.frequent), 5 * MINUTE_MS),
    setInterval(() => fire(CRONS.daily), DAY_MS),
  ];
  return () => {
    isStopped = true;
    timers.forEach(clearInterval);
  };
}
