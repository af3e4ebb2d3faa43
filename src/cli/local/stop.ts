import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningWorker } from '../runtime.ts';
import { stateGone } from './failure.ts';
import type { Front } from './front.ts';
import type { Lock } from './lock.ts';
import type { Guard } from './workerd.ts';

/** Milliseconds that the queues have to be emptied; what is left waits on disk for the next start. */
const DRAIN = 3000;
/** Milliseconds after which everything ends, whatever is left to do. */
const DEADLINE = 9000;
/** Milliseconds between two looks at whether npm still runs, and at whether the state is still in its place. */
const PULSE = 250;
const GONE_PULSE = 1000;

/** What there is to be ended, as far as the start has come. */
export interface Parts {
  /** Set when a stop was asked for: a start that has not come to its end goes no further. */
  isStopping?: boolean;
  front?: Front;
  worker?: RunningWorker;
  guard?: Guard;
  lock?: Lock;
  endCrons?: () => void;
  endWatching?: () => void;
  endCopies?: () => void;
}

/** Between two steps of a start: never resolves once a stop was asked for. */
export const unlessStopping = ({ isStopping }: Parts): Promise<void> =>
  isStopping ? new Promise(() => {}) : Promise.resolve();

/** Ends every process and lets go of the state, without waiting for anything. */
export function release(parts: Parts): void {
  const { guard, lock } = parts;
  Object.assign(parts, { guard: undefined, lock: undefined });
  guard?.release();
  lock?.release();
}

/**
 * Once a signal asks for it: answers what was asked, counts what was accepted, and ends every process. What it returns is to
 * be called after miniflare has begun, which would end the process at the signal.
 */
export function stopOnSignal(parts: Parts): () => void {
  const finish = (code = 0) => {
    release(parts);
    process.exit(code);
  };
  const stop = async () => {
    // npm passes a signal on that the terminal has sent to everybody already.
    if (parts.isStopping) return;
    parts.isStopping = true;
    console.log('Stopping');
    setTimeout(finish, DEADLINE, 0);
    await end(parts).catch((error: Error) => console.error(`stopping: ${error.message}`));
    finish();
  };
  const listenAlone = () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal).on(signal, stop);
  };
  listenAlone();
  // Miniflare, too, ends the process at a signal, until it has begun.
  process.once('exit', () => release(parts));
  // Who reads the log may end before the server does.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  whenNpmEnds(stop);
  whenStateGoes(parts, async () => {
    parts.isStopping = true;
    await parts.front?.close();
    finish(1);
  });
  return listenAlone;
}

function whenStateGoes(parts: Parts, stop: () => void): void {
  setInterval(() => {
    const { lock, isStopping } = parts;
    if (isStopping || !lock || lock.isInPlace()) return;
    const { message, remedy } = stateGone(lock.state);
    console.error(`${message}\n${remedy}`);
    stop();
  }, GONE_PULSE).unref();
}

async function end({ front, worker, endCrons, endWatching, endCopies }: Parts): Promise<void> {
  endCrons?.();
  endCopies?.();
  endWatching?.();
  await front?.close();
  if (!worker) return;
  const left = await drain(worker);
  if (left > 0) console.log(`${left} clicks wait on disk for the next start`);
  await worker.dispose();
}

/** Waits until no message waits or the time is over; returns how many still do. */
async function drain(worker: RunningWorker): Promise<number> {
  for (const end = Date.now() + DRAIN; ; await sleep(100)) {
    const counts = Object.values(await worker.waiting());
    const left = counts.reduce((sum, count) => sum + count, 0);
    if (left === 0 || Date.now() > end) return left;
  }
}

/**
 * npm passes a signal on to the shell that it has started this process by, and many shells keep it to themselves; they also
 * outlive an npm that was killed.
 */
function whenNpmEnds(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const npm = npmAbove(parent);
  setInterval(() => {
    if (process.ppid !== parent || (npm !== null && !isRunning(npm))) stop();
  }, PULSE).unref();
}

/** The number of npm's process where a shell is between it and this one; null where npm itself is the parent, or it is not known. */
function npmAbove(parent: number): number | null {
  try {
    const options = { encoding: 'utf8', stdio: 'pipe' } as const;
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(parent)], options);
    const [, npm] = /^\s*(\d+)\s+\S*sh -c /.exec(line) ?? [];
    return npm === undefined ? null : Number(npm);
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}
