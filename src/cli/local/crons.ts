import type { RunningWorker } from '../runtime.ts';

/** As in wrangler.toml. */
const WATCHDOG = '*/5 * * * *';
const HOUSEKEEPING = '17 3 * * *';
/** Milliseconds between two calls of the queues: an alarm that cannot be noted, as on a full disk, is dropped by the runtime. */
const WAKE = 30_000;
/** Calls that come while one is not answered, after which the runtime hangs: five minutes. */
const HUNG = 10;

/**
 * The platform's cron does not fire here by itself: the watchdog and the feeds' poll run every five minutes, housekeeping once
 * at the start and daily. Queues are woken, so that what waits is delivered whatever has become of their alarms; `onHang` is called
 * where they have not answered for five minutes. Returns what ends it.
 */
export function keepTime(worker: Pick<RunningWorker, 'cron' | 'wake'>, onHang: () => void): () => void {
  const fire = (cron: string) =>
    worker.cron(cron).catch((error: Error) => console.error(`cron ${cron}: ${error.message}`));
  void fire(HOUSEKEEPING).then(() => fire(WATCHDOG));
  let isWaking = false;
  let unanswered = 0;
  const wake = async () => {
    if (isWaking) {
      unanswered++;
      if (unanswered % HUNG === 0) onHang();
      return;
    }
    isWaking = true;
    unanswered = 0;
    // What keeps a queue from answering is in the log of its own failures.
    await worker.wake().catch(() => {});
    isWaking = false;
  };
  const timers = [
    setInterval(() => fire(WATCHDOG), 5 * 60_000),
    setInterval(() => fire(HOUSEKEEPING), 86_400_000),
    setInterval(wake, WAKE),
  ];
  return () => timers.forEach(clearInterval);
}
