import type { MiddlewareHandler } from 'hono';
import type { AppContext, AppEnv, ErrorPage } from '../http/env.ts';

/** Renders errors as pages that the key's origins may frame. Mount it outside the cache, which all keys share. */
export function embeddable(errorPage: ErrorPage): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('errorPage', errorPage);
    await next();
    allowAncestors(c, c.var.session ? ["'self'"] : (c.var.key?.origins ?? []));
  };
}

function allowAncestors(c: AppContext, origins: readonly string[]): void {
  const policy = c.res.headers.get('Content-Security-Policy');
  const ancestors = origins.length > 0 ? origins.join(' ') : '*';
  if (policy) c.res.headers.set('Content-Security-Policy', `${policy}; frame-ancestors ${ancestors}`);
}
