import type { ExecutionContext, Hono, MiddlewareHandler } from 'hono';
import type { RouterRoute } from 'hono/types';
import { getPath } from 'hono/utils/url';
import type { AppContext, AppEnv, ErrorPage } from '../http/env.ts';
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

function allowAncestors(c: AppContext, origins: readonly string[]): void {
  const policy = c.res.headers.get('Content-Security-Policy');
  const ancestors = origins.length > 0 ? origins.join(' ') : '*';
  if (policy) c.res.headers.set('Content-Security-Policy', `${policy}; frame-ancestors ${ancestors}`);
}

/** Seconds that rankings may be cached: they show a click within five seconds, cached or not. */
export const RANKING_SECONDS = 3;

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

/** Secret keys change nothing, so that a prefix for them has no other methods; this is checked before the key. */
const isOnlyRead = (access: Access | undefined): boolean => access?.kinds.includes('secret') ?? false;

/**
 * A row whose modules are loaded by the first request for it: an isolate starts without them, and one that answers readers never loads
 * the pages.
 */
export interface Row extends Omit<Mount, 'router'> {
  load?: () => Promise<Hono<AppEnv>>;
  /** The prefixes of its paths, where it has not all below `at`; of the root left out: all that no other row has. */
  paths?: readonly string[];
}

/** The row that a path belongs to: the most specific one. */
export function rowOf(rows: readonly Row[], path: string): Row | undefined {
  const length = ({ at, paths = [at] }: Row) =>
    Math.max(...paths.map((prefix) => (path === prefix || path.startsWith(`${prefix}/`) ? prefix.length : -1)));
  return rows.reduce<Row | undefined>(
    (best, row) => (length(row) > (best ? length(best) : -1) ? row : best),
    undefined,
  );
}

/** Answers by the rows, of which each has an app of its own; `base` makes what all of them begin with. */
export class Service {
  readonly #rows: readonly Row[];
  readonly #base: () => Hono<AppEnv>;
  // Not their promises: no request may wait for what another one loads.
  readonly #apps = new Map<Row, Hono<AppEnv>>();

  constructor(rows: readonly Row[], base: () => Hono<AppEnv>) {
    this.#rows = rows;
    this.#base = base;
  }

  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    const row = rowOf(this.#rows, getPath(request));
    if (!row) throw new Error('no row takes the paths that no other row has');
    return (await this.#appOf(row)).fetch(request, env, context);
  }

  /** Every route, in the order of the rows. Loads all modules. */
  async routes(): Promise<RouterRoute[]> {
    const apps = await Promise.all(this.#rows.map((row) => this.#appOf(row)));
    return apps.flatMap(({ routes }) => routes);
  }

  async #appOf(row: Row): Promise<Hono<AppEnv>> {
    const loaded = this.#apps.get(row);
    if (loaded) return loaded;
    const router = await row.load?.();
    const app = this.#base();
    mount(app, [router ? { ...row, router } : row]);
    this.#apps.set(row, app);
    return app;
  }
}
