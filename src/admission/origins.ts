import type { Context } from 'hono';
import type { AppContext } from '../http/env.ts';
import { forbidden } from '../http/errors.ts';
import type { KeyRecord } from '../keys/key-store.ts';

/** Throws 403 for requests from pages of other origins than the key's. `required`: the request must have an origin. */
export function assertOrigin(c: AppContext, key: KeyRecord, { required = false } = {}): void {
  if (key.origins.length === 0) return;
  const origin = c.req.header('Origin') ?? (required ? referrerOrigin(c) : undefined);
  if (!origin) {
    if (required) throw forbidden({ origin: 'is required, because this key is bound to origins' });
    return;
  }
  if (!isAllowed(c, key, origin)) throw forbidden({ origin: 'is not one of the origins to which the key is bound' });
}

export function isOwnOrigin(c: AppContext, key: KeyRecord): boolean {
  const origin = c.req.header('Origin');
  return !origin || key.origins.length === 0 || isAllowed(c, key, origin);
}

const isAllowed = (c: AppContext, { origins }: KeyRecord, origin: string): boolean =>
  origins.includes(origin) || origin === new URL(c.req.url).origin;

const referrerOrigin = (c: Context): string | undefined => URL.parse(c.req.header('Referer') ?? '')?.origin;

/** Rejects writes (403) that come from another origin or have no origin. */
export function assertOwnOrigin(c: AppContext): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return;
  if (c.req.header('Origin') !== new URL(c.req.url).origin)
    throw forbidden({ origin: 'must be the origin of this site' });
}
