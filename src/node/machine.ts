import { statfs } from 'node:fs/promises';
import { uptime } from 'node:os';
import { HOUR_MS, MINUTE_MS } from '../lib/time.ts';
import { type MachineFacts, rememberFacts, type WriteFault } from '../operations/alarms/machine-facts.ts';
import type { FileName } from './state/generations.ts';

/** Causes of failed writes, by SQLite's error messages. A read-only disk is one of them. */
const FAULTS: [words: RegExp, fault: WriteFault][] = [
  [/SQLITE_FULL|disk is full|ENOSPC/i, 'diskFull'],
  [/SQLITE_READONLY|readonly database|SQLITE_CANTOPEN|unable to open|EROFS/i, 'readOnly'],
  [/SQLITE_IOERR|disk I\/O error/i, 'failing'],
];

/** State of this machine for alarms and the health check: disk space, lost files, failed writes. */
export class Machine {
  readonly #state: string;
  readonly #lost: FileName[];
  readonly #since = performance.now();
  #writes: WriteFault | undefined;
  #facts: MachineFacts = {};

  constructor(state: string, lost: FileName[]) {
    this.#state = state;
    this.#lost = lost;
  }

  /** Measures the machine. The result is reported for the next five minutes. Never rejects. */
  async measure(): Promise<void> {
    const disk = await statfs(this.#state).then(
      ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, size: blocks * bsize }),
      () => undefined,
    );
    // The alarm about lost files ends after an hour, because nothing can recover them.
    const lost = performance.now() - this.#since < HOUR_MS ? this.#lost : [];
    this.#facts = { uptime: uptime(), lost, ...(disk ? { disk } : {}) };
    this.#note();
  }

  noteWrite(thrown: unknown): void {
    const fault = thrown === null ? undefined : FAULTS.find(([words]) => words.test(String(thrown)))?.[1];
    if (fault === this.#writes || (thrown !== null && !fault)) return;
    this.#writes = fault;
    this.#note();
  }

  #note(): void {
    rememberFacts({ ...this.#facts, ...(this.#writes ? { writes: this.#writes } : {}) }, Date.now());
  }

  watch(): () => void {
    void this.measure();
    const timer = setInterval(() => void this.measure(), MINUTE_MS);
    return () => clearInterval(timer);
  }
}
