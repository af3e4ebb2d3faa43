import { MINUTE_MS } from '../../../src/lib/time.ts';

export interface RuntimeLine {
  level: string;
  message: string;
}

/** Time during which the same fault of the runtime is reported only once, in milliseconds. */
const QUIET = MINUTE_MS;
/** Internal messages of workerd for its developers, with machine code addresses. */
const INTERNAL = /\bstack: |NOSENTRY|\.c\+\+:\d+|sentryErrorContext|^\*\*\* /;

/**
 * Summarizes workerd's own messages in one line, because a full disk causes hundreds per second. With DEBUG, passes
 * them on.
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

function reasonIn(message: string): string {
  const [, sqlite] = /([\w/ ]+: SQLITE_[A-Z_]+)/.exec(message) ?? [];
  if (sqlite) return sqlite.trim();
  const [first = ''] = message.split('\n');
  return first
    .replace(/^NOSENTRY /, '')
    .replace(/;.*$/, '')
    .slice(0, 200);
}
