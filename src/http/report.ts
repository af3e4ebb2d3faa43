import { matchedRoutes } from 'hono/route';
import { log, reasonOf } from '../lib/log.ts';
import type { AppContext } from './env.ts';
import { traffic } from './traffic.ts';

/** Milliseconds from which a request is logged as slow. */
const SLOW = 2000;

/** Set by the server before the runtime, which takes it away from everybody else. */
const WAITED = 'X-Newsgauge-Waited';

/** Notes why the service failed to answer a request. */
export function reportFailure(c: AppContext, thrown: Error): void {
  c.set('failure', reasonOf(thrown));
}

const asked = new WeakSet<Request>();

/** A request that the service makes of itself to answer another, which has its line in the log. */
export function ownRequest(address: string | URL, init?: RequestInit): Request {
  const request = new Request(address, init);
  asked.add(request);
  return request;
}

/** Logs a request in one line. The time for which it waited before it came here makes it slow, too. */
export function reportRequest(c: AppContext): void {
  const { now, db, requestId, failure } = c.var;
  if (asked.has(c.req.raw) && !failure) return;
  const ms = Date.now() - now;
  const route = routeOf(c);
  traffic.answered(route, c.res.status, ms);
  const isSlow = ms + (waited(c).waited ?? 0) >= SLOW;
  log(failure ? 'requestFailed' : isSlow ? 'requestSlow' : 'request', Date.now(), {
    requestId,
    method: c.req.method,
    route,
    status: c.res.status,
    ms,
    ...waited(c),
    rowsRead: db?.usage.rowsRead ?? 0,
    rowsWritten: db?.usage.rowsWritten ?? 0,
    ...(failure ? { reason: failure } : {}),
  });
}

/** Milliseconds for which a self-hosted server held the request back, which it alone may say. */
function waited(c: AppContext): { waited?: number } {
  // Behind Cloudflare's edge, which names its place, anybody may send this header.
  const milliseconds = c.req.raw.cf?.colo ? 0 : Number(c.req.header(WAITED));
  return Number.isSafeInteger(milliseconds) && milliseconds > 0 ? { waited: milliseconds } : {};
}

/** The pattern of the route, because addresses contain queries. Middleware has the method ALL in the table. */
const routeOf = (c: AppContext): string => matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none';
