import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, 'faulty-machine.c');

/** Disk faults in the order of their numbers in the C file. `slowSync`: each commit takes `delayMs` longer. */
const FAULTS = ['none', 'slowSync', 'failingSync', 'full', 'readOnly'] as const;
export type DiskFault = (typeof FAULTS)[number];

/** Clock and disk of a separate server process. Start it with `env`. The methods take effect at once. */
export class FaultyMachine {
  readonly #file: string;
  readonly #library: string;
  readonly #orders = new BigInt64Array(3);

  /** The constructor throws if there is no C compiler. */
  constructor(folder: string) {
    this.#library = join(folder, 'faulty-machine.so');
    this.#file = join(folder, 'faulty-machine');
    try {
      execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', this.#library, SOURCE]);
    } catch (cause) {
      throw new Error('This suite needs a C compiler: `apt-get install gcc libc6-dev`.', { cause });
    }
    writeFileSync(this.#file, this.#bytes);
  }

  setClock(seconds: number): void {
    this.#order(0, seconds);
  }

  setDisk(fault: DiskFault, delayMs = 0): void {
    this.#order(2, delayMs);
    this.#order(1, FAULTS.indexOf(fault));
  }

  get env(): Record<string, string> {
    return { LD_PRELOAD: this.#library, FAULTY_MACHINE: this.#file };
  }

  get #bytes(): Buffer {
    return Buffer.from(this.#orders.buffer);
  }

  #order(which: number, value: number): void {
    this.#orders[which] = BigInt(value);
    // Programs have mapped the file into memory, so it is overwritten in place.
    const file = openSync(this.#file, 'r+');
    writeSync(file, this.#bytes);
    closeSync(file);
  }
}
