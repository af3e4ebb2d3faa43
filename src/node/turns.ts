/** Milliseconds of synchronous work after which timers and other requests get their turn. */
const MAX_TURN_MS = 4;

/** Measures how long the event loop has been busy, for adapters that work synchronously. */
export class Turns {
  readonly #clock: () => number;
  /** Monotonic time at which the turn began; `null` until work begins in a turn. */
  #start: number | null = null;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Whether the running turn of the event loop has lasted long enough for the caller to wait for the next one. */
  get isOver(): boolean {
    if (this.#start !== null) return this.#clock() - this.#start > MAX_TURN_MS;
    this.#start = this.#clock();
    setImmediate(() => {
      this.#start = null;
    });
    return false;
  }

  /** Resolves in a turn that has time left. */
  async next(): Promise<void> {
    while (this.isOver) await new Promise((resolve) => setImmediate(resolve));
  }
}
