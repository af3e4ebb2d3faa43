import type { Millis } from '../../lib/time.ts';

/** Milliseconds by which the clock may go back unnoticed: the work of the runtime waits no longer than that. */
const UNNOTICED: Millis = 5000;

/** Notices that the clock goes back, by comparison with a monotonic one. */
export class ClockSteps {
  #offset = Number.NEGATIVE_INFINITY;

  /** Milliseconds by which the clock has gone back since the last notice; 0 if it has not, or only a little. */
  setBack(now: Millis, monotonic: Millis): Millis {
    const offset = now - monotonic;
    const back = this.#offset - offset;
    if (back <= UNNOTICED) {
      this.#offset = Math.max(this.#offset, offset);
      return 0;
    }
    this.#offset = offset;
    return back;
  }
}
