import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Returns a process and all its descendants, itself first. */
export function treeOf(root: number): Process[] {
  const all = list();
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

export function stillRunning(processes: readonly Process[]): Process[] {
  const all = list();
  return processes.filter(({ pid, command }) => all.some((one) => one.pid === pid && one.command === command));
}

export function killAll(processes: readonly Process[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
}

/** Waits until the processes have ended. Resolves to the time in milliseconds, or to null after `patience`. */
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
    // Zombie processes do not count as running.
    return pid && !stat?.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }] : [];
  });
}

const MEMORY = '/dev/shm';
/** Space that the states of a test run may need, in bytes. */
const NEEDED = 2 ** 31;

/** Moves temporary folders into memory if it is large enough. On a disk, every statement waits for a sync. */
export function useMemory(): void {
  if (!existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  const room = Math.min(bavail * bsize, process.availableMemory() / 2);
  try {
    accessSync(MEMORY, constants.W_OK);
    if (room >= NEEDED) process.env.TMPDIR = MEMORY;
  } catch {
    // The temporary folders remain on disk.
  }
}
