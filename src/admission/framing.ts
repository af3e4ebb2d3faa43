import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv, ErrorPage } from '../http/env.ts';

/**
 * For answers that may be pages to embed: errors are pages too where `errorPage` makes one, and pages of the key's origins
 * may frame all of them (any page if the key has none). It acts after the cache: the page is the same for everybody,
 * but who may frame it depends on the key of the request.
 */
export function embeddable(errorPage: ErrorPage): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('errorPage', errorPage);
    await next();
    // Answers to a session are for pages of this site only.
    allowAncestors(c, c.var.session ? ["'self'"] : (c.var.key?.origins ?? []));
  };
}

function allowAncestors(c: Context<AppEnv>, origins: readonly string[]): void {
  const policy = c.res.headers.get('Content-Security-Policy');
  const ancestors = origins.length > 0 ? origins.join(' ') : '*';
  if (policy) c.res.headers.set('Content-Security-Policy', `${policy}; frame-ancestors ${ancestors}`);
}
