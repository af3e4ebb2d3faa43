/**
 * What the world sees of `npm start`: an HTTP server before workerd that does what the platform's edge does. It takes no more
 * than can be answered soon, knows who has sent a request, compresses, and keeps the simulator's own doors closed.
 */
import { randomUUID } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Client, clientOf } from './client.ts';
import { compression } from './compress.ts';
import { StartFailure } from './failure.ts';
import { Gate, type Place, Places } from './gate.ts';
import { requestHeaders, responseHeaders } from './headers.ts';

/** Bodies up to here are read before a request takes a place, so that a slow sender holds none. */
const SMALL_BODY = 65_536;
/** Milliseconds from which a request is worth a line. */
const SLOW = 2000;
/** Milliseconds that requests under way have to end when the server stops. */
const PATIENCE = 4000;
/** Milliseconds that the runtime has to begin its answer: recomputing all rankings of a large newsroom takes minutes. */
const ANSWER = 300_000;
/** The Worker's own limits of addresses and headers apply, not those of this server. */
const MAX_HEADER = 65_536;
/** Large bodies that may be on their way at once: they hold no place, since a slow sender would hold it for long. */
const MAX_LARGE = 16;
/** Questions for its health that may be under way at once, beside all others: they read every table, and anybody may ask. */
const MAX_HEALTH = 8;
/** workerd closes idle connections after five seconds. */
const IDLE = 3000;
/** Proxies keep connections for a minute and more. */
const KEEP_ALIVE = 75_000;

export interface FrontOptions {
  host: string;
  port: number;
  /** Proxies whose word on a reader's address counts. */
  proxies: BlockList;
  token: string;
  /** Milliseconds in place of those that the runtime has to begin its answer. */
  answerWithin?: number;
}

export interface Front {
  /** From now on requests go to this address; before they are asked to wait. */
  serve(target: URL): void;
  /** Lets requests wait for the next `serve`: what is behind it is being replaced. */
  hold(): void;
  /** Takes no more requests, and resolves when those under way are answered or have had their time. */
  close(): Promise<void>;
}

/** Listens at once, so that a port that is taken is the first thing to be seen. Throws a `StartFailure`. */
export async function openFront(options: FrontOptions): Promise<Front> {
  const { host, port, answerWithin = ANSWER } = options;
  const gate = new Gate();
  const large = new Places(MAX_LARGE);
  const health = new Places(MAX_HEALTH);
  const agent = new Agent({ keepAlive: true, timeout: IDLE });
  let target: URL | null = null;
  let held: PromiseWithResolvers<void> | null = null;
  let isClosing = false;
  const server = createServer({ maxHeaderSize: MAX_HEADER, keepAliveTimeout: KEEP_ALIVE }, (incoming, response) => {
    if (isClosing) response.setHeader('Connection', 'close');
    if (isClosing || !target)
      return refuse(response, 503, isClosing ? 'The server is stopping.' : 'The server is starting.');
    const client = clientOf(incoming.socket.remoteAddress, incoming.headers, options);
    const exchange = (at: URL) =>
      new Exchange(incoming, response, { client, gate, large, health, target: at, agent, answerWithin }).run();
    if (held) void held.promise.then(() => target && exchange(target));
    else void exchange(target);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, host, port)));
    server.listen(port, host, resolve);
  });
  return {
    serve(url) {
      target = url;
      held?.resolve();
      held = null;
    },
    hold() {
      held ??= Promise.withResolvers();
    },
    async close() {
      isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const all = setTimeout(() => server.closeAllConnections(), PATIENCE);
      await closed;
      clearInterval(idle);
      clearTimeout(all);
      agent.destroy();
    },
  };
}

function listenFailure({ code, message }: NodeJS.ErrnoException, host: string, port: number): StartFailure {
  const where = `${host}:${port}`;
  if (code === 'EADDRINUSE')
    return new StartFailure(`${where} is taken by another program.`, 'Choose another port: PORT=8788 npm start');
  if (code === 'EACCES')
    return new StartFailure(`This user may not listen on ${where}.`, 'Choose a port from 1024 on: PORT=8787 npm start');
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartFailure(
      `This machine has no address ${host}.`,
      'Name one of its addresses by HOST, or 0.0.0.0 for all of them.',
    );
  return new StartFailure(
    `${where} cannot be listened on: ${message}`,
    'Choose another address or port by HOST and PORT.',
  );
}

interface Around {
  client: Client;
  gate: Gate;
  large: Places;
  health: Places;
  target: URL;
  agent: Agent;
  answerWithin: number;
}

/** One request on its way through. */
class Exchange {
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #around: Around;
  readonly #start = Date.now();

