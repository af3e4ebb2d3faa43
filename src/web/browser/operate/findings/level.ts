import { MINUTE_MS, type Millis } from '../../../../lib/time.ts';
import type { Finding } from './finding.ts';

/** `unknown`: something could not be asked, so nobody knows. */
export type Level = 'good' | 'warn' | 'bad' | 'unknown';

/** Answers may be missed twice before what is shown counts as old; a minute at least, as browsers slow down tabs in the background. */
const MISSES = 3;
const LEAST = MINUTE_MS;

interface Asked {
  value: unknown;
  error: Error | null;
  /** Of the last good answer. */
  at: Millis | null;
}

/** Whether the last question was answered, and not too long ago. `interval`, `now`: milliseconds. */
export const isKnown = ({ value, error, at }: Asked, interval: number, now: number): boolean =>
  value !== null && error === null && at !== null && now - at < Math.max(LEAST, MISSES * interval);

/** The worst of what is known; where something is not known it is never good. */
export function levelOf(findings: Finding[], unknown: string[]): Level {
  if (findings.some(({ level }) => level === 'bad')) return 'bad';
  if (unknown.length > 0) return 'unknown';
  return findings.length > 0 ? 'warn' : 'good';
}
