import type { RunningWorker } from '../runtime.ts';

/** As in wrangler.toml. */
const WATCHDOG = '*/5 * * * *';
const HOUSEKEEPING = '17 3 * * *';

/**
 * The platform's cron does not fire here by itself: the watchdog and the feeds' poll run every five minutes, housekeeping once
 * at the start and daily. Returns what ends it.
 */
export function keepTime(worker: RunningWorker): () => void {
  const fire = (cron: string) =>
    worker.cron(cron).catch((error: Error) => console.error(`cron ${cron}: ${error.message}`));
  void fire(HOUSEKEEPING).then(() => fire(WATCHDOG));
  const timers = [setInterval(() => fire(WATCHDOG), 5 * 60_000), setInterval(() => fire(HOUSEKEEPING), 86_400_000)];
  return () => timers.forEach(clearInterval);
}
