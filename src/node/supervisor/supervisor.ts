import { setTimeout as sleep } from 'node:timers/promises';
import type { FirstStart } from '../first-start/first-start.ts';
import { differenceOf, SAMPLED_PATHS } from '../upgrade/sample.ts';
import type { Ready } from './messages.ts';
import { type WorkerOptions, WorkerProcess } from './worker-process.ts';

/** Time until the next attempt to start a worker, after several that failed: at first and at most. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 2000;
/** Attempts that are made at once. */
const MAX_ATTEMPTS_AT_ONCE = 3;
/** A worker that has served for so long has not failed to start. */
const STABLE_MS = 1000;
/** Time in which clients that send requests all the time learn that a worker ends. */
const RETIREMENT_MS = 1000;

export interface SupervisorOptions extends Omit<WorkerOptions, 'hangs'> {
  /** Writes a line of the log. */
  report(event: string, fields?: Record<string, string | number>): void;
  /** Called with the number of each new worker, before it does anything. */
  begun(pid: number): void;
}

/** An upgrade as far as it is no matter of workers. */
export interface Trial {
  /** Has the next workers run the new program. */
  begin(): void;
  /** Copies the state, which is closed. */
  copy(): Promise<unknown>;
  /** Ends the trial: what is accepted from now on stays. */
  accept(): void;
  /** Has the next workers run the program before. */
  end(): void;
  /** Puts the copied state back, if a new program may have opened it. */
  rollBack(): Promise<unknown>;
}

/**
 * Keeps one worker running: starts another when it dies or hangs, and hands over to a new one on request. Whatever it does, at most one worker has
 * the state open. (docs/decisions.md#L12)
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  #current: WorkerProcess | null = null;
  /** Resolves when no earlier worker has the state open. */
  #released: Promise<void> = Promise.resolve();
  #handover: Promise<boolean> | null = null;
  #trial: Promise<string | null> | null = null;
  #isStopping = false;
  #isReviving = false;
  #failures = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Starts the first worker; resolves when it serves. Rejects with what keeps it from serving. */
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

  /**
   * Replaces the worker: the next one loads the program while this one serves, then this one finishes and closes the state, and the next one opens
   * it. Connections wait during the change. If the next one cannot be loaded, nothing changes. Resolves to whether it serves.
   */
  handOver(): Promise<boolean> {
    this.#handover ??= this.#replace().finally(() => {
      this.#handover = null;
    });
    return this.#handover;
  }

  /**
   * Replaces the worker by one of another program, which must answer a sample of requests as the one before before it accepts a connection. Until
   * then connections wait. If it fails, the program and the state before go on. Resolves to why it failed; `null` if it serves.
   */
  async upgrade(trial: Trial): Promise<string | null> {
    await this.#handover;
    this.#trial ??= this.#try(trial).finally(() => {
      this.#trial = null;
    });
    return this.#trial;
  }

  /** Has the worker finish what it has begun, and ends. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#current?.stop(), this.#released, this.#trial]);
  }

  /** Ends the worker at once. */
  kill(): void {
    this.#isStopping = true;
    this.#current?.kill();
  }

  async #replace(): Promise<boolean> {
    const old = this.#current;
    // A worker that is being started has the program as it is now.
    if (!old || this.#isStopping || this.#isReviving) return false;
    const start = performance.now();
    const next = this.#spawn();
    try {
      await next.warm;
    } catch (thrown) {
      next.kill();
      this.#options.report('handoverFailed', { reason: (thrown as Error).message });
      return false;
    }
    // The old one has died, and another one follows it already.
    if (this.#isStopping || this.#isReviving || this.#current !== old) {
      next.kill();
      return false;
    }
    old.retire();
    await sleep(RETIREMENT_MS);
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
    if (!old || this.#isStopping || this.#isReviving) return 'no worker serves at the moment';
    trial.begin();
    const next = this.#spawn();
    try {
      await next.warm;
    } catch (thrown) {
      next.kill();
      trial.end();
      return `it cannot be loaded: ${(thrown as Error).message}`;
    }
    old.retire();
    await sleep(RETIREMENT_MS);
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

  /** Has one worker answer what the other has answered last; resolves to what speaks against it, or to `null` when it serves. */
  async #proof(trial: Trial, { old, next }: Record<'old' | 'next', WorkerProcess>): Promise<string | null> {
    // From here on the end of a worker is no accident.
    this.#current = next;
    const before = await old.stopAfter(SAMPLED_PATHS).catch((thrown: Error) => {
      throw new Error(`the version before answered no sample: ${thrown.message}`);
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
      // A full disk takes no record of it, and must not end the supervisor.
      this.#options.report('recordFailed', { pid: worker.pid, reason: (thrown as Error).message });
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

  /** Starts workers until one serves; `null` once a stop has begun. */
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

  /** Several failures in a row are no accident: the next attempts wait. */
  #pause(): number {
    const more = this.#failures - MAX_ATTEMPTS_AT_ONCE;
    return more < 0 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** more);
  }
}
