import { setTimeout as sleep } from 'node:timers/promises';
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

  async idle(timeout: number): Promise<void> {
    const end = new AbortController();
    const late = sleep(timeout, undefined, { signal: end.signal }).catch(() => undefined);
    let isLate = false;
    void late.then(() => {
      isLate = true;
    });
    while (this.#pending.size > 0 && !isLate) await Promise.race([late, Promise.allSettled(this.#pending)]);
    end.abort();
  }

  context(): ExecutionContext {
    return {
      waitUntil: (work: Promise<unknown>) => this.add(Promise.resolve(work)),
      passThroughOnException: () => {},
      props: {},
    } as unknown as ExecutionContext;
  }
}
