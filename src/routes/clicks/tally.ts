import { FLUSH_INTERVAL, OutcomeCounter } from '../../clicks/consume/outcomes.ts';
import { openDb } from '../../db/client.ts';
import type { AppContext } from '../../http/env.ts';
import { ClientError } from '../../http/errors.ts';
import { log, reasonOf } from '../../lib/log.ts';

const outcomes = new OutcomeCounter();

const OUTCOME_HEADER = 'X-Click';
const IGNORED_HEADER = 'X-Click-Ignored';

/** Sets the outcome header and exposes it to scripts of other origins. */
export function setOutcomeHeader(c: AppContext, outcome: string): void {
  c.header(OUTCOME_HEADER, outcome === 'accepted' ? outcome : `dropped; reason=${outcome}`);
  c.header('Access-Control-Expose-Headers', OUTCOME_HEADER, { append: true });
}

export function setIgnoredHeader(c: AppContext, names: readonly string[]): void {
  if (names.length === 0) return;
  c.header(IGNORED_HEADER, names.join(', '));
  c.header('Access-Control-Expose-Headers', IGNORED_HEADER, { append: true });
}

/** Counts the outcome after the response is sent, so that counting does not delay clicks. */
export async function tallyOutcome(c: AppContext, next: () => Promise<void>): Promise<void> {
  await next();
  if (c.req.method === 'OPTIONS') return;
  outcomes.count(outcomeOf(c), c.var.now);
  if (!outcomes.claimFlush(c.var.now)) return;
  const db = openDb(c.env.DB);
  const flush = async () => {
    await scheduler.wait(FLUSH_INTERVAL);
    await outcomes.flush(db);
  };
  c.executionCtx.waitUntil(flush().catch((thrown) => log('outcomesLate', Date.now(), { reason: reasonOf(thrown) })));
}

function outcomeOf(c: AppContext): string {
  const left = /reason=(\w+)/.exec(c.res.headers.get(OUTCOME_HEADER) ?? '')?.[1];
  if (left) return `dropped:${left}`;
  if (c.error instanceof ClientError) return `refused:${c.error.reason}`;
  return c.error ? 'dropped:unavailable' : 'accepted';
}