  constructor(incoming: IncomingMessage, response: ServerResponse, around: Around) {
    this.#incoming = incoming;
    this.#response = response;
    this.#around = around;
  }

  async run(): Promise<void> {
    const path = pathOf(this.#incoming.url ?? '');
    if (path === null) return refuse(this.#response, 400, 'The address of the request is malformed.');
    if (isSimulator(path)) return refuse(this.#response, 404, 'There is nothing at this path.');
    try {
      const body = await readBody(this.#incoming);
      const place = await this.#enter(path, body);
      if (!place) return refuse(this.#response, 503, 'The server is busy.');
      const waited = Date.now() - this.#start;
      const answer = await this.#ask(path, body).finally(() => place.leave());
      await this.#answer(answer);
      this.#report(waited, answer);
    } catch {
      // The client has gone, or workerd has, or hangs: it is being restarted.
      if (this.#response.headersSent) this.#response.destroy();
      else refuse(this.#response, 503, 'The server is restarting.');
    }
  }

  /** A place; null where there is none to be had soon. */
  async #enter(path: string, body: Buffer | Readable): Promise<Place | null> {
    const { gate, large, health } = this.#around;
    // A busy server is alive: who asks that must not conclude the opposite.
    if (path.startsWith('/health/')) return health.enter();
    return body instanceof Readable ? large.enter() : gate.enter();
  }

  async #answer(answer: IncomingMessage): Promise<void> {
    const headers = responseHeaders(answer.headers);
    const status = answer.statusCode ?? 502;
    const accepted = String(this.#incoming.headers['accept-encoding'] ?? '');
    const encoder = this.#incoming.method === 'HEAD' ? null : compression(accepted, status, headers);
    this.#response.writeHead(status, headers);
    await (encoder ? pipeline(answer, encoder, this.#response) : pipeline(answer, this.#response));
  }

  #ask(path: string, body: Buffer | Readable): Promise<IncomingMessage> {
    const { client, target, agent, answerWithin } = this.#around;
    const { method = 'GET' } = this.#incoming;
    const attempt = (isFirst: boolean) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const headers = requestHeaders(this.#incoming.headers, client);
        const asked = request({ host: target.hostname, port: target.port, method, path, headers, agent });
        const late = new Error('no answer in time');
        // A sender may take its time over a large body.
        const timer = body instanceof Readable ? undefined : setTimeout(() => asked.destroy(late), answerWithin);
        asked.once('close', () => clearTimeout(timer));
        asked.once('response', (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        asked.once('error', (error) => {
          // An idle connection that workerd has closed meanwhile.
          const isStale = asked.reusedSocket && isFirst && error !== late && (method === 'GET' || method === 'HEAD');
          if (isStale) resolve(attempt(false));
          else reject(error);
        });
        if (method === 'GET' || method === 'HEAD') this.#response.once('close', () => asked.destroy());
        if (body instanceof Readable) body.pipe(asked);
        else asked.end(body);
      });
    return attempt(true);
  }

  /** As seen from outside: the time a request has waited for its place is a part of it. */
  #report(waited: number, { statusCode: status, headers }: IncomingMessage): void {
    const ms = Date.now() - this.#start;
    if (ms < SLOW) return;
    const request = headers['x-request-id'];
    const at = new Date().toISOString();
    console.log(
      JSON.stringify({ event: 'answerSlow', at, method: this.#incoming.method, status, ms, waited, request }),
    );
  }
}

/** Path and query of a request's target; null where it is none. */
function pathOf(target: string): string | null {
  if (target.startsWith('/')) return target;
  const url = URL.parse(target);
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : null;
}

/** The simulator's own doors (crons, storage, explorer), however they are spelt. */
function isSimulator(path: string): boolean {
  const { pathname } = URL.parse(`http://localhost${path}`) ?? { pathname: path };
  return /^\/(cdn-cgi|__cf_local)(\/|$)/i.test(pathname);
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | Readable> {
  const length = Number(incoming.headers['content-length'] ?? 0);
  if (length > SMALL_BODY || incoming.headers['transfer-encoding']) return incoming;
  return Buffer.concat(await incoming.toArray());
}

/** Answers without the Worker, in the form of its own faults. */
function refuse(response: ServerResponse, code: number, message: string): void {
  const REASONS: Record<number, string> = { 400: 'parameterInvalid', 404: 'notFound' };
  const reason = REASONS[code];
  const body = reason
    ? { status: 'fail', code, reason, data: { path: message } }
    : { status: 'error', code, reason: 'unavailable', message };
  response.writeHead(code, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
    ...(code === 503 ? { 'Retry-After': '1' } : {}),
  });
  response.end(JSON.stringify(body));
}
