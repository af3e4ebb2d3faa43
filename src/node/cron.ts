import { log, reasonOf } from '../lib/log.ts';
import { DAY_MS, MINUTE_MS } from '../lib/time.ts';
import { CRONS } from '../operations/cron-times.ts';

const START_DELAY_MS = 1000;

/** Runs jobs on their cron schedules, without delays after clock changes. Returns a function that stops the jobs. */
export function startCrons(run: (cron: string, at: number) => Promise<void>): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const fire = (cron: string): Promise<void> => {
    const job = run(cron, Date.now())
      .catch((thrown) => log('cronFailed', Date.now(), { cron, reason: reasonOf(thrown) }))
      .finally(() => running.delete(job));
    running.add(job);
    return job;
  };
  let isStopped = false;
  const first = setTimeout(async () => {
    await fire(CRONS.daily);
    if (!isStopped) await fire(CRONS.frequent);
  }, START_DELAY_MS);
  const timers = [
    setInterval(() => fire(CRONS.minutely), MINUTE_MS),
    setInterval(() => fire(CRONS.frequent), 5 * MINUTE_MS),
    setInterval(() => fire(CRONS.daily), DAY_MS),
  ];
  return async () => {
    isStopped = true;
    clearTimeout(first);
    timers.forEach(clearInterval);
    await Promise.all(running);
  };
}
