import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, 'faked-clock.c');

/**
 * The clock of a server that runs by itself: `env` for its start, and what sets it. libfaketime allocates while it begins, which stops workerd,
 * whose allocator asks for the time.
 */
export class FakedClock {
  readonly #file: string;
  readonly #library: string;

  /** `folder`: where its files are made. Throws if there is no C compiler. */
  constructor(folder: string) {
    this.#library = join(folder, 'faked-clock.so');
    this.#file = join(folder, 'faked-clock');
    try {
      execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', this.#library, SOURCE]);
    } catch (cause) {
      throw new Error('This suite needs a C compiler: `apt-get install gcc libc6-dev`.', { cause });
    }
    writeFileSync(this.#file, Buffer.alloc(8));
  }

  /** Sets the clock so many seconds ahead, at once, in a server that runs, too. */
  set(seconds: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(seconds));
    // Programs have mapped the file, so it is written in its place.
    const file = openSync(this.#file, 'r+');
    writeSync(file, bytes);
    closeSync(file);
  }

  get env(): Record<string, string> {
    return { LD_PRELOAD: this.#library, FAKED_CLOCK: this.#file };
  }
}
