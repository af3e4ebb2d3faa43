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
  log: string;
  demo?: boolean;
  env?: Record<string, string>;
  /** Shell commands that limit the process, such as `ulimit -n 64`. */
  limits?: string;
}

/** Runs `npm start` as an operator does, with all its processes. */
export class Server {
  readonly url: URL;
  readonly #child: ChildProcess;
  readonly #lines: readonly string[];

  private constructor(child: ChildProcess, url: URL, lines: readonly string[]) {
    this.#child = child;
    this.url = url;
    this.#lines = lines;
  }

  static async start({ state, port, log, demo = false, env = {}, limits }: Options): Promise<Server> {
    const command = ['npm', 'start', '--silent'];
    const [program = '', ...words] = limits ? ['sh', '-c', `${limits}; exec "$@"`, 'sh', ...command] : command;
    const child = spawn(program, words, {
      cwd: ROOT,
      // The tests act as the trusted proxy and set the addresses of readers.
      env: {
        ...process.env,
        ...{ STATE_DIR: state, PORT: String(port), DEMO: demo ? '1' : '0', TRUST_PROXY: '127.0.0.1' },
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const lines = await untilReady(child, (line) => {
      // A finished test removes its folder while the last lines are still arriving.
      if (existsSync(dirname(log))) appendFileSync(log, `${line}\n`);
    });
    // Without a terminal, the keys of the first start are in a file.
    const keys = join(state, FIRST_KEYS);
    if (lines.some((line) => line.includes(keys))) (lines as string[]).push(...readFileSync(keys, 'utf8').split('\n'));
    return new Server(child, new URL(`http://127.0.0.1:${port}`), lines);
  }

  readLog(isRead: boolean): void {
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (isRead) stream?.resume();
      else stream?.pause();
    }
  }

  processes(): Process[] {
    return treeOf(this.#child.pid ?? 0);
  }

  /** Asks npm, and thus all processes, to stop. */
  stop(): void {
    this.#child.kill('SIGTERM');
  }

  readyCount(): number {
    return this.#lines.filter((line) => line.startsWith('Ready on ')).length;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  hasSaid(pattern: RegExp): boolean {
    return this.#lines.some((line) => pattern.test(line));
  }
}
