/** Maximum fraction of the thread's time that paced work may use while there is other work. */
const WORK_FRACTION = 0.4;
/** Minimum pause between steps. The runtime handles sockets only while the thread is idle. */
const MIN_PAUSE_MS = 1;
const MAX_PAUSE_MS = 250;
/** Event-loop delay at which the thread counts as busy, in milliseconds. */
const BUSY_DELAY_MS = 4;
const BUSY_MS = 1000;

/** Paces work that has many steps, so that it does not block the thread of a self-hosted server. */
export class Pace {
  #busyUntil = 0;

  /** Pauses briefly if the thread is idle, or else until other work has run. `took`: duration of the last step. */
  async pause(took: number): Promise<void> {
    const start = Date.now();
    const wished = start < this.#busyUntil ? Math.min(MAX_PAUSE_MS, (took * (1 - WORK_FRACTION)) / WORK_FRACTION) : 0;
    for (let left = wished; await isLate(Math.max(MIN_PAUSE_MS, Math.round(left))); left = 0) {
      this.#busyUntil = Date.now() + BUSY_MS;
      if (Date.now() - start > MAX_PAUSE_MS) return;
    }
  }
}

async function isLate(milliseconds: number): Promise<boolean> {
  const start = Date.now();
  await scheduler.wait(milliseconds);
  return Date.now() - start - milliseconds >= BUSY_DELAY_MS;
}
