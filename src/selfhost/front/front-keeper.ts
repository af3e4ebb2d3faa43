import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { moduleFile } from '../../command/paths.ts';
import type { Order } from './front-process.ts';
import { watchOver } from './heartbeat.ts';

/** Connections that wait for a front process that is being started. */
const MAX_SOCKETS = 2000;
/** Milliseconds. */
const INTERRUPTED = 500;
const SCRIPT = moduleFile('selfhost/front/front-process');

/** The front in a process of its own, started again when it ends or stands still. What the keeper has said is said again then. */
export class FrontKeeper {
  readonly #token: string;
  #child: ChildProcess | undefined;
  #endWatch = () => {};
  #isEnding = false;
  /** Orders that a new process needs to know. */
  #target: string | null = null;
  #runtime: number | null = null;
  readonly #sockets: Socket[] = [];
  /** Connections that the process has not said to have yet, by their numbers: it may end before. */
  readonly #sent = new Map<number, Socket>();
  #number = 0;

  constructor(token: string) {
    this.#token = token;
    this.#start();
  }

  take(socket: Socket): void {
    if (this.#child?.connected) {
      const number = this.#number++;
      this.#sent.set(number, socket);
      this.#child.send({ order: 'connection', number } satisfies Order, socket, { keepOpen: true }, () => {});
      return;
    }
    if (this.#sockets.length < MAX_SOCKETS) this.#sockets.push(socket);
    else socket.destroy();
  }

  /** Requests go there from now on. */
  serve(target: string): void {
    this.#target = target;
    this.#tell({ order: 'serve', target });
  }

  /** Ends this process, should the keeper be killed. */
  guard(runtime: number): void {
    this.#runtime = runtime;
    this.#tell({ order: 'guard', runtime });
  }

  /** Resolves when no request is at the runtime any more, or they have had their time. */
  async hold(): Promise<void> {
    this.#target = null;
    await this.#ask({ order: 'hold' });
  }

  /** Another front gets what comes from now on; this one ends when its connections have ended. */
  retire(): void {
    void this.#ask({ order: 'retire' }).then(() => this.end());
    this.#isEnding = true;
  }

  /** Answers what is under way, and ends. */
  async close(): Promise<void> {
    this.#isEnding = true;
    await this.#ask({ order: 'close' });
    this.end();
  }

  /** Ends the process at once. */
  end(): void {
    this.#isEnding = true;
    this.#endWatch();
    this.#child?.kill('SIGKILL');
  }

  get hasEnded(): boolean {
    return this.#child === undefined;
  }

  #start(): void {
    // The keeper may be killed before the process hears anything.
    const args = this.#runtime === null ? [] : [String(this.#runtime)];
    const child = fork(SCRIPT, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.#child = child;
    // Whatever it says goes through this process, which alone writes the log.
    child.stdout?.on('data', (text) => process.stdout.write(text));
    child.stderr?.on('data', (text) => process.stderr.write(text));
    child.on('error', () => {});
    child.on('message', ({ has }: { has?: number }) => {
      if (has === undefined) return;
      // Only this process's own hold on the connection.
      this.#sent.get(has)?.destroy();
      this.#sent.delete(has);
    });
    child.once('exit', async (code, signal) => {
      this.#endWatch();
      this.#child = undefined;
      this.#sockets.push(...this.#sent.values());
      this.#sent.clear();
      // A terminal interrupts every process of its group: the keeper is about to hear of it, too.
      if (signal === 'SIGINT') await sleep(INTERRUPTED);
      if (this.#isEnding) return;
      console.error(JSON.stringify({ event: 'frontRestarted', at: new Date().toISOString(), reason: signal ?? code }));
      this.#start();
    });
    this.#tell({ order: 'begin', token: this.#token });
    if (this.#target !== null) this.#tell({ order: 'serve', target: this.#target });
    for (const socket of this.#sockets.splice(0)) this.take(socket);
    this.#endWatch = watchOver({
      pid: child.pid ?? 0,
      tell: (beat) => this.#tell(beat),
      heard: child,
      onLost: () => child.kill('SIGKILL'),
    });
  }

  #tell(message: Order | { beat: true }): void {
    if (this.#child?.connected) this.#child.send(message, () => {});
  }

  /** Resolves when the process has done it, or has ended. */
  #ask(order: Extract<Order, { order: 'hold' | 'retire' | 'close' }>): Promise<void> {
    const child = this.#child;
    if (!child?.connected) return Promise.resolve();
    const done = order.order === 'retire' ? 'close' : order.order;
    return new Promise((resolve) => {
      const end = () => {
        child.off('message', listen).off('exit', end);
        resolve();
      };
      const listen = (message: { done?: string }) => {
        if (message.done === done) end();
      };
      child.on('message', listen).once('exit', end);
      this.#tell(order);
    });
  }
}
