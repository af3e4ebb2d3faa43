import type { ExecutionContext, Hono, MiddlewareHandler } from 'hono';
import type { RouterRoute } from 'hono/types';
import { getPath } from 'hono/utils/url';
import type { AppEnv, ErrorPage } from '../http/env.ts';
import { readsOnly } from '../http/method.ts';
import { type Access, authenticated } from './auth.ts';
import { embeddable } from './framing.ts';
import { shedReads } from './overload.ts';

/** Cache time of rankings in seconds, short enough for a click to appear within five seconds. */
export const RANKING_SECONDS = 3;

export interface RouteMount {
  at: string;
  /** Router that handles the paths. Without a router, the entry only sets the access to the remaining paths. */
  router?: Hono<AppEnv>;
  /** Access to the paths. If undefined, they are public, or their handlers check keys. */
  access?: Access;
  /** Time for which the edge and browsers may cache a successful response, in seconds. */
  cache?: number;
  posts?: boolean;
  errorPage?: ErrorPage;
}

/** Mounts the entries of a route table in order. An entry without a router must follow the more specific entries. */
export function mount(app: Hono<AppEnv>, rows: readonly RouteMount[]): void {
  // Mounts JSON errors first, so that an entry without a router does not replace earlier error pages.
  for (const { at, errorPage } of rows) if (at && !errorPage) app.use(`${at}/*`, jsonErrors);
  for (const { at, router, access, cache, posts = false, errorPage } of rows) {
    const paths = `${at}/*`;
    if (errorPage) app.use(paths, embeddable(errorPage));
    if (cache) app.use(paths, shedReads);
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

/** Secret keys can only read. Routes that accept them therefore reject other methods before checking the key. */
const isOnlyRead = (access: Access | undefined): boolean => access?.kinds.includes('secret') ?? false;

/** Route-table entry that imports its modules on first use, so that isolates start faster. */
export interface LazyRoute extends Omit<RouteMount, 'router'> {
  load?: () => Promise<Hono<AppEnv>>;
  /** Path prefixes of the entry, if some are not below `at`. The root entry handles all other paths. */
  paths?: readonly string[];
}

export function rowOf(rows: readonly LazyRoute[], path: string): LazyRoute | undefined {
  let best: LazyRoute | undefined;
  let longest = -1;
  for (const row of rows)
    for (const prefix of row.paths ?? [row.at]) {
      const isWithin = path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');
      if (isWithin && prefix.length > longest) [best, longest] = [row, prefix.length];
    }
  return best;
}

/** Routes requests to Hono apps that it builds on first use. `base` creates the shared middleware. */
export class LazyRouter {
  readonly #rows: readonly LazyRoute[];
  readonly #base: () => Hono<AppEnv>;
  // Stores apps instead of promises, because in Workers a request cannot await another request's I/O.
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
