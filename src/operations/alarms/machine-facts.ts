import type { Millis, Seconds } from '../../lib/time.ts';

export const WRITE_FAULTS = ['diskFull', 'readOnly', 'failing'] as const;
export type WriteFault = (typeof WRITE_FAULTS)[number];

/** Facts that a self-hosted server measures. They are absent on Cloudflare. (docs/decisions.md#W14) */
export interface MachineFacts {
  disk?: { free: number; size: number };
  uptime?: Seconds;
  /** State files that were missing at startup, or that had lost recent data. */
  lost?: ('database' | 'queues')[];
  writes?: WriteFault;
}

const FACTS_LIFE_MS = 300_000;
/** Time for which a measured uptime is valid. It is short, because the uptime is compared with the clock. */
const UPTIME_LIFE_MS = 5000;
let reported: { at: number; facts: MachineFacts } | undefined;

export const factsOfMachine = (now: Millis): MachineFacts =>
  reported && Math.abs(now - reported.at) < FACTS_LIFE_MS ? reported.facts : {};

export const uptimeOfMachine = (now: Millis): Seconds | undefined =>
  reported && Math.abs(now - reported.at) < UPTIME_LIFE_MS ? reported.facts.uptime : undefined;

export function rememberFacts(facts: MachineFacts, at: Millis): void {
  reported = { at, facts };
}
