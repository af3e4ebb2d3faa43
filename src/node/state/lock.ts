import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { StartFailure } from '../failure.ts';
import { endGroup } from './process-group.ts';
import { isLocked } from './sqlite-file.ts';

/** Lock file of a running server. The operating system releases the lock even if the process is killed. */
const LOCK = 'server.lock';
/** File that identifies the server that has the lock. Only the owner of the file may read it. */
const RECORD = 'server.json';
export const LOCK_FILES = [LOCK, `${LOCK}-journal`, RECORD];

const record = z.object({
  pid: z.int(),
  url: z.string(),
  /** Token with which the server's own user may set a reader's address (`src/node/http/client-address.ts`). */
  token: z.string(),
  /** Inode and device of the lock file, which reveal whether the folder was copied. */
  lock: z.object({ ino: z.number(), dev: z.number() }),
  /** Child processes by name, with their start times (`startOf`). */
  processes: z.record(z.string(), z.object({ pid: z.int(), started: z.string() })),
});

export type ServerRecord = z.output<typeof record>;

export interface Lock {
  readonly state: string;
  isInPlace(): boolean;
  /** Records this server and its child processes, so that the next server can end leftover processes. */
  write(server: Pick<ServerRecord, 'pid' | 'url' | 'token'>, processes: Record<string, number>): void;
  release(): void;
}

/** Locks a state folder and ends leftover processes. Throws a `StartFailure` if another server has the lock. */
export function takeLock(state: string): Lock {
  const database = new DatabaseSync(join(state, LOCK), { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (thrown) {
    database.close();
    if (!isLocked(thrown)) throw thrown;
    const holder = readServer(state);
    const who = holder ? `process ${holder.pid} on ${holder.url}` : 'another process';
    throw new StartFailure(
      `${state} is in use by ${who}.`,
      'Stop that server first, or set STATE_DIR to another folder.',
    );
  }
  const file = join(state, RECORD);
  const mine = lockIn(state);
  const isInPlace = () => {
    try {
      return isSame(lockIn(state), mine);
    } catch (thrown) {
      // A temporary disk error does not mean that the folder was removed, so the folder counts as present.
      return !/ENOENT|ENOTDIR/.test(String(thrown));
    }
  };
  endLeftover(readServer(state));
  // The record of the previous server is deleted. Otherwise, it would seem to describe this server.
  rmSync(file, { force: true });
  return {
    state,
    isInPlace,
    write(server, processes) {
      const named = Object.entries(processes).map(([name, pid]) => [name, { pid, started: startOf(pid) }] as const);
      const running = Object.fromEntries(named.filter(([, { started }]) => started !== null));
      writeFileSync(file, `${JSON.stringify({ ...server, lock: mine, processes: running })}\n`, { mode: 0o600 });
    },
    release() {
      // If the folder was replaced, the record belongs to another server.
      if (isInPlace()) rmSync(file, { force: true });
      database.close();
    },
  };
}

/** Returns true if another process has the lock: a server, or a command that replaces the state. */
export function isLockedByOther(state: string): boolean {
  if (!existsSync(join(state, LOCK))) return false;
  const database = new DatabaseSync(join(state, LOCK), { timeout: 0 });
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (thrown) {
    if (!isLocked(thrown)) throw thrown;
    return true;
  } finally {
    database.close();
  }
}

/** Returns the server that uses a state folder, or was killed while using it. `null` for a copied folder. */
export function readServer(state: string): ServerRecord | null {
  try {
    const server = record.parse(JSON.parse(readFileSync(join(state, RECORD), 'utf8')));
    return isSame(server.lock, lockIn(state)) ? server : null;
  } catch {
    return null;
  }
}

type LockFile = ServerRecord['lock'];

function lockIn(state: string): LockFile {
  const { ino, dev } = statSync(join(state, LOCK));
  return { ino, dev };
}

const isSame = (a: LockFile, b: LockFile): boolean => a.ino === b.ino && a.dev === b.dev;

/** Ends leftover processes of a killed server, which would otherwise write to the same files. */
function endLeftover(server: ServerRecord | null): void {
  for (const [name, { pid, started }] of Object.entries(server?.processes ?? {})) {
    if (startOf(pid) !== started) continue;
    console.error(`The previous server (process ${server?.pid}) was killed. Stopping its ${name} (process ${pid}).`);
    endGroup(pid);
  }
}

/** Returns the start time of a process, which reveals a reused PID, or `null` if the process is not running. */
export function startOf(pid: number): string | null {
  if (process.platform === 'win32') return null;
  try {
    // Linux containers have no `ps`, so the start time is read from `/proc` and combined with the boot id.
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return `${stat.slice(stat.lastIndexOf(')')).split(' ')[20]} ${boot}`;
    }
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' });
    return text.trim() || null;
  } catch {
    return null;
  }
}
