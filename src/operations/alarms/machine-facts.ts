import type { Millis, Seconds } from '../../lib/time.ts';

/** Why a disk takes no writes. */
export const WRITE_FAULTS = ['diskFull', 'readOnly', 'failing'] as const;
export type WriteFault = (typeof WRITE_FAULTS)[number];

/** Facts of the machine that the Worker runs on. A server on Node measures them. On the platform there are none, and no alarm watches them. (docs/decisions.md#W14) */
export interface MachineFacts {
  /** Bytes of the disk that holds the state. */
  disk?: { free: number; size: number };
  /** Seconds since the machine was started, which no clock moves. */
  uptime?: Seconds;
  /** Files that were missing, or older than others say of them, at the start. */
  lost?: ('database' | 'queues')[];
  /** Why nothing can be written; left out: it can. */
  writes?: WriteFault;
}

/** Milliseconds for which facts are valid. */
const VALID = 300_000;
/** Milliseconds for which the uptime is valid: it is compared with the clock. */
const UPTIME_VALID = 5000;
let reported: { at: number; facts: MachineFacts } | undefined;

/** Facts that were reported within five minutes; none if that is longer ago. */
export const factsOfMachine = (now: Millis): MachineFacts =>
  reported && Math.abs(now - reported.at) < VALID ? reported.facts : {};

/** Uptime of the machine in seconds, if its process reported it just now. */
export const uptimeOfMachine = (now: Millis): Seconds | undefined =>
  reported && Math.abs(now - reported.at) < UPTIME_VALID ? reported.facts.uptime : undefined;

/** Stores facts in this isolate; `at`: epoch milliseconds. */
export function rememberFacts(facts: MachineFacts, at: Millis): void {
  reported = { at, facts };
}
