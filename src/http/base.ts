import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed as knowMethods } from 'hono/method-not-allowed';
import { type Db, openDb, RESTORING } from '../db/client.ts';
import { REFUSALS, UseCounter, type UseOutcome } from '../keys/key-use.ts';
import { isAuthority } from '../lib/hosts/authority.ts';
import { log, reasonOf } from '../lib/log.ts';
import { DAY } from '../lib/time.ts';
import { drainBody } from './body.ts';
import type { AppContext, AppEnv } from './env.ts';
import { ClientError, methodNotAllowed, notFound, parameterInvalid, ServerError } from './errors.ts';
import { isRead } from './method.ts';
import { reportFailure, reportRequest } from './request-log.ts';
import { traffic } from './traffic.ts';

const uses = new UseCounter();

function noteKeyUse(c: Context<AppEnv>): void {
  const keyId = c.var.usedKey;
  if (keyId === undefined) return;
  const outcome = useOf(c);
  const isDue = uses.count(keyId, outcome, c.var.now);
  const { error } = c;
  const refusal = error instanceof ClientError ? REFUSALS.find((reason) => reason === error.reason) : undefined;
  if (outcome === 'clickAccepted' || outcome === 'clickDropped') uses.noteClick(keyId, outcome, c.var.now);
  if (outcome === 'clickRefused' && refusal) uses.noteClick(keyId, `clickRefused:${refusal}`, c.var.now);
  const origin = c.req.header('Origin');
  if (origin && error instanceof ClientError && error.data.origin) uses.noteRefusedOrigin(keyId, origin, c.var.now);
  if (!isDue) return;
  const flushed = uses.flush(openDb(c.env.DB));
  c.executionCtx.waitUntil(flushed.catch((thrown) => log('usesLate', Date.now(), { reason: reasonOf(thrown) })));
}

function useOf({ res: { status }, var: { keyUse } }: Context<AppEnv>): UseOutcome {
  if (keyUse) return keyUse;
  if (status < 400) return 'answered';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}

/** Converts a thrown error to a response. Unexpected errors are logged, but the response never contains their text. */
async function answerError(thrown: Error, c: Context<AppEnv>): Promise<Response> {
  const error = toKnown(thrown);
  if (error instanceof ServerError && !error.isExpected) reportFailure(c, thrown);
  const headers = {
    ...error.headers,
    'Cache-Control': 'no-store',
    ...(error.code === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  };
  const page = isRead(c) ? await c.var.errorPage?.(c, error) : undefined;
  return page
    ? c.body(page.body, error.code, { ...headers, ...page.headers })
    : c.json(error.toJSON(), error.code, headers);
}

function toKnown(thrown: Error): ClientError | ServerError {
  if (thrown instanceof ClientError || thrown instanceof ServerError) return thrown;
  if (thrown instanceof HTTPException && thrown.status < 500)
    return parameterInvalid({ body: 'does not match its Content-Type' });
  return new ServerError(isPassing(rootCause(thrown)) ? 503 : 500);
}

/** Returns the innermost cause, because messages of outer errors may contain statement parameters. */
function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}

