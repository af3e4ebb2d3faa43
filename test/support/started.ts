import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../src/command/paths.ts';
import { FIRST_KEYS } from '../../src/node/state/files.ts';
import { type Process, treeOf } from './processes.ts';
import { untilReady } from './ready.ts';

export interface Options {
  state: string;
  port: number;
  /** File that everything it prints is appended to. */
  log: string;
  /** An empty state is filled with the demo newsroom. */
  demo?: boolean;
  /** Further variables. */
  env?: Record<string, string>;
  /** Shell commands that limit it, such as `ulimit -n 64`. */
  limits?: string;
}

/** `npm start` as an operator runs it, with all its processes. */
export class Server {
  readonly url: URL;
  readonly #child: ChildProcess;
  readonly #lines: readonly string[];

  private constructor(child: ChildProcess, url: URL, lines: readonly string[]) {
    this.#child = child;
    this.url = url;
    this.#lines = lines;
  }

  /** Resolves when it says that it is ready. */
  static async start({ state, port, log, demo = false, env = {}, limits }: Options): Promise<Server> {
    const command = ['npm', 'start', '--silent'];
    const [program = '', ...words] = limits ? ['sh', '-c', `${limits}; exec "$@"`, 'sh', ...command] : command;
    const child = spawn(program, words, {
      cwd: ROOT,
      // The readers' addresses come from the traffic of the run, which is the trusted proxy here.
      env: {
        ...process.env,
        ...{ STATE_DIR: state, PORT: String(port), DEMO: demo ? '1' : '0', TRUST_PROXY: '127.0.0.1' },
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const lines = await untilReady(child, (line) => {
      // A test that has ended removes its folder while the last lines are on their way.
      if (existsSync(dirname(log))) appendFileSync(log, `${line}\n`);
    });
    // Without a terminal the keys of the first start are in a file.
    const keys = join(state, FIRST_KEYS);
    if (lines.some((line) => line.includes(keys))) (lines as string[]).push(...readFileSync(keys, 'utf8').split('\n'));
    return new Server(child, new URL(`http://127.0.0.1:${port}`), lines);
  }

  /** Whether anybody reads the log. */
  readLog(isRead: boolean): void {
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (isRead) stream?.resume();
      else stream?.pause();
    }
  }

  /** Every process of it, npm first. */
  processes(): Process[] {
    return treeOf(this.#child.pid ?? 0);
  }

  /** Asks npm, and so everything, to end. */
  stop(): void {
    this.#child.kill('SIGTERM');
  }

  /** How often it has said that it is ready. */
  readyCount(): number {
    return this.#lines.filter((line) => line.startsWith('Ready on ')).length;
  }

  /** What it has printed so far. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** True where a line that it has printed so far matches. */
  hasSaid(pattern: RegExp): boolean {
    return this.#lines.some((line) => pattern.test(line));
  }
}
