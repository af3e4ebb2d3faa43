import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { log, reasonOf } from '../lib/log.ts';
import type { AppEnv } from './env.ts';

/** Milliseconds from which a request is logged as slow. */
const SLOW = 2000;

/** Logs a request that the service failed to answer. */
export function reportFailure(c: Context<AppEnv>, status: number, thrown: Error): void {
  log('requestFailed', Date.now(), { ...figures(c), status, reason: reasonOf(thrown) });
}

/** Logs a slow request, unless it is logged already. Runs on every request, so it checks the clock first. */
export function reportSlow(c: Context<AppEnv>): void {
  if (Date.now() - c.var.now >= SLOW && c.res.status < 500)
    log('requestSlow', Date.now(), { ...figures(c), status: c.res.status });
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
