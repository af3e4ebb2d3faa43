import type { Context } from 'hono';
import type { AppContext } from '../http/env.ts';
import { forbidden } from '../http/errors.ts';
import type { KeyRecord } from '../keys/store.ts';

/**
 * Refuses (403) a request that a page of another origin made with a key bound to origins. Pages of this service (the
 * embed) always pass. `required`: the request must name its origin; otherwise a request without one, such
 * as that of a server or a followed link, passes.
 */
export function assertOrigin(c: AppContext, key: KeyRecord, { required = false } = {}): void {
  if (key.origins.length === 0) return;
  const origin = c.req.header('Origin') ?? (required ? referrerOrigin(c) : undefined);
  if (!origin) {
    if (required) throw forbidden({ origin: 'is required with this key: it is bound to origins' });
    return;
  }
  if (!isAllowed(c, key, origin)) throw forbidden({ origin: 'is not among the origins that the key is bound to' });
}

/** False if a page of another origin uses a key that is bound to origins; true if the request names no origin. */
export function isOwnOrigin(c: AppContext, key: KeyRecord): boolean {
  const origin = c.req.header('Origin');
  return !origin || key.origins.length === 0 || isAllowed(c, key, origin);
}

const isAllowed = (c: AppContext, { origins }: KeyRecord, origin: string): boolean =>
  origins.includes(origin) || origin === new URL(c.req.url).origin;

const referrerOrigin = (c: Context): string | undefined => URL.parse(c.req.header('Referer') ?? '')?.origin;

/** Refuses (403) changes from a page of another origin, or without an origin. */
export function assertOwnOrigin(c: AppContext): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return;
  if (c.req.header('Origin') !== new URL(c.req.url).origin) throw forbidden({ origin: 'must be this site’s own' });
}
