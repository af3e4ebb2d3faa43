import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed as knowMethods } from 'hono/method-not-allowed';
import { openDb } from '../db/client.ts';
import type { AppEnv } from './env.ts';
import { ClientError, methodNotAllowed, notFound, parameterInvalid, ServerError } from './errors.ts';
import { reportFailure, reportSlow } from './report.ts';

const EXPOSED = ['Link', 'ETag', 'Server-Timing', 'RateLimit', 'RateLimit-Policy', 'Retry-After'];

/** A router whose paths work with and without the trailing slash. */
export const router = () => new Hono<AppEnv>({ strict: false });

/** What all routes share: clock, database with its meter, CORS, ETag and 304, Server-Timing, errors. */
export function baseRouter() {
  const app = router();
  app.use(async (c, next) => {
    c.set('now', Date.now());
    c.set('db', openDb(c.env.DB.withSession(isRead(c) ? 'first-unconstrained' : 'first-primary')));
    await next();
    c.res.headers.set('X-Content-Type-Options', 'nosniff');
    const { milliseconds, rowsRead } = c.var.db.usage;
    c.res.headers.set('Server-Timing', `db;dur=${Number(milliseconds.toFixed(1))};desc="rows=${rowsRead}"`);
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
    reportSlow(c);
  });
  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
      allowHeaders: ['Authorization', 'X-API-Key', 'Content-Type', 'If-None-Match'],
      exposeHeaders: EXPOSED,
      maxAge: 86_400,
    }),
  );
  app.use(
    etag({
      retainedHeaders: [
        ...RETAINED_304_HEADERS,
        'Access-Control-Allow-Origin',
        'Access-Control-Expose-Headers',
        'RateLimit-Policy',
        'Link',
        'Content-Security-Policy',
        'Referrer-Policy',
      ],
    }),
  );
  app.use(
    knowMethods({
      app,
      onMethodNotAllowed: (_, methods) => {
        throw methodNotAllowed([...methods, 'OPTIONS'].join(', '));
      },
    }),
  );
  // Answered, not thrown: `knowMethods` looks whether the path is known by another method.
  app.notFound((c) => answerError(notFound(), c));
  app.onError(answerError);
  return app;
}

const isRead = (c: Context) => c.req.method === 'GET' || c.req.method === 'HEAD';

/** Refuses other methods than reads, for routers that only read. */
export async function readsOnly(c: Context, next: () => Promise<void>): Promise<void> {
  if (!isRead(c)) throw methodNotAllowed('GET, HEAD, OPTIONS');
  await next();
}

/** Turns what was thrown into an answer of the contract. Unexpected errors are logged, never shown. */
export async function answerError(thrown: Error, c: Context<AppEnv>): Promise<Response> {
  const error = known(thrown);
  if (error instanceof ServerError) reportFailure(c, error.code, thrown);
  const headers = { ...error.headers, 'Cache-Control': 'no-store' };
  const page = isRead(c) ? await c.var.errorPage?.(c, error) : undefined;
  return page
    ? c.body(page.body, error.code, { ...headers, ...page.headers })
    : c.json(error.toJSON(), error.code, headers);
}

function known(thrown: Error): ClientError | ServerError {
  if (thrown instanceof ClientError || thrown instanceof ServerError) return thrown;
  // The framework's own errors (a body that is not what its type says).
  if (thrown instanceof HTTPException && thrown.status < 500)
    return parameterInvalid({ body: 'cannot be read as what its Content-Type says' });
  return new ServerError(isOverload(rootCause(thrown)) ? 503 : 500);
}

/** What a library's error wraps; the wrapper's own message may hold a statement's parameters, which no log may show. */
function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}

/** D1 and Durable Objects say in words that they are busy, restarting or out of reach; all of that passes. */
const isOverload = ({ message }: Error) =>
  /overloaded|D1 DB is|SQLITE_BUSY|storage caused object to be reset|Network connection lost|timed? ?out/i.test(
    message,
  );
