import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../lib/within.ts';
import { relayLog } from '../bound-log.ts';
import { StartFailure } from '../failure.ts';
import type { FirstStart } from '../first-start/first-start.ts';
import { endGroup } from '../state/process-group.ts';
import type { Sample, SampledAnswer } from '../upgrade/sample.ts';
import { BEAT_MS, type Notice, type Ready, type SupervisorMessage } from './messages.ts';
import { Pulse, SILENCE_LIMITS, type Silence } from './standstill.ts';

const STOP_MS = 9000;
/** Times that a worker has for its clients to close connections, and at most for its scheduled jobs, before it stops. */
const RETIREMENT_MS = { min: 1000, max: 10_000 };
const EXIT_MS = 2000;
/** Several descriptors of one listening socket. Per turn, the event loop accepts only one connection per descriptor. */
export const LISTENING_FDS = [3, 5, 6, 7, 8, 9, 10, 11];

export interface WorkerOptions {
  script: string;
  execArgv?: string[];
  env: NodeJS.ProcessEnv;
  fd: number;
  silence?: Silence;
  /** Called before a worker that hangs is killed. */
  hangs(): void;
  progress?(notice: Extract<Notice, { is: 'progress' }>): void;
}

export class WorkerProcess {
  readonly pid: number;
  /** Resolves when the worker is loaded and could serve immediately. Rejects if the worker ends first. */
  readonly warm: Promise<void>;
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  #servesSince: number | null = null;

  constructor({ script, execArgv = [], env, fd, silence = SILENCE_LIMITS, hangs, progress }: WorkerOptions) {
    // The worker gets its own process group, so that Ctrl-C in a terminal reaches only the supervisor.
    const more = LISTENING_FDS.slice(1).map(() => fd);
    this.#child = fork(script, {
      execArgv,
      env: { ...env, LISTENING_FDS: LISTENING_FDS.join() },
      stdio: ['ignore', 'pipe', 'pipe', fd, 'ipc', ...more],
      detached: true,
    });
    const child = this.#child;
    relayLog(child);
    this.pid = child.pid ?? 0;
    this.ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    this.warm = this.#notice('warm').then(() => undefined);
    // Callers that do not await `warm` learn from `ended` that the worker has ended.
    this.warm.catch(() => undefined);
    const pulse = new Pulse(this.pid, performance.now(), silence);
    child.on('message', (notice: Notice) => {
      pulse.hear(performance.now());
      if (notice.is === 'progress') progress?.(notice);
    });
    const timer = setInterval(() => {
      const found = pulse.check(performance.now());
      if (found !== 'none') this.#signal('SIGCONT');
      if (found !== 'hang') return;
      hangs();
      this.kill();
    }, BEAT_MS);
    void this.ended.then(() => clearInterval(timer));
  }

  /** Makes the worker open the state. Resolves when it serves. Rejects if it ends or reports a `StartFailure`. */
  async serve(start?: FirstStart): Promise<Ready> {
    const awaited = this.#notice('ready');
    this.#order({ do: 'serve', ...(start ? { start } : {}) });
    const ready = await awaited;
    this.#servesSince = performance.now();
    return ready;
  }

  /** Makes the worker open the state and answer sample requests. It accepts connections only after `accept`. */
  async tryOn(sample: Sample): Promise<SampledAnswer[]> {
    const sampled = this.#notice('sampled');
    this.#order({ do: 'serve', sample });
    return (await sampled).answers;
  }

  /** Makes the worker accept connections after `tryOn`. Resolves when the worker serves. */
  async accept(): Promise<void> {
    const ready = this.#notice('ready');
    this.#order({ do: 'accept' });
    await ready;
    this.#servesSince = performance.now();
  }

  servedFor(): number {
    return this.#servesSince === null ? 0 : performance.now() - this.#servesSince;
  }

  /** Makes the worker's jobs end, and its clients close their connections. Resolves when the worker may be stopped. */
  async retire(): Promise<void> {
    const retired = this.#notice('retired').catch(() => undefined);
    this.#order({ do: 'retire' });
    await Promise.all([sleep(RETIREMENT_MS.min), within(RETIREMENT_MS.max, retired, () => undefined)]);
  }

  /** Makes the worker close the state, or kills the worker. Resolves when another process may open the state. */
  async stop(): Promise<void> {
    await this.#stop({ do: 'stop' });
  }

  /** Stops the worker after it has answered sample requests. Resolves to the answers, or rejects if there are none. */
  async stopAfter(paths: Sample['paths']): Promise<Extract<Notice, { is: 'sampled' }>> {
    const sampled = this.#notice('sampled');
    sampled.catch(() => undefined);
    await this.#stop({ do: 'stop', sample: paths });
    return sampled;
  }

  async #stop(order: SupervisorMessage): Promise<void> {
    const released = this.#notice('released').catch(() => undefined);
    this.#order(order);
    const late = setTimeout(() => this.kill(), STOP_MS);
    await Promise.race([released, this.ended]);
    clearTimeout(late);
    const lingering = setTimeout(() => this.kill(), EXIT_MS);
    void this.ended.then(() => clearTimeout(lingering));
  }

  kill(): void {
    if (this.pid > 0) endGroup(this.pid);
  }

  #order(order: SupervisorMessage): void {
    if (this.#child.connected) this.#child.send(order, () => {});
  }

  #signal(name: NodeJS.Signals): void {
    try {
      process.kill(this.pid, name);
    } catch {}
  }

  /** Resolves to the worker's next message of this kind. Several notices may arrive in one turn of the event loop. */
  async #notice<Is extends Notice['is']>(is: Is): Promise<Extract<Notice, { is: Is }>> {
    const { promise, resolve, reject } = Promise.withResolvers<Extract<Notice, { is: Is }>>();
    const hear = (notice: Notice) => {
      if (notice.is === 'failed') reject(new StartFailure(notice.message, notice.remedy));
      else if (notice.is === is) resolve(notice as Extract<Notice, { is: Is }>);
    };
    this.#child.on('message', hear);
    void this.ended.then(() => reject(new Error('the worker exited')));
    try {
      return await promise;
    } finally {
      this.#child.off('message', hear);
    }
  }
}
