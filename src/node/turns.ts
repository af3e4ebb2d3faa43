/** Maximum duration of synchronous work before timers and other requests get a turn. */
const MAX_TURN_MS = 4;

export class Turns {
  readonly #clock: () => number;
  #start: number | null = null;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Whether the caller has worked for so long that it should let timers and other requests run. */
  get isOver(): boolean {
    if (this.#start !== null) return this.#clock() - this.#start > MAX_TURN_MS;
    this.#start = this.#clock();
    setImmediate(() => {
      this.#start = null;
    });
    return false;
  }

  async next(): Promise<void> {
    while (this.isOver) await new Promise((resolve) => setImmediate(resolve));
  }
}
