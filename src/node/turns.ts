/** Maximum duration of synchronous work before timers and other requests get a turn. */
const MAX_TURN_MS = 4;
/** Time for which short tasks continue before one step of a long task, such as an import. */
const MAX_DELAY_MS = 50;

/**
 * Shares the thread among tasks. Short tasks continue before long ones, and both in order of arrival. If short tasks
 * still wait after 50 ms, one long task continues for one step, and then short tasks again.
 */
export class Turns {
  readonly #clock: () => number;
  readonly #waiting: (() => void)[] = [];
  readonly #waitingLong: { resume: () => void; since: number }[] = [];
  #start: number | null = null;
  /** Time since which only short tasks have continued. `null` if the last task was a long one. */
  #shortSince: number | null = null;
  /** Whether a task that waited has continued in this turn. */
  #hasResumed = false;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Whether the caller has worked for so long that it should let timers and other requests run. */
  get isOver(): boolean {
    return this.hasTaken(MAX_TURN_MS);
  }

  /** Whether this turn has taken longer than `milliseconds`. */
  hasTaken(milliseconds: number): boolean {
    if (this.#start !== null) return this.#clock() - this.#start > milliseconds;
    this.#begin();
    return false;
  }

  /** Resolves in a later turn, when it is the turn of this task. */
  next(isLong = false): Promise<void> {
    return new Promise((resolve) => {
      if (isLong) this.#waitingLong.push({ resume: resolve, since: this.#clock() });
      else this.#waiting.push(resolve);
      setImmediate(() => this.#resume());
    });
  }

  /** These turns for a long task. */
  get ofLongTask(): { hasTaken(milliseconds: number): boolean; next(): Promise<void> } {
    return { hasTaken: (milliseconds) => this.hasTaken(milliseconds), next: () => this.next(true) };
  }

  #begin(): void {
    this.#start = this.#clock();
    setImmediate(() => {
      this.#start = null;
      this.#hasResumed = false;
    });
  }

  /** Continues the next waiting task, at least one per turn. Otherwise, new requests could delay it forever. */
  #resume(): void {
    if (this.#hasResumed && this.isOver) {
      setImmediate(() => this.#resume());
      return;
    }
    if (this.#start === null) this.#begin();
    this.#hasResumed = true;
    const [long] = this.#waitingLong;
    const isLongDue =
      long && this.#shortSince !== null && this.#clock() - Math.max(long.since, this.#shortSince) > MAX_DELAY_MS;
    const short = isLongDue ? undefined : this.#waiting.shift();
    this.#shortSince = short ? (this.#shortSince ?? this.#clock()) : null;
    (short ?? this.#waitingLong.shift()?.resume)?.();
  }
}
