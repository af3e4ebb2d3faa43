import * as z from 'zod';
import type { Millis, Seconds } from '../../lib/time.ts';

/** Why a disk takes no writes. */
export const WRITE_FAULTS = ['diskFull', 'readOnly', 'failing'] as const;
export type WriteFault = (typeof WRITE_FAULTS)[number];

/**
 * Facts of the machine that the Worker runs on. The process that runs the Worker there reports them each minute through the entrypoint
 * `Machine`, to which no route leads. On the platform there are none, and no alarm watches them. (docs/decisions.md#W14)
 */
const machineFacts = z.strictObject({
  /** Bytes of the disk that holds the state. */
  disk: z.strictObject({ free: z.int().nonnegative(), size: z.int().positive() }).optional(),
  /** Seconds since the machine was started, which no clock moves. */
  uptime: z.number().nonnegative().optional(),
  /** Files that were missing, or older than others say of them, at the start. */
  lost: z.array(z.enum(['database', 'queues'])).optional(),
  /** Why nothing can be written; left out: it can. */
  writes: z.enum(WRITE_FAULTS).optional(),
});
export type MachineFacts = z.output<typeof machineFacts>;

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

/** Facts as the process sends them. */
export const readFacts = (value: unknown) => machineFacts.safeParse(value);

/** Stores facts in this isolate; `at`: epoch milliseconds. */
export function rememberFacts(facts: MachineFacts, at: Millis): void {
  reported = { at, facts };
}
