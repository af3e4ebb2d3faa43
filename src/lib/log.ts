import type { Millis } from './time.ts';

const LEVELS = ['info', 'warn', 'error'] as const;
type Level = (typeof LEVELS)[number];

/** Everything that the service logs, with its level. */
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

/** The place of the lowest level that is logged. */
let least = 0;

/** Logs from this level on (`LOG_LEVEL`); logs everything if it is not a known level. */
export function logFrom(level: string | undefined): void {
  least = Math.max(0, LEVELS.indexOf(level as Level));
}

/**
 * Writes one event as one line of JSON, which Workers Logs splits by field. Fields are figures and words of the
 * service's own; what came from outside (addresses, keys, queries, texts) has no place here.
 */
export function log(event: LogEvent, now: Millis, fields: Record<string, string | number | boolean | null>): void {
  const level: Level = LEVEL[event];
  if (LEVELS.indexOf(level) < least) return;
  console[level](JSON.stringify({ level, event, at: new Date(now).toISOString(), ...fields }));
}

const MAX_REASON = 200;

/**
 * Why something failed, fit for a log: the innermost cause's name and message, without what a message may quote. A
 * wrapper's own message may hold a statement's parameters, so it is not looked at.
 */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  if (thrown.cause instanceof Error) return reasonOf(thrown.cause);
  return `${thrown.name}: ${withoutQuotes(thrown.message)}`.slice(0, MAX_REASON);
}

const withoutQuotes = (message: string): string =>
  message
    .replace(/(["'`]).*\1/gs, '…')
    .replace(/["'`].*/s, '…')
    .replace(/\w+:\/\/\S+|\?\S*|\bng[a-z]_\w+|\b\d{1,3}(\.\d{1,3}){3}\b|[0-9a-f]*:[0-9a-f:]*:[0-9a-f:]*/gi, '…')
    .replace(/\s+/g, ' ');
