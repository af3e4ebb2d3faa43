import type { Millis, Seconds } from '../../lib/time.ts';

/** Reasons why a disk rejects writes. */
export const WRITE_FAULTS = ['diskFull', 'readOnly', 'failing'] as const;
export type WriteFault = (typeof WRITE_FAULTS)[number];

/**
 * Facts about a self-hosted server's machine, measured by the server. On Cloudflare there are none, so no alarms depend
 * on them. (docs/decisions.md#W14)
 */
export interface MachineFacts {
  /** Free and total bytes of the disk that contains the state. */
  disk?: { free: number; size: number };
  /** Seconds since the machine started, independent of the clock. */
  uptime?: Seconds;
  /** State files that were missing at startup, or older than the other files imply. */
  lost?: ('database' | 'queues')[];
  /** Reason why writes fail; absent if they succeed. */
  writes?: WriteFault;
}

/** Milliseconds for which reported facts are valid. */
const FACTS_LIFE_MS = 300_000;
/** Milliseconds for which the uptime is valid. Short, because the uptime is compared with the clock. */
const UPTIME_VALID = 5000;
let reported: { at: number; facts: MachineFacts } | undefined;

/** Returns facts that were reported within the last five minutes, otherwise an empty object. */
export const factsOfMachine = (now: Millis): MachineFacts =>
  reported && Math.abs(now - reported.at) < FACTS_LIFE_MS ? reported.facts : {};

/** Returns the machine's uptime in seconds if it was reported within the last five seconds. */
export const uptimeOfMachine = (now: Millis): Seconds | undefined =>
  reported && Math.abs(now - reported.at) < UPTIME_VALID ? reported.facts.uptime : undefined;

/** Stores facts in this isolate. `at` is in epoch milliseconds. */
export function rememberFacts(facts: MachineFacts, at: Millis): void {
  reported = { at, facts };
}
