import type { ExecutionContext, Hono, MiddlewareHandler } from 'hono';
import type { RouterRoute } from 'hono/types';
import { getPath } from 'hono/utils/url';
import type { AppContext, AppEnv, ErrorPage } from '../http/env.ts';
import { readsOnly } from '../http/method.ts';
import { type Access, authenticated } from './auth.ts';
import { shedding } from './overload.ts';

/**
 * For embeddable responses: makes error pages, and lets pages of the key's origins (or any, if it has none) frame all
 * responses. Sets the header after the cache, because framing depends on the key and the page does not.
 */
function embeddable(errorPage: ErrorPage): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('errorPage', errorPage);
    await next();
    // Responses to a session are for this site only.
    allowAncestors(c, c.var.session ? ["'self'"] : (c.var.key?.origins ?? []));
  };
}

function allowAncestors(c: AppContext, origins: readonly string[]): void {
  const policy = c.res.headers.get('Content-Security-Policy');
  const ancestors = origins.length > 0 ? origins.join(' ') : '*';
  if (policy) c.res.headers.set('Content-Security-Policy', `${policy}; frame-ancestors ${ancestors}`);
}

/** Cache seconds of rankings, so that they show a click within five seconds. */
export const RANKING_SECONDS = 3;

export interface RouteMount {
  /** Path prefix without trailing slash; empty for the root. */
  at: string;
  /** Without a router, the row sets the access of all remaining paths below the prefix. */
  router?: Hono<AppEnv>;
  /** Accepted kinds of keys. Without it, the path is open or checks keys itself. */
  access?: Access;
  /** Seconds that the edge and browsers may cache a successful response. */
  cache?: number;
  /** Reads arrive by POST. */
  posts?: boolean;
  /** Makes error pages for embeddable responses. Otherwise errors below a prefix are JSON. */
  errorPage?: ErrorPage;
}

/** Mounts rows in order; a row without router must follow more specific ones. */
export function mount(app: Hono<AppEnv>, rows: readonly RouteMount[]): void {
  // First, so that a row without router does not override error pages of earlier rows.
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

export const jsonErrors: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.set('errorPage', undefined);
  await next();
};

/** Secret keys only read, so their prefixes refuse other methods before checking the key. */
const isOnlyRead = (access: Access | undefined): boolean => access?.kinds.includes('secret') ?? false;

/** Lazily loaded row, so that isolates start without its modules and reader isolates never load the pages. */
export interface LazyRoute extends Omit<RouteMount, 'router'> {
  load?: () => Promise<Hono<AppEnv>>;
  /** Path prefixes if not all are below `at`. The root takes all other paths. */
  paths?: readonly string[];
}

/** Returns the most specific row of a path. */
export function rowOf(rows: readonly LazyRoute[], path: string): LazyRoute | undefined {
  const length = ({ at, paths = [at] }: LazyRoute) =>
    Math.max(...paths.map((prefix) => (path === prefix || path.startsWith(`${prefix}/`) ? prefix.length : -1)));
  return rows.reduce<LazyRoute | undefined>(
    (best, row) => (length(row) > (best ? length(best) : -1) ? row : best),
    undefined,
  );
}

/** Routes requests to one lazily built Hono app per route-table row. `base` creates the shared middleware stack. */
export class LazyRouter {
  readonly #rows: readonly LazyRoute[];
  readonly #base: () => Hono<AppEnv>;
  // Stores apps, not promises: in Workers, a request must not wait for another request's I/O.
  readonly #apps = new Map<LazyRoute, Hono<AppEnv>>();

  constructor(rows: readonly LazyRoute[], base: () => Hono<AppEnv>) {
    this.#rows = rows;
    this.#base = base;
  }

  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    const row = rowOf(this.#rows, getPath(request));
    if (!row) throw new Error('no row takes the paths that no other row has');
    return (await this.#appOf(row)).fetch(request, env, context);
  }

  /** Lists all routes in row order; loads all modules. */
  async routes(): Promise<RouterRoute[]> {
    const apps = await Promise.all(this.#rows.map((row) => this.#appOf(row)));
    return apps.flatMap(({ routes }) => routes);
  }

  async #appOf(row: LazyRoute): Promise<Hono<AppEnv>> {
    const loaded = this.#apps.get(row);
    if (loaded) return loaded;
    const router = await row.load?.();
    const app = this.#base();
    mount(app, [router ? { ...row, router } : row]);
    this.#apps.set(row, app);
    return app;
  }
}
