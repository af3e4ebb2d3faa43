import childProcess, { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';

/** The runtime's process, guarded: it neither outlives this one nor ends before it. */
export interface Guard {
  /** Its number while it runs. */
  pid(): number | undefined;
  /** Ends the guarding, when the runtime has been stopped. */
  release(): void;
}

const GUARD = join(import.meta.dirname, 'guard.ts');

/**
 * Guards every workerd that is started from now on. It gets a process group of its own: Ctrl-C in a terminal reaches this
 * process only, which lets the runtime finish its work. A second small process ends it should this one be killed.
 * `started` is called with the number of each.
 */
export function guardWorkerd(started: (pid: number) => void): Guard {
  const original = childProcess.spawn;
  let workerd: ChildProcess | undefined;
  let guard = startGuard();
  let released = false;
  // Miniflare takes no options for the process, and tells nobody its number.
  Object.assign(childProcess, {
    spawn(command: string, args: string[], options: SpawnOptions) {
      if (args[0] !== 'serve') return original(command, args, options);
      const child = original(command, args, { ...options, detached: process.platform !== 'win32' });
      workerd = child;
      if (child.pid !== undefined) {
        guard.stdin?.write(`${child.pid}\n`);
        started(child.pid);
      }
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
      if (isRunning(workerd)) guard.stdin?.write(`${workerd.pid}\n`);
    });
    child.unref();
    return child;
  }

  return {
    pid: () => (isRunning(workerd) ? workerd.pid : undefined),
    release() {
      released = true;
      Object.assign(childProcess, { spawn: original });
      if (isRunning(workerd)) workerd.kill('SIGKILL');
      guard.stdin?.end('none\n');
    },
  };
}

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null;
