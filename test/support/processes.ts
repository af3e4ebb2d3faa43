import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process as `ps` shows it. */
export interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** A process and everything it has started, itself first. */
export function treeOf(root: number): Process[] {
  const all = list();
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** Those of the processes that still run. */
export function stillRunning(processes: readonly Process[]): Process[] {
  const all = list();
  return processes.filter(({ pid, command }) => all.some((one) => one.pid === pid && one.command === command));
}

/** Kills processes with SIGKILL; those that have ended already are no mistake. */
export function killAll(processes: readonly Process[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
}

/** Waits until none of the processes runs; resolves to the milliseconds it took, or to null where some run on. */
export async function ended(processes: readonly Process[], patience: number): Promise<number | null> {
  const start = Date.now();
  for (; Date.now() < start + patience; await sleep(50)) {
    if (stillRunning(processes).length === 0) return Date.now() - start;
  }
  return null;
}

function list(): Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, stat, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // What has ended and waits for its parent to notice does not run.
    return pid && !stat?.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }] : [];
  });
}

const MEMORY = '/dev/shm';
/** Bytes that the states of a run's tests may take. */
const NEEDED = 2 ** 31;

/** Puts temporary folders of this process, and of those that it starts, into memory where there is room: on a disk every statement waits for it. */
export function useMemory(): void {
  if (!existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  const room = Math.min(bavail * bsize, process.availableMemory() / 2);
  try {
    accessSync(MEMORY, constants.W_OK);
    if (room >= NEEDED) process.env.TMPDIR = MEMORY;
  } catch {
    // Then they stay on the disk.
  }
}
