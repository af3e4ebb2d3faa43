import { spawn } from 'node:child_process';
import { moduleFile } from '../../command/paths.ts';
import { endGroup } from '../../node/state/group.ts';
import type { Note } from './copier.ts';

/** Milliseconds until a copier that has ended is started again. */
const PAUSE = 30_000;

/**
 * Starts the process that copies a state, by the environment of this one, again where it fails; returns what ends it. `note` runs
 * statements in the database; a failure of it is ignored, because the copier says the same in the log.
 */
export function startCopier(state: string, note: (statements: Note) => Promise<unknown>): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    const env = { ...process.env, STATE_DIR: state };
    const child = spawn(process.execPath, [moduleFile('selfhost/copies/copier')], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    // While the runtime is replaced, there is no database to note it in.
    child.on('message', async (statements) => {
      try {
        await note(statements as Note);
      } catch {}
    });
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
