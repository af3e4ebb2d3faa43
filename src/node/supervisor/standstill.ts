import { readFileSync } from 'node:fs';

/** Times without a message from a worker. It is sent SIGCONT after `wakeMs`, and counts as hanging after `hangMs`. */
export interface Silence {
  wakeMs: number;
  hangMs: number;
  /** Time after which a worker counts as hanging even if it uses the disk, for example for a large transaction. */
  workMs: number;
}

export const SILENCE_LIMITS: Silence = { wakeMs: 3000, hangMs: 20_000, workMs: 300_000 };

export type Standstill = 'none' | 'asleep' | 'hang';

/** Determines from a process's messages and disk use whether it hangs. Times are monotonic milliseconds. */
export class Pulse {
  readonly #pid: number;
  readonly #silence: Silence;
  readonly #diskUse: (pid: number) => string;
  #heardAt: number;
  #usedAt: number;
  #use = '';
  #checkedAt: number;

  constructor(pid: number, now: number, silence: Silence = SILENCE_LIMITS, use: (pid: number) => string = diskUse) {
    this.#pid = pid;
    this.#silence = silence;
    this.#diskUse = use;
    this.#heardAt = now;
    this.#usedAt = now;
    this.#checkedAt = now;
  }

  hear(now: number): void {
    this.#heardAt = now;
  }

  check(now: number): Standstill {
    const { wakeMs, hangMs, workMs } = this.#silence;
    // If the supervisor itself was suspended, missing messages do not mean that the worker hangs.
    if (now - this.#checkedAt > wakeMs) this.#heardAt = now;
    this.#checkedAt = now;
    const silence = now - this.#heardAt;
    if (silence <= wakeMs) return 'none';
    const use = this.#diskUse(this.#pid);
    if (use !== this.#use || use.startsWith('D')) this.#usedAt = now;
    this.#use = use;
    if (silence > workMs || now - Math.max(this.#heardAt, this.#usedAt) > hangMs) return 'hang';
    return 'asleep';
  }
}

/** Returns a string that changes when a process uses the disk. It begins with `D` while the process waits for it. */
export function diskUse(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    const bytes = readFileSync(`/proc/${pid}/io`, 'utf8').match(/^(read|write)_bytes: \d+$/gm) ?? [];
    return [state === 'D' ? 'D' : '', ...bytes].join(' ');
  } catch {
    return '';
  }
}
