import { DAY_MS, MINUTE_MS } from '../../lib/time.ts';
import { CRONS } from '../../operations/cron-times.ts';

/** Milliseconds between two calls of the queues: an alarm that cannot be noted, as on a full disk, is dropped by the runtime. */
const WAKE = 30_000;

export interface Timed {
  cron(expression: string): Promise<void>;
  wake(): Promise<void>;
  /** Tells the Worker what only this machine knows; never rejects. */
  tellMachine(): Promise<void>;
}

/**
 * The platform's cron does not fire here by itself: the service looks at itself each minute, the watchdog and the feeds' poll run every
 * five, housekeeping once at the start and daily. Queues are woken, so that what waits is delivered whatever has become of their alarms. Returns what ends it.
 */
export function keepTime(worker: Timed): () => void {
  const fire = async (cron: string) => {
    try {
      await worker.cron(cron);
    } catch (thrown) {
      console.error(`cron ${cron}: ${(thrown as Error).message}`);
    }
  };
  void worker
    .tellMachine()
    .then(() => fire(CRONS.daily))
    .then(() => fire(CRONS.frequent));
  let isWaking = false;
  const wake = async () => {
    if (isWaking) return;
    isWaking = true;
    // What keeps a queue from answering is in the log of its own failures.
    await worker.wake().catch(() => {});
    isWaking = false;
  };
  const timers = [
    setInterval(() => void worker.tellMachine().then(() => fire(CRONS.minutely)), MINUTE_MS),
    setInterval(() => fire(CRONS.frequent), 5 * MINUTE_MS),
    setInterval(() => fire(CRONS.daily), DAY_MS),
    setInterval(wake, WAKE),
  ];
  return () => timers.forEach(clearInterval);
}
