import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { log, reasonOf } from '../lib/log.ts';
import type { AppEnv } from './env.ts';

/** Milliseconds from which a request is logged as slow. */
const SLOW = 2000;

/** Set by the server before the runtime, which takes it away from everybody else. */
const WAITED = 'X-Newsgauge-Waited';

/** Logs a request that the service failed to answer. */
export function reportFailure(c: Context<AppEnv>, status: number, thrown: Error): void {
  log('requestFailed', Date.now(), { ...figures(c), status, reason: reasonOf(thrown) });
}

/** Logs a slow request, unless it is logged already: the time for which it waited before it came here is a part of it. Runs on every request. */
export function reportSlow(c: Context<AppEnv>): void {
  const ms = Date.now() - c.var.now + (waited(c).waited ?? 0);
  if (ms >= SLOW && c.res.status < 500)
    log('requestSlow', Date.now(), { ...figures(c), ...waited(c), status: c.res.status });
}

/** Milliseconds for which a self-hosted server held the request back, which it alone may say. */
function waited(c: Context<AppEnv>): { waited?: number } {
  // The edge, which passes on what a stranger says, names its place.
  const milliseconds = c.req.raw.cf?.colo ? 0 : Number(c.req.header(WAITED));
  return Number.isSafeInteger(milliseconds) && milliseconds > 0 ? { waited: milliseconds } : {};
}

function figures(c: Context<AppEnv>) {
  const { now, db } = c.var;
  return {
    requestId: c.var.requestId,
    method: c.req.method,
    route: routeOf(c),
    ms: Date.now() - now,
    rowsRead: db?.usage.rowsRead ?? 0,
    rowsWritten: db?.usage.rowsWritten ?? 0,
  };
}

/** The pattern of the route, because addresses contain queries. Middleware has the method ALL in the table. */
const routeOf = (c: Context<AppEnv>): string =>
  matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none';
