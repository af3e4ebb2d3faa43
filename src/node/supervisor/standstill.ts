import { readFileSync } from 'node:fs';

/**
 * Milliseconds of silence from a worker: after `wakeMs` it is resumed in case a signal stopped it; after `hangMs` it
 * counts as hanging.
 */
export interface Silence {
  wakeMs: number;
  hangMs: number;
  /**
   * Milliseconds of silence that do not count as hanging while the worker uses the disk, for example in a large
   * transaction on a slow disk.
   */
  workMs: number;
}

export const SILENCE_LIMITS: Silence = { wakeMs: 3000, hangMs: 20_000, workMs: 300_000 };

export type Standstill = 'none' | 'asleep' | 'hang';

/** Determines from signs of life whether a process hangs. Times are monotonic milliseconds. */
export class Pulse {
  readonly #pid: number;
  readonly #silence: Silence;
  readonly #diskUse: (pid: number) => string;
  #heardAt: number;
  /** Time at which the process last used the disk, as the system reports it. */
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
    // If this process was suspended, the silence says nothing about the other process.
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

/**
 * Returns the state of a process (`D`: waiting for a disk) and the bytes that it has read and written; empty if the
 * system does not provide them.
 */
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
