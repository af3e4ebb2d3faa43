import { spawn } from 'node:child_process';
import { moduleFile } from '../../command/paths.ts';
import { relayLog } from '../bound-log.ts';
import { endGroup } from '../state/process-group.ts';

/** If `COPY_TO` is not set, deletes the job records of earlier snapshots. Otherwise, these jobs would seem overdue. */
export async function deleteCopyNotes(db: D1Database): Promise<void> {
  if (process.env.COPY_TO) return;
  const tables = ['job_runs', 'job_failures'];
  await db.batch(tables.map((table) => db.prepare(`DELETE FROM ${table} WHERE job IN ('copy', 'trial')`)));
}

const RESTART_PAUSE_MS = 30_000;

/** If `COPY_TO` is set, starts a child process that makes snapshots. Returns a function that ends the process. */
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
      // Exit code 2 means that a setting is invalid, which a restart cannot fix.
      if (!isOver && code !== 2) timer = setTimeout(start, RESTART_PAUSE_MS);
    });
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
