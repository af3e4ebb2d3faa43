import { StartFailure } from '../failure.ts';
import { OTHER_VERSION_WAY } from '../state/migrations.ts';

/** What to do about what keeps the Worker from answering, by the reasons of `/health/ready`. */
const REMEDIES: Record<string, string> = {
  restoring: 'Run npm run restore -- FOLDER --force again with the same STATE_DIR.',
  otherVersion: OTHER_VERSION_WAY,
};
const OTHER = 'Restore a backup into an empty folder: STATE_DIR=… npm run restore -- FOLDER';

/** Throws a `StartFailure` where the Worker cannot answer requests. */
export async function assertReady(url: URL, state: string): Promise<void> {
  const answer = await fetch(new URL('/health/ready', url));
  if (answer.ok) return;
  const { reason = '', message = '' } = (await answer.json()) as { reason?: string; message?: string };
  throw new StartFailure(`The state in ${state} cannot be used (${reason}): ${message}`, REMEDIES[reason] ?? OTHER);
}
