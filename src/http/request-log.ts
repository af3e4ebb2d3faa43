import { matchedRoutes } from 'hono/route';
import { log, reasonOf } from '../lib/log.ts';
import type { AppContext } from './env.ts';
import { traffic } from './traffic.ts';

const SLOW_REQUEST_MS = 2000;

export function reportFailure(c: AppContext, thrown: Error): void {
  c.set('failure', reasonOf(thrown));
}

const ownRequests = new WeakSet<Request>();

/** Creates a request from the service to itself, which is logged only if it fails. */
export function ownRequest(address: string | URL, init?: RequestInit): Request {
  const request = new Request(address, init);
  ownRequests.add(request);
  return request;
}

export function reportRequest(c: AppContext): void {
  const { now, db, requestId, failure } = c.var;
  if (ownRequests.has(c.req.raw) && !failure) return;
  const ms = Date.now() - now;
  const route = routeOf(c);
  traffic.answered(route, c.res.status, ms);
  log(failure ? 'requestFailed' : ms >= SLOW_REQUEST_MS ? 'requestSlow' : 'request', Date.now(), {
    requestId,
    method: c.req.method,
    route,
    status: c.res.status,
    ms,
    rowsRead: db?.usage.rowsRead ?? 0,
    rowsWritten: db?.usage.rowsWritten ?? 0,
    ...(failure ? { reason: failure } : {}),
  });
}

/** Returns the route pattern for the log, because URLs may contain search terms. Middleware has the method `ALL`. */
const routeOf = (c: AppContext): string => matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none';
