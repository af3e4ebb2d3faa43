import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MINUTE_MS } from '../../lib/time.ts';
import { endGroup } from '../../node/state/group.ts';
import type { Captured } from './capture.ts';
import { type Address, Doors } from './doors.ts';
import { logOfRuntime } from './runtime-log.ts';

/** Milliseconds that workerd has to listen and to answer at all. */
const START = MINUTE_MS;
/** Sockets by the names that the configuration has for them. */
const SOCKETS = { front: 'entry', doors: 'direct:1:default' };
/** The simulator's stores, each in a folder of its own. */
const STORES = ['cache', 'd1', 'do', 'kv', 'ratelimit'];
/** Where sockets and files of one run are, below the folder of the state. */
const FOLDER = 'runtime';

export interface Runtime {
  pid: number;
  /** Where it answers the world's requests. */
  target: Address;
  doors: Doors;
  /** Resolves when the process has ended, however. */
  ended: Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

/**
 * Starts workerd on a state, in a process group of its own; its sockets are files that only this user can open. `begun` is called
 * with the number of the process, `print` with what the Worker logs. Rejects where it ends or does not answer, and leaves nothing running.
 */
export async function startRuntime(
  state: string,
  { workerd, config }: Captured,
  begun: (pid: number) => void,
  print?: (line: string) => void,
): Promise<Runtime> {
  const child = spawn(workerd, argumentsOf(state, config), {
    cwd: state,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    env: { ...process.env, TZ: 'UTC' },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${workerd} cannot be started`);
  begun(pid);
  const kill = () => endGroup(pid);
  readLog(child, print);
  try {
    const [target, doors] = await listening(child, ended);
    const runtime = { pid, target, doors: new Doors(doors), ended, kill };
    await runtime.doors.ping(START);
    return runtime;
  } catch (thrown) {
    kill();
    await ended;
    throw thrown;
  }
}

let runs = 0;

function argumentsOf(state: string, config: string): string[] {
  const mails = join(state, FOLDER, 'mails');
  // What the simulator would make; workerd refuses a folder that is not there.
  const places = STORES.map((store) => join(state, 'v3', store));
  for (const folder of [mails, ...places]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(join(state, FOLDER))) if (name.endsWith('.sock')) rmSync(join(state, FOLDER, name));
  runs++;
  // Relative, as the path of a socket may be no longer than about a hundred bytes.
  const place = (name: string) =>
    process.platform === 'win32' ? '127.0.0.1:0' : `unix:${FOLDER}/${name}-${runs}.sock`;
  return [
    'serve',
    '--binary',
    '--experimental',
    '--control-fd=3',
    ...Object.entries(SOCKETS).map(([name, socket]) => `--socket-addr=${socket}=${place(name)}`),
    // The simulator's own process, which is not there, and its temporary folder.
    '--external-addr=loopback=127.0.0.1:1',
    `--directory-path=email:store-disk=${mails}`,
    config,
  ];
}

/** The addresses of both sockets, once workerd listens on them. */
async function listening(child: ChildProcess, ended: Promise<void>): Promise<[front: Address, doors: Address]> {
  const ports = new Map<string, number>();
  const control = child.stdio[3];
  if (!control) throw new Error('workerd has no control pipe');
  const all = new Promise<void>((resolve) => {
    createInterface({ input: control as NodeJS.ReadableStream }).on('line', (line) => {
      const { event, socket, port } = JSON.parse(line);
      if (event === 'listen') ports.set(socket, port);
      if (Object.values(SOCKETS).every((name) => ports.has(name))) resolve();
    });
  });
  const gone = ended.then(() => Promise.reject(new Error('workerd ended while it started')));
  const late = new Promise<never>((_, reject) =>
    setTimeout(reject, START, new Error('workerd does not listen')).unref(),
  );
  await Promise.race([all, gone, late]);
  const address = (name: keyof typeof SOCKETS): Address => {
    const port = ports.get(SOCKETS[name]);
    return port ? `http://127.0.0.1:${port}` : `unix:${FOLDER}/${name}-${runs}.sock`;
  };
  return [address('front'), address('doors')];
}

/** Reads all that workerd writes, always: it stops working when nobody takes its output. */
function readLog({ stdout, stderr }: ChildProcess, print?: (line: string) => void): void {
  const pass = logOfRuntime(print);
  for (const stream of [stdout, stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      try {
        pass(JSON.parse(line));
      } catch {
        pass({ level: 'error', message: line });
      }
    });
  }
}
