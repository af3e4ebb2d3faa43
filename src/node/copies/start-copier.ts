import { spawn } from 'node:child_process';
import { moduleFile } from '../../command/paths.ts';
import { relayLog } from '../bound-log.ts';
import { endGroup } from '../state/group.ts';

/** Deletes the notes on copies of a state that is not copied any more. */
export async function deleteCopyNotes(db: D1Database): Promise<void> {
  if (process.env.COPY_TO) return;
  const tables = ['job_runs', 'job_failures'];
  await db.batch(tables.map((table) => db.prepare(`DELETE FROM ${table} WHERE job IN ('copy', 'trial')`)));
}

/** Milliseconds until a copier that has ended is started again. */
const PAUSE = 30_000;

/** Starts the process that copies a state, by the environment of this one, if it says where to; again if it fails. Returns a function that ends it. */
export function startCopier(state: string): () => void {
  if (!process.env.COPY_TO) return () => {};
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
      // 2: its settings are wrong.
      if (!isOver && code !== 2) timer = setTimeout(start, PAUSE);
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
