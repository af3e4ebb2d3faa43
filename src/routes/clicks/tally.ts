import type { Context } from 'hono';
import { FLUSH_INTERVAL, OutcomeCounter } from '../../clicks/outcomes.ts';
import { openDb } from '../../db/client.ts';
import type { AppEnv } from '../../http/env.ts';
import { ClientError } from '../../http/errors.ts';
import { log, reasonOf } from '../../lib/log.ts';

const outcomes = new OutcomeCounter();

/** Tells the page what became of a click, in a header that scripts of other origins may read. */
export function sayOutcome(c: Context<AppEnv>, outcome: string): void {
  c.header('X-Click', outcome === 'accepted' ? outcome : `dropped; reason=${outcome}`);
  c.header('Access-Control-Expose-Headers', 'X-Click', { append: true });
}

/** Counts how every click ends, beside the answer and never in its way. */
export async function tallied(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  await next();
  outcomes.count(outcomeOf(c), c.var.now);
  if (!outcomes.claimFlush(c.var.now)) return;
  const db = openDb(c.env.DB);
  const flush = async () => {
    await scheduler.wait(FLUSH_INTERVAL);
    await outcomes.flush(db);
  };
  c.executionCtx.waitUntil(flush().catch((thrown) => log('outcomesLate', Date.now(), { reason: reasonOf(thrown) })));
}

function outcomeOf(c: Context<AppEnv>): string {
  if (c.error instanceof ClientError) return `refused:${c.error.reason}`;
  if (c.error) return 'unavailable';
  return (c.res.headers.get('X-Click') ?? 'none').replace('dropped; reason=', 'dropped:');
}
