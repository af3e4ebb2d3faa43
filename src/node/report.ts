import { reasonOf } from '../lib/log.ts';

/** Logs a fault of the server itself as a line of JSON, in the format of the service's log. */
export function report(event: string, thrown: unknown, fields: Record<string, string> = {}): void {
  const line = { level: 'error', event, at: new Date().toISOString(), ...fields, reason: reasonOf(thrown) };
  console.error(JSON.stringify(line));
}
