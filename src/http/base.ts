import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { methodNotAllowed as knowMethods } from 'hono/method-not-allowed';
import { openDb } from '../db/client.ts';
import { DAY } from '../lib/time.ts';
import { takeOff } from './body.ts';
import type { AppEnv } from './env.ts';
import { answerError } from './error-answer.ts';
import { methodNotAllowed, notFound } from './errors.ts';
import { noteKeyUse } from './key-use.ts';
import { isRead } from './method.ts';
import { reportRequest } from './report.ts';

const EXPOSED = ['Link', 'ETag', 'Server-Timing', 'RateLimit', 'RateLimit-Policy', 'Retry-After'];

const YEAR = 31_536_000;

/** A router whose paths work with and without the trailing slash. */
export const router = () => new Hono<AppEnv>({ strict: false });

/** What all routes share: clock, database with its meter, headers, CORS, ETag and 304, errors. */
export function baseRouter() {
  const app = router();
  app.use(async (c, next) => {
    c.set('now', Date.now());
    c.set('requestId', crypto.randomUUID());
    c.set('db', openDb(c.env.DB.withSession(isRead(c) ? 'first-unconstrained' : 'first-primary')));
    await next();
    noteKeyUse(c);
    setCommonHeaders(c);
    await takeOff(c.req.raw);
    reportRequest(c);
  });
  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
      allowHeaders: ['Authorization', 'X-API-Key', 'Content-Type', 'If-Match', 'If-None-Match'],
      exposeHeaders: EXPOSED,
      maxAge: DAY,
    }),
  );
  app.use(taggedReads());
  app.use(
    knowMethods({
      app,
      onMethodNotAllowed: (_, methods) => {
        throw methodNotAllowed([...methods, 'OPTIONS'].join(', '));
      },
    }),
  );
  // Returned, not thrown: `knowMethods` checks whether the path exists with another method.
  app.notFound((c) => answerError(notFound(), c));
  app.onError(answerError);
  return app;
}

function setCommonHeaders(c: Context<AppEnv>): void {
  const { headers } = c.res;
  const { milliseconds, rowsRead, saidRows, hiddenRows } = c.var.db.usage;
  const rows = Math.max(rowsRead - hiddenRows, saidRows);
  headers.set('X-Request-Id', c.var.requestId);
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Server-Timing', `db;dur=${Number(milliseconds.toFixed(1))};desc="rows=${rows}"`);
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  // Browsers ignore it over plain HTTP, and a proxy in front may serve both.
  if (c.req.url.startsWith('https:')) headers.set('Strict-Transport-Security', `max-age=${YEAR}`);
}

/** Adds a strong ETag to every read without one, and answers 304 to clients that have the response. */
function taggedReads(): MiddlewareHandler<AppEnv> {
  const tagged = etag({
    retainedHeaders: [
      ...RETAINED_304_HEADERS,
      'Access-Control-Allow-Origin',
      'Access-Control-Expose-Headers',
      'RateLimit',
      'RateLimit-Policy',
      'Link',
      'Content-Security-Policy',
      'Referrer-Policy',
    ],
  });
  return (c, next) => (isRead(c) ? tagged(c, next) : next());
}
