import childProcess, { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { endGroup } from './group.ts';
import { withPureReads } from './pure-reads.ts';

/** The processes that a server has started, guarded: none outlives it. */
export interface Guard {
  /** Guards another process, which leads a group of its own, in place of the one before. */
  watch(child: ChildProcess): void;
  /** Ends what is guarded. A workerd that has ended is replaced. */
  end(): void;
  /** Ends what is guarded, and the guarding. */
  release(): void;
}

export interface Watcher {
  /** Called with the number of each process that is guarded. */
  started(pid: number): void;
  /** Called when workerd has ended by itself. */
  ended(): void;
}

const GUARD = join(import.meta.dirname, 'guard.ts');

/**
 * Guards every workerd that is started from now on. It gets a process group of its own: Ctrl-C in a terminal reaches this
 * process only, which lets the runtime finish its work. A second small process ends it should this one be killed.
 */
export function guardWorkerd({ started, ended }: Watcher): Guard {
  const original = childProcess.spawn;
  let guarded: number | undefined;
  let guard = startGuard();
  let released = false;
  const watch = (child: ChildProcess) => {
    const { pid } = child;
    if (pid === undefined) return;
    guarded = pid;
    guard.stdin?.write(`${pid}\n`);
    started(pid);
    child.once('exit', () => {
      endGroup(pid);
      if (guarded === pid) guarded = undefined;
    });
  };
  // Miniflare takes no options for the process, and tells nobody its number.
  Object.assign(childProcess, {
    spawn(command: string, args: string[], options: SpawnOptions) {
      if (args[0] !== 'serve') return original(command, args, options);
      const child = original(command, args, { ...options, detached: process.platform !== 'win32' });
      watch(child);
      if (child.stdin) {
        const write = child.stdin.write.bind(child.stdin) as (chunk: Uint8Array) => boolean;
        child.stdin.write = (chunk: Uint8Array) => write(withPureReads(chunk));
      }
      child.once('exit', () => {
        // Miniflare itself ends it at a reload; what it does after a crash has begun when this is called.
        if (!released && !child.killed) setImmediate(ended);
      });
      return child;
    },
  });

  function startGuard(): ChildProcess {
    const child = spawn(process.execPath, [GUARD], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    // Without it being there any more, nothing can be written to it.
    child.stdin?.on('error', () => {});
    child.once('exit', () => {
      if (released) return;
      guard = startGuard();
      if (guarded !== undefined) guard.stdin?.write(`${guarded}\n`);
    });
    child.unref();
    return child;
  }

  return {
    watch,
    end() {
      if (guarded !== undefined) endGroup(guarded);
    },
    release() {
      released = true;
      Object.assign(childProcess, { spawn: original });
      if (guarded !== undefined) endGroup(guarded);
      guard.stdin?.end('none\n');
    },
  };
}
