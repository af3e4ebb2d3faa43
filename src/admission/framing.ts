import type { MiddlewareHandler } from 'hono';
import type { AppContext, AppEnv, ErrorPage } from '../http/env.ts';

/**
 * Creates middleware for responses that sites embed in iframes. It renders errors as pages, and allows pages of the
 * key's origins to frame all responses (any page if the key has no origins). The header is set after the cache, because
 * it depends on the key and the cached page does not.
 */
export function embeddable(errorPage: ErrorPage): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('errorPage', errorPage);
    await next();
    // Only this site may frame responses to a signed-in session.
    allowAncestors(c, c.var.session ? ["'self'"] : (c.var.key?.origins ?? []));
  };
}

function allowAncestors(c: AppContext, origins: readonly string[]): void {
  const policy = c.res.headers.get('Content-Security-Policy');
  const ancestors = origins.length > 0 ? origins.join(' ') : '*';
  if (policy) c.res.headers.set('Content-Security-Policy', `${policy}; frame-ancestors ${ancestors}`);
}
