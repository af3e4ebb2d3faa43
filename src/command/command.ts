import { statSync } from 'node:fs';
import { toSeconds } from '../lib/time.ts';

/** What all commands share: the clock, and refusals without a stack. */

/** Why a command ends, as its exit code: what it was told cannot be understood, what it names is not there, or the service is not open to it. */
export const EXIT = { misunderstood: 2, notFound: 3, closed: 4 } as const;
type Exit = (typeof EXIT)[keyof typeof EXIT];

class Refusal extends Error {
  readonly exit: Exit;

  constructor(exit: Exit, message: string) {
    super(message);
    this.exit = exit;
  }
}

/** Whether it was said by `fail`. */
export const isRefusal = (thrown: unknown): boolean => thrown instanceof Refusal;

/** Epoch seconds. */
export const now = (): number => toSeconds(Date.now());

/** Ends the command with a message for its user. */
export function failCommand(...lines: string[]): never {
  return failAs('misunderstood', ...lines);
}

/** The same, for another reason than that the command was not understood. */
export function failAs(reason: keyof typeof EXIT, ...lines: string[]): never {
  throw new Refusal(EXIT[reason], lines.join('\n'));
}

/** The name of a file; ends the command where there is none. */
export function thereIs(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== false)
    failAs('notFound', `there is no file ${file}`);
  return file;
}

/** Runs a program of the project: with `--help` or wrong arguments it says how it is called. */
export async function run(usage: string, command: () => Promise<void>): Promise<void> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(usage);
    return;
  }
  await ending(() =>
    command().catch((thrown: Error & { code?: unknown }) => {
      const isUsage = String(thrown.code).startsWith('ERR_PARSE_ARGS');
      throw isUsage ? new Refusal(EXIT.misunderstood, `${thrown.message}\n${usage}`) : thrown;
    }),
  );
}

/** Runs a command: a refusal ends it with a message and an exit code of `EXIT`; everything else is a fault, exit code 1. */
export async function ending(command: () => Promise<void>): Promise<void> {
  // What a command makes is its user's alone: a state holds salts, keys and secrets. Its children inherit it.
  process.umask(0o077);
  try {
    await command();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) {
      report(thrown as Error);
      // What the command has begun, such as a server, would keep the process alive.
      process.exit(1);
    }
    console.error(thrown.message);
    process.exitCode = thrown.exit;
  }
}

/** What to do about faults that are no defect of the code, by what the platform says of them. */
const REMEDIES: [fault: RegExp, words: string, remedy: string][] = [
  [
    /SQLITE_BUSY|database is locked/,
    'Another program has locked the database.',
    'Run the command again when it has ended.',
  ],
  [/ENOSPC|SQLITE_FULL|disk is full/, 'The disk is full.', 'Free some space, and run the command again.'],
  [
    /EROFS|EACCES|SQLITE_READONLY|readonly database/,
    'It cannot be written to.',
    'Give this user the right to write there.',
  ],
];

/** A fault in two lines, or with DEBUG all that is known of it. */
function report(error: Error): void {
  if (process.env.DEBUG) {
    console.error(error);
    return;
  }
  // What has failed is said by the innermost one; the outer ones repeat the statement.
  let root = error;
  while (root.cause instanceof Error) root = root.cause;
  const [first] = root.message.split('\n');
  const known = `${error.message} ${root.message} ${String(Object(error).stderr ?? '')}`;
  const [, words, remedy] = REMEDIES.find(([fault]) => fault.test(known)) ?? [];
  console.error(words ? `${words} (${first})` : `It failed: ${first}`);
  console.error(remedy ?? 'DEBUG=1 before the command shows where.');
}
