import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import type { Sender } from '../../node/http/sender.ts';
import { requestHeaders } from './headers.ts';

/** Milliseconds that an idle connection is kept; workerd closes it after five seconds. */
const IDLE = 3000;
/** Methods whose requests have a body. What a client sends along with others is not passed on. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** A request that can be sent more than once: its body is in memory. */
export interface Inbound {
  method: string;
  /** Path and query. */
  path: string;
  headers: OutgoingHttpHeaders;
  body: Buffer | null;
}

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Readable;
}

export const hasBody = (method: string): boolean => WITH_BODY.has(method);

/** Whether a request failed before it was sent: nothing listens, or its connection was not opened. */
export const isUnsent = (thrown: unknown): boolean =>
  /^(ECONNREFUSED|ENOENT|UND_ERR_CONNECT_TIMEOUT)$/.test(String(Object(thrown).code));

/** The request that the Worker gets for one of a client: nothing of how the client framed it is left. */
export function askedBy(incoming: IncomingMessage, path: string, client: Sender, body: Buffer): Inbound {
  const { method = 'GET', headers } = incoming;
  return { method, path, headers: requestHeaders(headers, client), body: hasBody(method) ? body : null };
}

/**
 * A runtime that answers over HTTP: `http://host:port`, or `unix:///path`. undici frames each request by itself, has one at a time
 * on a connection, and closes a connection on which anything unexpected came.
 */
export class Upstream {
  readonly #pool: Pool;

  constructor(target: URL) {
    const isSocket = target.protocol === 'unix:';
    this.#pool = new Pool(isSocket ? 'http://newsgauge' : target.origin, {
      ...(isSocket ? { socketPath: decodeURIComponent(target.pathname) } : {}),
      pipelining: 1,
      keepAliveTimeout: IDLE,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Rejects where the runtime has gone, or does not begin its answer before the signal. */
  async ask({ method, path, headers, body }: Inbound, signal: AbortSignal): Promise<Answer> {
    const answer = await this.#pool.request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers: headers as Record<string, string>,
      body,
      signal,
    });
    return { status: answer.statusCode, headers: answer.headers as OutgoingHttpHeaders, body: answer.body };
  }

  /** Breaks off whatever is under way. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