const TRANSIENT_ERRORS = [
  /overloaded|too many (requests|subrequests)|timed? ?out/i,
  /SQLITE_(BUSY|LOCKED|FULL|IOERR|NOMEM|READONLY)|database (table )?is locked|database or disk is full|readonly database|disk I\/O error/i,
  /D1 DB (is|reset)|Cannot resolve D1 DB|exceeded (its |the |D1's )?(maximum|daily|limit)/i,
  /caused object to be reset|reset because|Network connection lost/i,
  /internal error; reference = /i,
  new RegExp(RESTORING),
];

const isPassing = ({ message }: Error): boolean => TRANSIENT_ERRORS.some((words) => words.test(message));

const EXPOSED_HEADERS = 'Link,ETag,Server-Timing,RateLimit,RateLimit-Policy,Retry-After,X-Ranking-Age';

const YEAR = 31_536_000;

/** Runs a look-up on a replica. If nothing is found, repeats it on the primary, because the replica may lag behind. */
export async function foundAnywhere<T>(c: AppContext, lookUp: (db: Db) => Promise<T | null>): Promise<T | null> {
  const found = await lookUp(c.var.db);
  return found || !isRead(c) ? found : lookUp(openDb(c.env.DB.withSession('first-primary'), c.var.db.usage));
}

export const router = () => new Hono<AppEnv>({ strict: false });

/** Creates a router that adds a clock, a metered database, common headers, CORS, ETags and error responses. */
export function baseRouter() {
  const app = router();
  app.use(async (c, next) => {
    collectVariables(c);
    c.set('now', Date.now());
    c.set('requestId', crypto.randomUUID());
    c.set('db', openDb(c.env.DB.withSession(isRead(c) ? 'first-unconstrained' : 'first-primary')));
    traffic.inFlight += 1;
    await next();
    traffic.inFlight -= 1;
    noteKeyUse(c);
    setCommonHeaders(c);
    await drainBody(c.req.raw);
    reportRequest(c);
  });
  app.use(async (c, next) => {
    // On a self-hosted server, the host in the URL comes from the client's `Host` header and may be invalid.
    if (!isAuthority(c.req.url.split('/')[2] ?? ''))
      throw parameterInvalid({ host: 'must be a host, such as news.example' });
    await next();
  });
  const preflight = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    allowHeaders: ['Authorization', 'X-API-Key', 'Content-Type', 'If-Match', 'If-None-Match'],
    maxAge: DAY,
  });
  // The CORS middleware handles preflights only, because for other requests it would create two more responses.
  app.use((c, next) => (c.req.method === 'OPTIONS' ? preflight(c, next) : next()));
  app.use(taggedReads());
  app.use(
    knowMethods({
      app,
      onMethodNotAllowed: (_, methods) => {
        throw methodNotAllowed([...methods, 'OPTIONS'].join(', '));
      },
    }),
  );
  // The 404 error is returned instead of thrown, because `knowMethods` checks whether the path has another method.
  app.notFound((c) => answerError(notFound(), c));
  app.onError(answerError);
  return app;
}

/** Replaces `c.var` with a permanent object, because Hono copies all variables at each access. */
function collectVariables(c: AppContext): void {
  const variables: Record<string, unknown> = {};
  Object.defineProperty(c, 'var', { value: variables });
  c.get = (name: string) => variables[name];
  c.set = (name: string, value: unknown) => {
    variables[name] = value;
  };
}

function setCommonHeaders(c: Context<AppEnv>): void {
  const { headers } = c.res;
  const { milliseconds, rowsRead, saidRows, hiddenRows } = c.var.db.usage;
  const rows = Math.max(rowsRead - hiddenRows, saidRows);
  headers.set('Access-Control-Allow-Origin', '*');
  const exposed = headers.get('Access-Control-Expose-Headers');
  headers.set('Access-Control-Expose-Headers', exposed ? `${EXPOSED_HEADERS}, ${exposed}` : EXPOSED_HEADERS);
  headers.set('X-Request-Id', c.var.requestId);
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Server-Timing', `db;dur=${Number(milliseconds.toFixed(1))};desc="rows=${rows}"`);
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  // HSTS is sent over HTTPS only. A proxy may serve both protocols, and browsers ignore HSTS over plain HTTP.
  if (c.req.url.startsWith('https:')) headers.set('Strict-Transport-Security', `max-age=${YEAR}`);
}

function taggedReads(): MiddlewareHandler<AppEnv> {
  const tagged = etag({
    retainedHeaders: [
      ...RETAINED_304_HEADERS,
      'RateLimit',
      'RateLimit-Policy',
      'Link',
      'Content-Security-Policy',
      'Referrer-Policy',
    ],
  });
  return (c, next) => (isRead(c) ? tagged(c, next) : next());
}
