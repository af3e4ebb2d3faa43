import { spawn } from 'node:child_process';
import { moduleFile } from '../../command/paths.ts';
import { relayLog } from '../bound-log.ts';
import { endGroup } from '../state/group.ts';

/** Milliseconds until a copier that has ended is started again. */
const PAUSE = 30_000;

/** Starts the process that copies a state, by the environment of this one, again if it fails; returns a function that ends it. */
export function startCopier(state: string): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    const env = { ...process.env, STATE_DIR: state };
    const child = spawn(process.execPath, [moduleFile('node/copies/copier')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    relayLog(child);
    child.once('error', (error) => console.error(`copies: ${error.message}`));
    child.once('exit', (code) => {
      // 0: nothing is to be copied; 2: its settings are wrong.
      if (!isOver && code !== 0 && code !== 2) timer = setTimeout(start, PAUSE);
    });
    // With what it has started, also where it stands still; it clears up after itself when it begins.
    end = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null && endGroup(child.pid);
  };
  let end: () => unknown = () => {};
  start();
  return () => {
    isOver = true;
    clearTimeout(timer);
    end();
  };
}
