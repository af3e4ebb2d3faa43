import { readFileSync } from 'node:fs';

/** Silence after which a worker is resumed in case a signal stopped it (`wakeMs`), or counts as hanging (`hangMs`). */
export interface Silence {
  wakeMs: number;
  hangMs: number;
  /** Limit of silence while the worker uses the disk, for example in a large transaction on a slow disk. */
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
    // A suspended supervisor heard nothing, so the silence proves nothing about the worker.
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

/** Returns a process's state (`D`: waiting for a disk) and its disk bytes, or an empty text if unavailable. */
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
