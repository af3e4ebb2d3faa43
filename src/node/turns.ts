/** Duration of synchronous work after which timers and other requests get a turn. */
const MAX_TURN_MS = 4;

export class Turns {
  readonly #clock: () => number;
  #start: number | null = null;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Whether the turn has lasted so long that the caller should wait for the next one. */
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
