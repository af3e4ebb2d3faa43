import { FLUSH_INTERVAL, OutcomeCounter } from '../../clicks/consume/outcomes.ts';
import { openDb } from '../../db/client.ts';
import type { AppContext } from '../../http/env.ts';
import { ClientError, rateLimited } from '../../http/errors.ts';
import { log, reasonOf } from '../../lib/log.ts';

const outcomes = new OutcomeCounter();

const RATE_PERIOD_SECONDS = 60;

const OUTCOME_HEADER = 'X-Click';
const IGNORED_HEADER = 'X-Click-Ignored';

/** Stores a click's outcome for the counters, and sends it in a header that scripts on other sites may read. */
export function setOutcome(c: AppContext, outcome: string): void {
  c.set('clickOutcome', outcome);
  c.header(OUTCOME_HEADER, outcome === 'accepted' ? outcome : `dropped; reason=${outcome}`);
  c.header('Access-Control-Expose-Headers', OUTCOME_HEADER, { append: true });
}

export function setIgnoredHeader(c: AppContext, names: readonly string[]): void {
  if (names.length === 0) return;
  c.header(IGNORED_HEADER, names.join(', '));
  c.header('Access-Control-Expose-Headers', IGNORED_HEADER, { append: true });
}

/** Responds 202 with the outcome in `X-Click`. Throws 429 above a rate limit. `what` is a plural noun for the error. */
export function respond(c: AppContext, outcome: string, what: string): Response {
  setOutcome(c, outcome);
  if (outcome === 'rateLimited')
    throw tooMany({ address: `has sent too many ${what}; retry in ${RATE_PERIOD_SECONDS} seconds` });
  if (outcome === 'keyRateLimited')
    throw tooMany({
      key: `has sent too many ${what} from all addresses together; retry in ${RATE_PERIOD_SECONDS} seconds`,
    });
  return c.body(null, 202);
}

function tooMany(message: Record<string, string>): ClientError {
  const { code, reason, headers } = rateLimited(RATE_PERIOD_SECONDS);
  return new ClientError(code, reason, message, { headers });
}

/** Sets the outcome that is counted for the key of a click, a read or a followed link. */
export async function recordKeyUse(c: AppContext, next: () => Promise<void>): Promise<void> {
  await next();
  const { status } = c.res;
  const counted = c.var.clickOutcome === 'accepted' ? 'clickAccepted' : 'clickDropped';
  if (status < 500) c.set('keyUse', status < 400 ? counted : 'clickRefused');
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

function outcomeOf({ error, var: { clickOutcome } }: AppContext): string {
  if (clickOutcome !== undefined && clickOutcome !== 'accepted') return `dropped:${clickOutcome}`;
  if (error instanceof ClientError) return `refused:${error.reason}`;
  return error ? 'dropped:unavailable' : 'accepted';
}
