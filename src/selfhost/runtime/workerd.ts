import childProcess, { type SpawnOptions, spawn } from 'node:child_process';
import { moduleFile } from '../../command/paths.ts';
import { endGroup } from '../../node/state/group.ts';
import { withPureReads } from './pure-reads.ts';

const GUARD = moduleFile('selfhost/guard');

/**
 * Guards every workerd that the simulator starts in this process from now on: a second small process ends it should this one be
 * killed. It gets a process group of its own, so that Ctrl-C in a terminal lets it finish its work. Returns what ends both.
 */
export function guardWorkerd(): () => void {
  const original = childProcess.spawn;
  let guarded: number | undefined;
  const guard = spawn(process.execPath, [GUARD], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // Without it being there any more, nothing can be written to it.
  guard.stdin.on('error', () => {});
  guard.unref();
  // Miniflare takes no options for the process, and tells nobody its number.
  Object.assign(childProcess, {
    spawn(command: string, args: string[], options: SpawnOptions) {
      if (args[0] !== 'serve') return original(command, args, options);
      const child = original(command, args, { ...options, detached: process.platform !== 'win32' });
      guarded = child.pid;
      guard.stdin.write(`${guarded}\n`);
      if (child.stdin) {
        const write = child.stdin.write.bind(child.stdin) as (chunk: Uint8Array) => boolean;
        child.stdin.write = (chunk: Uint8Array) => write(withPureReads(chunk));
      }
      return child;
    },
  });
  return () => {
    Object.assign(childProcess, { spawn: original });
    if (guarded !== undefined) endGroup(guarded);
    guard.stdin.end('none\n');
  };
}
