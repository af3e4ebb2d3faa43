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
