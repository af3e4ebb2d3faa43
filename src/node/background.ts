import { within } from '../lib/within.ts';
import { report } from './report.ts';

/** Tasks passed to `waitUntil`, which may continue after the response or the event. */
export class Background {
  readonly #pending = new Set<Promise<unknown>>();

  add(work: Promise<unknown>): void {
    const settled: Promise<unknown> = work
      .catch((thrown) => report('backgroundFailed', thrown))
      .finally(() => this.#pending.delete(settled));
    this.#pending.add(settled);
  }

  /** Resolves when no tasks are pending, or after `timeout` milliseconds. */
  async idle(timeout: number): Promise<void> {
    const settle = async () => {
      while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
    };
    await within(timeout, settle(), () => undefined);
  }

  context(): ExecutionContext {
    return {
      waitUntil: (work: Promise<unknown>) => this.add(Promise.resolve(work)),
      passThroughOnException: () => {},
      props: {},
    } as unknown as ExecutionContext;
  }
}
