import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { AppEnv } from './env.ts';
import { ClientError, parameterInvalid, ServerError } from './errors.ts';
import { isRead } from './method.ts';
import { reportFailure } from './report.ts';

/** Turns a thrown error into an answer of the contract. Unexpected errors are logged, never shown. */
export async function answerError(thrown: Error, c: Context<AppEnv>): Promise<Response> {
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
  // The framework's own errors (such as a body that does not match its type).
  if (thrown instanceof HTTPException && thrown.status < 500)
    return parameterInvalid({ body: 'cannot be read as what its Content-Type says' });
  return new ServerError(isPassing(rootCause(thrown)) ? 503 : 500);
}

/** What a library's error wraps; the wrapper's own message may hold a statement's parameters, which no log may show. */
function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}

/** What D1, SQLite, queues and Durable Objects say when waiting helps: busy, locked, full, over a quota, restarting, out of reach, failed within. */
const PASSING = [
  /overloaded|too many (requests|subrequests)|timed? ?out/i,
  /SQLITE_(BUSY|LOCKED|FULL|IOERR|NOMEM)|database (table )?is locked|database or disk is full/i,
  /D1 DB (is|reset)|Cannot resolve D1 DB|exceeded (its |the |D1's )?(maximum|daily|limit)/i,
  /caused object to be reset|reset because|Network connection lost/i,
  /internal error; reference = /i,
];

const isPassing = ({ message }: Error): boolean => PASSING.some((words) => words.test(message));
