import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../../../../src/command/paths.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Server under test on one of the two runtimes, with a clock that the test moves. Times are in milliseconds. */
export interface Service {
  readonly url: URL;
  readonly operator: string;
  /** Whether accepted clicks survive the end of the server. The queue of the platform's simulator is in memory. */
  readonly hasDurableQueue: boolean;
  now(): number;
  /** Lets time pass and runs the jobs that become due. `step` then sets the clock forward or back. */
  pass(by: number, step?: number): Promise<void>;
  /** Ends the server and starts it again. Requests in between fail. */
  restart(how: 'stop' | 'kill'): Promise<void>;
  /** Stops the server, lets `work` run commands on its state folder, and starts the server again. */
  offline(work: (command: Command) => Promise<void>): Promise<void>;
  rows<T>(sql: string): Promise<T[]>;
  /** Folder with everything that the server stores. */
  folder: string;
  log: string;
  stop(): Promise<void>;
}

export type Command = (name: string, ...args: string[]) => Promise<string>;

export interface Start {
  folder: string;
  at: number;
  vars: Record<string, string>;
}

const CLOCK = pathToFileURL(join(import.meta.dirname, 'followed-clock.ts')).href;
export const CLOCK_PRELOAD = ['--import', CLOCK];

/** Returns the command line of an operator, whose clock is that of the simulated service. */
export const commandOn =
  (state: string, ahead: () => number): Command =>
  async (name, ...args) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...CLOCK_PRELOAD, join(ROOT, 'src/cli/newsgauge.js'), name, ...args],
      { env: { ...process.env, STATE_DIR: state, WEEK_AHEAD: String(ahead()) } },
    ).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`newsgauge ${name}: ${stdout}${stderr}`);
    });
    return stdout;
  };
