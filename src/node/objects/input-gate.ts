/** Input gate of a Durable Object: https://developers.cloudflare.com/durable-objects/reference/in-memory-state/ */
export class InputGate {
  #locks = 0;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when the next event may begin. Each event gets its own turn of the event loop. */
  pass(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(() => this.#release());
    });
  }

  /** Delays new events until `work` has ended. Code that awaits `work` continues before the next event. */
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
