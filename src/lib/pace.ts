/** Part of the time that such work takes while the runtime's only thread has other work. */
const SHARE = 0.4;
/** Milliseconds of a pause: enough for the runtime to look at its sockets, which it does only when nothing else is to be done. */
const BREATH = 1;
const MAX_PAUSE = 250;
/** A timer that rings this many milliseconds late has waited for somebody else's work. */
const LATE = 4;
/** Milliseconds for which there may be more of it. */
const HOLD = 1000;

/** Keeps work of many steps from taking the whole thread of a self-hosted server, which answers requests, too. */
export class Pace {
  #busyUntil = 0;

  /**
   * The pause after a step that took some milliseconds: short where nobody else had work lately, and not over before those who
   * wait for the thread have had it.
   */
  async pause(took: number): Promise<void> {
    const start = Date.now();
    const wished = start < this.#busyUntil ? Math.min(MAX_PAUSE, (took * (1 - SHARE)) / SHARE) : 0;
    for (let left = wished; await isLate(Math.max(BREATH, Math.round(left))); left = 0) {
      this.#busyUntil = Date.now() + HOLD;
      if (Date.now() - start > MAX_PAUSE) return;
    }
  }
}

/** Waits; resolves to whether the thread was taken when the time was over. */
async function isLate(milliseconds: number): Promise<boolean> {
  const start = Date.now();
  await scheduler.wait(milliseconds);
  return Date.now() - start - milliseconds >= LATE;
}
