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

/** Turns of a thread that several tasks share. */
export interface ThreadTurns {
  /** Whether this turn has taken longer than `milliseconds`. */
  hasTaken(milliseconds: number): boolean;
  /** Resolves when the task may continue. */
  next(): Promise<void>;
}

/** Duration after which a long task interrupts its work. Short tasks wait for it, and each wait delays it in turn. */
export const LONG_TURN_MS = 10;

let turns: ThreadTurns | null = null;

/** Makes long tasks interrupt their work for other requests. On Cloudflare, other isolates serve these requests. */
export function shareThread(shared: ThreadTurns | null): void {
  turns = shared;
}

/** Whether other requests wait while a task of this thread runs. */
export const isThreadShared = (): boolean => turns !== null;

/** Whether a long task should now await `nextTurn`. Cheap enough for each element of a list. */
export const isTurnOver = (): boolean => turns?.hasTaken(LONG_TURN_MS) === true;

/** Lets other requests run before a long task continues. */
export const nextTurn = async (): Promise<void> => turns?.next();
