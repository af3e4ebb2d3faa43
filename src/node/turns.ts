/** Maximum duration of synchronous work before timers and other requests get a turn, in milliseconds. */
const MAX_TURN_MS = 4;

/** Measures how long synchronous adapters have occupied the event loop. */
export class Turns {
  readonly #clock: () => number;
  /** Monotonic start time of the turn; `null` until it has work. */
  #start: number | null = null;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Whether the current turn has lasted so long that the caller should wait for the next one. */
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
