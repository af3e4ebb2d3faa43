import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { AppEnv, ErrorPage } from '../http/env.ts';
import { readsOnly } from '../http/method.ts';
import { type Access, authenticated } from './auth.ts';
import { shedding } from './overload.ts';

/**
 * For answers that may be pages to embed: errors are pages too where `errorPage` makes one, and pages of the key's origins
 * may frame all of them (any page if the key has none). The header is set after the cache has answered, because the page is the same for everybody,
 * but who may frame it depends on the key of the request.
 */
function embeddable(errorPage: ErrorPage): MiddlewareHandler<AppEnv> {
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

/** Seconds that rankings may be cached: they show a click within five seconds, cached or not. */
export const LIVE = 3;

/** A row of the table of routes. */
export interface Mount {
  /** Prefix of the paths, without a trailing slash; empty: the root. */
  at: string;
  /** Left out: the row sets the access for all other paths below the prefix. */
  router?: Hono<AppEnv>;
  /** The kinds of key that it takes; left out: it is open, or checks keys itself. */
  access?: Access;
  /** Seconds that the edge and browsers may keep a successful answer; left out: not at all. */
  cache?: number;
  /** Its reads come by POST. */
  posts?: boolean;
  /** Answers may be pages to embed, with errors like this; left out: below a prefix of its own errors are JSON. */
  errorPage?: ErrorPage;
}

/** Mounts the rows in their order: a row without a router comes after those that are more specific. */
export function mount(app: Hono<AppEnv>, rows: readonly Mount[]): void {
  // First, so that a row without a router takes no pages from those before it.
  for (const { at, errorPage } of rows) if (at && !errorPage) app.use(`${at}/*`, jsonErrors);
  for (const { at, router, access, cache, posts = false, errorPage } of rows) {
    const paths = `${at}/*`;
    if (errorPage) app.use(paths, embeddable(errorPage));
    if (cache) app.use(paths, shedding);
    if (isOnlyRead(access) && !posts) app.use(paths, readsOnly);
    if (access) app.use(paths, authenticated(access));
    if (cache)
      app.use(paths, async (c, next) => {
        c.set('cacheSeconds', cache);
        await next();
      });
    if (router) app.route(at || '/', router);
  }
}

/** Programs get JSON, whatever they accept. */
export const jsonErrors: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.set('errorPage', undefined);
  await next();
};

/** A prefix of read-only answers has no other methods; this is checked before the key. */
const isOnlyRead = (access: Access | undefined): boolean => access?.kinds.some((kind) => kind !== 'operator') ?? false;

/** The row that a path is mounted by: the most specific one. */
export const rowOf = (rows: readonly Mount[], path: string): Mount | undefined =>
  rows
    .filter(({ at, router }) => router && (path === at || path.startsWith(`${at}/`)))
    .reduce<Mount | undefined>((best, row) => (best && best.at.length >= row.at.length ? best : row), undefined);
