import { statSync } from 'node:fs';
import { toSeconds } from '../lib/time.ts';

export const EXIT = { misunderstood: 2, notFound: 3, closed: 4 } as const;
type Exit = (typeof EXIT)[keyof typeof EXIT];

class Refusal extends Error {
  readonly exit: Exit;

  constructor(exit: Exit, message: string) {
    super(message);
    this.exit = exit;
  }
}

export const isRefusal = (thrown: unknown): boolean => thrown instanceof Refusal;

export const now = (): number => toSeconds(Date.now());

/** Ends the command with a message for the user and the exit code for wrong usage. */
export function failCommand(...lines: string[]): never {
  return failAs('misunderstood', ...lines);
}

/** Ends the command with a message and with the exit code for `reason`. */
export function failAs(reason: keyof typeof EXIT, ...lines: string[]): never {
  throw new Refusal(EXIT[reason], lines.join('\n'));
}

/** Returns the name of a file. Ends the command if the file does not exist or is a folder. */
export function existingFile(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== false) failAs('notFound', `file not found: ${file}`);
  return file;
}

/** Returns the name of a folder. Ends the command if the folder does not exist or is a file. */
export function existingFolder(folder: string): string {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) failAs('notFound', `folder not found: ${folder}`);
  return folder;
}

/** Runs one of the project's programs. Prints `usage` after `--help` or wrong arguments. */
export async function run(usage: string, command: () => Promise<void>): Promise<void> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(usage);
    return;
  }
  await runWithExitCode(() =>
    command().catch((thrown: Error & { code?: unknown }) => {
      const isUsage = String(thrown.code).startsWith('ERR_PARSE_ARGS');
      throw isUsage ? new Refusal(EXIT.misunderstood, `${thrown.message}\n${usage}`) : thrown;
    }),
  );
}

/** Runs a command and sets the exit code: a code from `EXIT` for an expected error, and 1 for a fault. */
export async function runWithExitCode(command: () => Promise<void>): Promise<void> {
  // Only this user may read new files, because the state folder contains keys. Child processes inherit the mask.
  process.umask(0o077);
  try {
    await command();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) {
      report(thrown as Error);
      // Without this call, a server that was started would prevent the process from ending.
      process.exit(1);
    }
    console.error(thrown.message);
    process.exitCode = thrown.exit;
  }
}

const REMEDIES: [fault: RegExp, words: string, remedy: string][] = [
  [
    /SQLITE_BUSY|database is locked/,
    'Another program has locked the database.',
    'Run the command again after that program has exited.',
  ],
  [/ENOSPC|SQLITE_FULL|disk is full/, 'The disk is full.', 'Free some space and run the command again.'],
  [
    /EROFS|EACCES|SQLITE_READONLY|readonly database/,
    'A file or folder is not writable.',
    'Give this user write permission.',
  ],
];

function report(error: Error): void {
  if (process.env.DEBUG) {
    console.error(error);
    return;
  }
  // The innermost cause is the original error. The outer errors only repeat the SQL statement.
  let root = error;
  while (root.cause instanceof Error) root = root.cause;
  const [first] = root.message.split('\n');
  const known = `${error.message} ${root.message} ${String(Object(error).stderr ?? '')}`;
  const [, words, remedy] = REMEDIES.find(([fault]) => fault.test(known)) ?? [];
  console.error(words ? `${words} (${first})` : `The command failed: ${first}`);
  console.error(remedy ?? 'Run the command with DEBUG=1 for the stack trace.');
}
