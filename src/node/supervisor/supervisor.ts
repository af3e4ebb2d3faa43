import { setTimeout as sleep } from 'node:timers/promises';
import type { FirstStart } from '../first-start/first-start.ts';
import { differenceOf, SAMPLED_PATHS } from '../upgrade/sample.ts';
import type { Ready } from './messages.ts';
import { type WorkerOptions, WorkerProcess } from './worker-process.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 1000;
const MAX_ATTEMPTS_AT_ONCE = 3;
const STABLE_MS = 1000;
const NO_WORKER = 'no worker is running';

export interface SupervisorOptions extends Omit<WorkerOptions, 'hangs'> {
  report(event: string, fields?: Record<string, string | number>): void;
  /** Called with the PID of each new worker before the worker receives an order. */
  begun(pid: number): void;
}

export interface Trial {
  begin(): void;
  /** Copies the state folder while no worker has it open. */
  copy(): Promise<unknown>;
  accept(): void;
  end(): void;
  /** Restores the copy of the state folder if the new program may have opened the folder. */
  rollBack(): Promise<unknown>;
}

/** Replaces the worker on request, or if it dies or hangs. Only one worker opens the state. (docs/decisions.md#L12) */
export class Supervisor {
  readonly #options: SupervisorOptions;
  #current: WorkerProcess | null = null;
  /** Resolves when no earlier worker has the state folder open. */
  #released: Promise<void> = Promise.resolve();
  #handover: Promise<boolean> | null = null;
  #trial: Promise<string | null> | null = null;
  #isStopping = false;
  #isReviving = false;
  #failures = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Starts the first worker. Resolves when the worker serves, or rejects with the reason why it cannot serve. */
  async start(start?: FirstStart): Promise<Ready> {
    const worker = this.#spawn();
    this.#current = worker;
    try {
      await worker.warm;
      const ready = await worker.serve(start);
      this.#adopt(worker);
      return ready;
    } catch (thrown) {
      worker.kill();
      throw thrown;
    }
  }

  /** Replaces the worker as soon as the next worker has loaded. Resolves to true if the next worker serves. */
  handOver(): Promise<boolean> {
    this.#handover ??= this.#replace().finally(() => {
      this.#handover = null;
    });
    return this.#handover;
  }

  /** Switches to a program if it answers sample requests like the current one. Otherwise, resolves to the reason. */
  async upgrade(trial: Trial): Promise<string | null> {
    await this.#handover;
    this.#trial ??= this.#try(trial).finally(() => {
      this.#trial = null;
    });
    return this.#trial;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#current?.stop(), this.#released, this.#trial]);
  }

  kill(): void {
    this.#isStopping = true;
    this.#current?.kill();
  }

  /** Returns false if the worker has ended, or the server stops. A worker that is being started is the newest anyway. */
  #canReplace(worker: WorkerProcess): boolean {
    return !this.#isStopping && !this.#isReviving && this.#current === worker;
  }

  async #replace(): Promise<boolean> {
    const old = this.#current;
    if (!old || !this.#canReplace(old)) return false;
    const start = performance.now();
    const next = this.#spawn();
    try {
      await next.warm;
    } catch (thrown) {
      next.kill();
      this.#options.report('handoverFailed', { reason: (thrown as Error).message });
      return false;
    }
    if (this.#canReplace(old)) await old.retire();
    if (!this.#canReplace(old)) {
      next.kill();
      return false;
    }
    const pause = performance.now();
    this.#released = old.stop();
    this.#adopt(next);
    await this.#released;
    try {
      await next.serve();
      const end = performance.now();
      this.#options.report('handedOver', { milliseconds: Math.round(end - start), pause: Math.round(end - pause) });
      return true;
    } catch {
      next.kill();
      return false;
    }
  }

  async #try(trial: Trial): Promise<string | null> {
    const old = this.#current;
    if (!old || !this.#canReplace(old)) return NO_WORKER;
    trial.begin();
    const next = this.#spawn();
    try {
      await next.warm;
    } catch (thrown) {
      next.kill();
      trial.end();
      return `the new version does not load: ${(thrown as Error).message}`;
    }
    await old.retire();
    if (!this.#canReplace(old)) {
      next.kill();
      trial.end();
      return NO_WORKER;
    }
    const reason = await this.#proof(trial, { old, next }).catch((thrown: Error) => thrown.message);
    if (reason === null) {
      this.#adopt(next);
      return null;
    }
    next.kill();
    await next.ended;
    trial.end();
    await trial.rollBack();
    this.#isReviving = true;
    const worker = await this.#startAgain();
    this.#isReviving = false;
    if (worker) this.#adopt(worker);
    return reason;
  }

  /** Compares the new worker's answers with those of the previous one. Resolves to a difference, or to `null`. */
  async #proof(trial: Trial, { old, next }: Record<'old' | 'next', WorkerProcess>): Promise<string | null> {
    this.#current = next;
    const before = await old.stopAfter(SAMPLED_PATHS).catch((thrown: Error) => {
      throw new Error(`the previous version returned no sample responses: ${thrown.message}`);
    });
    await old.ended;
    await trial.copy();
    const after = await next.tryOn({ key: before.key, paths: SAMPLED_PATHS });
    const difference = this.#isStopping ? 'the server was stopped' : differenceOf(before.answers, after);
    if (difference !== null) return difference;
    trial.accept();
    await next.accept();
    return null;
  }

  #spawn(): WorkerProcess {
    const worker = new WorkerProcess({
      ...this.#options,
      hangs: () => this.#options.report('workerHangs', { pid: worker.pid }),
    });
    try {
      this.#options.begun(worker.pid);
    } catch (thrown) {
      // A full disk must not end the supervisor. If the state folder was moved (`ENOENT`), the worker reports it.
      const { code, message } = thrown as NodeJS.ErrnoException;
      if (code !== 'ENOENT') this.#options.report('recordFailed', { pid: worker.pid, reason: message });
    }
    return worker;
  }

  #adopt(worker: WorkerProcess): void {
    this.#current = worker;
    void worker.ended.then(() => this.#revive(worker));
  }

  async #revive(dead: WorkerProcess): Promise<void> {
    if (this.#isStopping || this.#current !== dead) return;
    this.#failures = dead.servedFor() > STABLE_MS ? 0 : this.#failures + 1;
    this.#isReviving = true;
    await this.#released;
    const worker = await this.#startAgain();
    this.#isReviving = false;
    if (worker) this.#adopt(worker);
  }

  /** Starts workers until one of them serves. Resolves to `null` if the server is stopped before that. */
  async #startAgain(): Promise<WorkerProcess | null> {
    for (;;) {
      const pause = this.#pause();
      if (pause > 0) await sleep(pause);
      if (this.#isStopping) return null;
      const worker = this.#spawn();
      this.#current = worker;
      try {
        await worker.warm;
        await worker.serve();
        this.#options.report('workerRestarted', { pid: worker.pid });
        return worker;
      } catch (thrown) {
        worker.kill();
        await worker.ended;
        this.#failures++;
        this.#options.report('workerFailed', { reason: (thrown as Error).message, retriedIn: this.#pause() / 1000 });
      }
    }
  }

  #pause(): number {
    const more = this.#failures - MAX_ATTEMPTS_AT_ONCE;
    return more < 0 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** more);
  }
}
