import { MINUTE_MS } from '../../../src/lib/time.ts';

/** A line of workerd's log, as miniflare reads it. */
export interface RuntimeLine {
  level: string;
  message: string;
}

/** Milliseconds in which the same fault of the runtime is reported once. */
const QUIET = MINUTE_MS;
/** What workerd writes about itself: for its authors, with addresses of its machine code. */
const INTERNAL = /\bstack: |NOSENTRY|\.c\+\+:\d+|sentryErrorContext|^\*\*\* /;

/**
 * Passes on what the Worker logs, and puts what workerd says of itself into one line of words: a full disk has it say
 * hundreds of lines a second. With DEBUG they are passed on, too.
 */
export function logOfRuntime(
  print: (line: string) => void = console.log,
  printError: (line: string) => void = console.error,
  clock: () => number = Date.now,
): (line: RuntimeLine) => void {
  const reported = new Map<string, number>();
  return ({ level, message }) => {
    const isError = level === 'error' || level === 'warn';
    if (process.env.DEBUG || !INTERNAL.test(message)) return (isError ? printError : print)(message);
    const reason = reasonIn(message);
    const now = clock();
    if (now - (reported.get(reason) ?? Number.NEGATIVE_INFINITY) < QUIET) return;
    reported.set(reason, now);
    printError(JSON.stringify({ event: 'runtimeFailed', at: new Date(now).toISOString(), reason }));
  };
}

/** The part of an internal message that says what happened. */
function reasonIn(message: string): string {
  const [, sqlite] = /([\w/ ]+: SQLITE_[A-Z_]+)/.exec(message) ?? [];
  if (sqlite) return sqlite.trim();
  const [first = ''] = message.split('\n');
  return first
    .replace(/^NOSENTRY /, '')
    .replace(/;.*$/, '')
    .slice(0, 200);
}
