/**
 * Delays the events of an object while its storage is busy or `blockConcurrencyWhile` runs, as the platform promises:
 * https://developers.cloudflare.com/durable-objects/reference/in-memory-state/
 */
export class InputGate {
  #locks = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * Resolves when the next event may begin. Events begin in the order of arrival, each in a separate turn of the event
   * loop.
   */
  pass(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(() => this.#release());
    });
  }

  /** Runs `work` while no event begins. Code that awaits it continues before the next event. */
  async hold<T>(work: () => T | Promise<T>): Promise<T> {
    this.#locks++;
    try {
      return await work();
    } finally {
      this.#locks--;
      if (this.#waiting.length > 0) setImmediate(() => this.#release());
    }
  }

  #release(): void {
    if (this.#locks > 0) return;
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#release());
  }
}
