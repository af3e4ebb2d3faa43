import type { Millis } from './time.ts';

const LEVELS = ['info', 'warn', 'error'] as const;
type Level = (typeof LEVELS)[number];

const LEVEL = {
  request: 'info',
  requestFailed: 'error',
  requestSlow: 'warn',
  overloaded: 'warn',
  clickLost: 'error',
  outcomesLate: 'warn',
  usesLate: 'warn',
  batchFailed: 'error',
  databaseOut: 'error',
  deadLetters: 'warn',
  cron: 'info',
  cronFailed: 'error',
  windowFailed: 'error',
  daysFailed: 'error',
  invitationFailed: 'warn',
  rankingsNotNotified: 'warn',
  webhookFailed: 'error',
  messageNotMade: 'error',
  eventsLate: 'warn',
  clockAgreed: 'info',
  alarm: 'warn',
  alarmsUnsaved: 'error',
} satisfies Record<string, Level>;

export type LogEvent = keyof typeof LEVEL;

let minLevel = 0;

/** Sets the minimum log level (`LOG_LEVEL`). If the level is unknown, everything is logged. */
export function logFrom(level: string | undefined): void {
  minLevel = Math.max(0, LEVELS.indexOf(level as Level));
}

/** Logs an event as JSON. Fields must not contain external data, such as addresses, keys, queries or article texts. */
export function log(event: LogEvent, now: Millis, fields: Record<string, string | number | boolean | null>): void {
  const level: Level = LEVEL[event];
  if (LEVELS.indexOf(level) < minLevel) return;
  console[level](JSON.stringify({ level, event, at: new Date(now).toISOString(), ...fields }));
}

const MAX_REASON_CHARACTERS = 200;

/** Returns the innermost cause without quoted values, because messages may contain statement parameters. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  if (thrown.cause instanceof Error) return reasonOf(thrown.cause);
  return `${thrown.name}: ${withoutQuotes(thrown.message)}`.slice(0, MAX_REASON_CHARACTERS);
}

const withoutQuotes = (message: string): string =>
  message
    .replace(/(["'`]).*\1/gs, '…')
    .replace(/["'`].*/s, '…')
    .replace(/\w+:\/\/\S+|\?\S*|\bng[a-z]_\w+|\b\d{1,3}(\.\d{1,3}){3}\b|[0-9a-f]*:[0-9a-f:]*:[0-9a-f:]*/gi, '…')
    .replace(/\s+/g, ' ');
