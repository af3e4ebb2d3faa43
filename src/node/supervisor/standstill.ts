import { readFileSync } from 'node:fs';

/** Silence of a worker after which it is continued, in case a signal has stopped it, and after which it hangs. */
export interface Silence {
  wakeMs: number;
  hangMs: number;
  /** Silence that is no hang while the worker reads or writes the disk, as in a large transaction on a slow one. */
  workMs: number;
}

export const SILENCE: Silence = { wakeMs: 3000, hangMs: 20_000, workMs: 300_000 };

export type Standstill = 'none' | 'asleep' | 'hang';

/** Judges by its signs of life whether a process stands still. Times are monotonic milliseconds. */
export class Pulse {
  readonly #pid: number;
  readonly #silence: Silence;
  readonly #diskUse: (pid: number) => string;
  #heardAt: number;
  /** When the process last used the disk, by what the system reports of it. */
  #usedAt: number;
  #use = '';
  #checkedAt: number;

  constructor(pid: number, now: number, silence: Silence = SILENCE, use: (pid: number) => string = diskUse) {
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
    // A process that stood still itself cannot say that the other did.
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

/** The state of a process (`D`: it waits for a disk) and the bytes that it has read and written; empty where the system does not tell. */
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
