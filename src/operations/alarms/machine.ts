import { WorkerEntrypoint } from 'cloudflare:workers';
import * as z from 'zod';
import type { Millis, Seconds } from '../../lib/time.ts';

/**
 * What only the machine knows that the Worker runs on. Whoever runs the Worker there tells it, each minute, through the entrypoint
 * `Machine`, to which no route leads; on the platform nobody does, and nothing of it is watched. (docs/decisions.md#W14)
 */
const machineFacts = z.strictObject({
  /** Bytes of the disk that holds the state. */
  disk: z.strictObject({ free: z.int().nonnegative(), size: z.int().positive() }).optional(),
  /** Seconds since the machine was started, which no clock moves. */
  uptime: z.number().nonnegative().optional(),
});
export type MachineFacts = z.output<typeof machineFacts>;

/** Milliseconds after which what was told is no longer known. */
const VALID = 300_000;
/** Milliseconds for which the uptime is valid: it is compared with the clock. */
const UPTIME_VALID = 5000;
let told: { at: number; facts: MachineFacts } | undefined;

/** What was told within five minutes; nothing where that is longer ago. */
export const factsOfMachine = (now: Millis): MachineFacts =>
  told && Math.abs(now - told.at) < VALID ? told.facts : {};

/** Uptime of the machine in seconds, if its process reported it just now. */
export const uptimeOfMachine = (now: Millis): Seconds | undefined =>
  told && Math.abs(now - told.at) < UPTIME_VALID ? told.facts.uptime : undefined;

/** For whoever runs the Worker: `POST` with facts as JSON answers 204, anything else 400. */
export class Machine extends WorkerEntrypoint {
  override async fetch(request: Request): Promise<Response> {
    const facts = machineFacts.safeParse(await request.json().catch(() => null));
    if (request.method !== 'POST' || !facts.success) return new Response('expects POST with facts', { status: 400 });
    told = { at: Date.now(), facts: facts.data };
    return new Response(null, { status: 204 });
  }
}
