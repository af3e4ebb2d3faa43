import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { StartFailure } from '../failure.ts';
import { endGroup } from './group.ts';
import { isLocked } from './sqlite-file.ts';

/** Held while a server runs. The operating system lets go of it when the process ends, however it ends. */
const LOCK = 'server.lock';
/** Says who holds it, for people and for other commands; readable by its owner only. */
const RECORD = 'server.json';
/** Names of files that belong to the lock, and not to the state. */
export const LOCK_FILES = [LOCK, `${LOCK}-journal`, RECORD];

const record = z.object({
  pid: z.int(),
  url: z.string(),
  /** Lets programs of this user name a reader's address (`src/node/http/sender.ts`). */
  token: z.string(),
  /** The lock that it holds: in a copy of the folder another file has that name. */
  lock: z.object({ ino: z.number(), dev: z.number() }),
  /** What it has started, by name, and when that was, in the words of `ps`. */
  processes: z.record(z.string(), z.object({ pid: z.int(), started: z.string() })),
});

export type ServerRecord = z.output<typeof record>;

export interface Lock {
  /** The folder of the state. */
  readonly state: string;
  /** False once the folder was moved away, deleted, or replaced by another. */
  isInPlace(): boolean;
  /** Publishes who runs here, and the numbers of its processes, by name: the next server ends what is left of them. */
  write(server: Pick<ServerRecord, 'pid' | 'url' | 'token'>, processes: Record<string, number>): void;
  release(): void;
}

/**
 * Takes the lock of a state's folder. Throws a `StartFailure` that names the server which holds it. What a server that was
 * killed has left running is ended.
 */
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
      'Stop that server first, or name another folder by STATE_DIR.',
    );
  }
  const file = join(state, RECORD);
  const mine = lockIn(state);
  const isInPlace = () => {
    try {
      return isSame(lockIn(state), mine);
    } catch (thrown) {
      // A disk that does not answer for a moment has not gone.
      return !/ENOENT|ENOTDIR/.test(String(thrown));
    }
  };
  endLeftover(readServer(state));
  // It would be taken for this one's until this one has written its own.
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
      // In a folder that has taken the place of this one, it is another server's.
      if (isInPlace()) rmSync(file, { force: true });
      database.close();
    },
  };
}

/** Whether a server, or a command that replaces everything, holds the state. */
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

/**
 * The server that runs on a state, or ran on it and was killed; null where there is none, and in a copy of a state, whose record
 * names the other's.
 */
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

/** A runtime whose server was killed would write to the same files as the new one. */
function endLeftover(server: ServerRecord | null): void {
  for (const [name, { pid, started }] of Object.entries(server?.processes ?? {})) {
    if (startOf(pid) !== started) continue;
    console.error(`The server before was killed (process ${server?.pid}); its ${name} (${pid}) is ended now.`);
    endGroup(pid);
  }
}

/** When a process was started, so that another one with the same number is not taken for it; null where none runs. */
export function startOf(pid: number): string | null {
  if (process.platform === 'win32') return null;
  try {
    // Ticks since the machine started, with the name of that start; a container has no `ps`.
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
