import { commandLine } from '../command/paths.ts';

/** Reason why a server cannot start, with one line for the problem and one for the remedy. */
export class StartFailure extends Error {
  readonly remedy: string;

  constructor(problem: string, remedy: string, options?: ErrorOptions) {
    super(problem, options);
    this.remedy = remedy;
  }
}

/** Failure for a moved or deleted state folder. Further writes could be lost or conflict with another server. */
export const stateGone = (state: string, phase: 'starting' | 'running' = 'running'): StartFailure =>
  new StartFailure(
    `${state} was moved or deleted while the server was ${phase}, so the server stops.`,
    `Put it back, or restore a backup into an empty folder (STATE_DIR=… ${commandLine('restore')} FOLDER).`,
  );

const CAUSES = [
  {
    says: /ENOTDIR|EEXIST/,
    problem: (state: string) => `A file has the same name as the folder ${state}.`,
    remedy: 'Set STATE_DIR to a folder, or move the file away.',
  },
  {
    says: /ENOSPC|SQLITE_FULL|disk is full|no space left/i,
    problem: (state: string) => `The disk of ${state} is full.`,
    remedy: 'Free some space, or set STATE_DIR to a folder on another disk.',
  },
  {
    // Node reports ENOENT if it cannot create a folder on a read-only disk.
    says: /EROFS|EACCES|EPERM|ENOENT.*mkdir|SQLITE_READONLY|readonly database|SQLITE_CANTOPEN/i,
    problem: (state: string) => `${state} is not writable.`,
    remedy: 'Give this user write permission, or set STATE_DIR to another folder.',
  },
  {
    says: /database is locked/,
    problem: (state: string) => `The database in ${state} is locked by another program.`,
    remedy: 'Close that program, then run the command again.',
  },
];

export function runtimeFailureOf(thrown: unknown, state: string): StartFailure {
  if (thrown instanceof StartFailure) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const text = `${error.message} ${String(Object(error).stderr ?? '')} ${error.cause ?? ''}`;
  const cause = CAUSES.find(({ says }) => says.test(text));
  if (cause) return new StartFailure(cause.problem(state), cause.remedy, { cause: thrown });
  const [first = 'unknown'] = error.message.split('\n');
  return new StartFailure(
    `newsgauge could not start: ${first}`,
    `Run DEBUG=1 ${commandLine('start')} for the stack trace.`,
    { cause: thrown },
  );
}
