/**
 * What the world sees of `npm start`: an HTTP server before workerd that does what the platform's edge does. It takes no more
 * than can be answered soon, knows who has sent a request, compresses, keeps the simulator's own doors closed, and lets requests
 * wait while the runtime is replaced.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAuthority } from '../../lib/hosts/authority.ts';
import { refuse, sendJson } from '../../node/http/refuse.ts';
import { type Proxies, type Sender, senderOf } from '../../node/http/sender.ts';
import { readBody, TooLarge, TooMany } from './body.ts';
import { compression } from './compress.ts';
import { Gate, type Slot, Slots } from './gate.ts';
import { responseHeaders } from './headers.ts';
import { Hold } from './hold.ts';
import { type Answer, askedBy, hasBody, type Inbound, isUnsent, Upstream } from './upstream.ts';

/** Milliseconds that requests under way have to end when the server stops. */
const PATIENCE = 4000;
/** Milliseconds that the runtime has to begin its answer: recomputing all rankings of a large newsroom takes minutes. */
const ANSWER = 300_000;
/** The Worker's own limits of addresses and headers apply, not those of this server. */
const MAX_HEADER = 65_536;
/** Large bodies that may be in memory at once. */
const MAX_LARGE = 16;
/** Questions whether it is ready that may be under way at once, beside all others. */
const MAX_HEALTH = 8;
/** Documents that may be read at once: anybody may ask for them, they are long, and none of them is urgent. */
const MAX_DOCUMENTS = 2;
/** Proxies keep connections for a minute and more. */
const KEEP_ALIVE = 75_000;
/** Milliseconds after which a front that was replaced closes what is still open. */
const RETIREMENT = 120_000;
/** Milliseconds until a request is sent again whose connection broke, more with each attempt. */
const AGAIN = 25;
const MAX_PAUSE = 500;
/** Connections that may break under one request: it may be what breaks them. */
const MAX_BROKEN = 3;

export interface FrontOptions {
  /** Proxies whose word on a reader's address counts. */
  proxies: Proxies;
  token: string;
  /** Milliseconds in place of those that the runtime has to begin its answer. */
  answerWithin?: number;
  /** Milliseconds in place of those that a request waits for the runtime. */
  holdFor?: number;
}

export interface Front {
  /** Answers what comes over a connection. */
  take(socket: Socket): void;
  /** From now on requests go to this address; before they wait. */
  serve(target: URL): void;
  /** Lets requests wait for the next `serve`; resolves when those under way are answered or have had their time. */
  hold(): Promise<void>;
  /** Another front takes what comes from now on: answers what comes over the connections that are open, and asks their senders to close them. */
  retire(): Promise<void>;
  /** Takes no more requests, and resolves when those under way are answered or have had their time. */
  close(): Promise<void>;
}

export function createFront(options: FrontOptions): Front {
  const gate = new Gate();
  const around: Around = {
    ...options,
    answerWithin: options.answerWithin ?? ANSWER,
    gate,
    held: new Hold(gate, options.holdFor),
    large: new Slots(MAX_LARGE),
    health: new Slots(MAX_HEALTH),
    documents: new Gate(MAX_DOCUMENTS),
    runtime: null,
    state: 'starting',
    underWay: 0,
  };
  const server = createServer({ maxHeaderSize: MAX_HEADER, keepAliveTimeout: KEEP_ALIVE }, (incoming, response) => {
    if (isRetired || around.state === 'stopping') response.setHeader('Connection', 'close');
    void new Exchange(incoming, response, around).run();
  });
  // Node looks for connections that send nothing only in servers that listen by themselves.
  server.emit('listening');
  const sockets = new Set<Socket>();
  let isRetired = false;
  const quiet = async () => {
    for (const end = Date.now() + PATIENCE; around.underWay > 0 && Date.now() < end; ) await sleep(10);
  };
  return {
    take(socket) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      server.emit('connection', socket);
    },
    serve(target) {
      void around.runtime?.close();
      around.runtime = new Upstream(target);
      around.state = 'serving';
      around.held.open();
    },
    async hold() {
      around.held.close();
      around.state = 'restarting';
      await quiet();
    },
    async retire() {
      isRetired = true;
      // Closing an idle connection from this side could meet a request on its way.
      for (const end = Date.now() + RETIREMENT; sockets.size > 0 && Date.now() < end; ) await sleep(100);
      await this.close();
    },
    async close() {
      around.state = 'stopping';
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      server.closeIdleConnections();
      for (const end = Date.now() + PATIENCE; sockets.size > 0 && Date.now() < end; ) await sleep(10);
      clearInterval(idle);
      around.held.refuseAll();
      for (const socket of sockets) socket.destroy();
      server.close();
      await around.runtime?.close();
    },
  };
}

interface Around extends FrontOptions {
  answerWithin: number;
  gate: Gate;
  held: Hold;
  large: Slots;
  health: Slots;
  documents: Gate;
  /** Null before the first `serve`. Another object for each runtime. */
  runtime: Upstream | null;
  state: 'starting' | 'serving' | 'restarting' | 'stopping';
  /** Requests that the runtime works on. */
  underWay: number;
}

const MESSAGES = {
  starting: 'The server is starting.',
  serving: 'The server is busy.',
  restarting: 'The server is restarting.',
  stopping: 'The server is stopping.',
};

/** One request on its way through. */
class Exchange {
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #around: Around;
  readonly #client: Sender;
  readonly #start = Date.now();
  readonly #gone = new AbortController();
  readonly #late: AbortSignal;
  #waited = 0;

  constructor(incoming: IncomingMessage, response: ServerResponse, around: Around) {
    this.#incoming = incoming;
    this.#response = response;
    this.#around = around;
    this.#client = senderOf(incoming.socket.remoteAddress, incoming.headers, around);
    this.#late = AbortSignal.timeout(around.answerWithin);
    response.once('close', () => this.#gone.abort());
  }

  async run(): Promise<void> {
    const { method = 'GET', url = '' } = this.#incoming;
    const path = pathOf(url);
    if (path === null) return this.#refuse(400, 'The address of the request is malformed.');
    // The runtime writes it into the address of its request as it is.
    const { host } = this.#incoming.headers;
    if (host !== undefined && !isAuthority(host))
      return this.#refuse(400, 'The host of the request is malformed.', 'host');
    if (isSimulator(path)) return this.#refuse(404, 'There is nothing at this path.');
    if (isLiveness(method, path)) return this.#sayAlive();
    if (this.#around.state === 'stopping') return this.#refuse(503, MESSAGES.stopping);
    try {
      const { body, done } = await readBody(
        this.#incoming,
        { wanted: hasBody(method), isBeacon: isClick({ method, path }) },
        this.#around.large,
      );
      // A body where none belongs is taken off the connection, which is not used again.
      if (!hasBody(method) && framesBody(this.#incoming)) this.#response.setHeader('Connection', 'close');
      await this.#pass(askedBy(this.#incoming, path, this.#client, body)).finally(done);
    } catch (thrown) {
      if (thrown instanceof TooLarge) return this.#refuse(413, thrown.message);
      if (thrown instanceof TooMany) return this.#refuse(503, MESSAGES.serving);
      // The client has gone, or the runtime, or it does not answer.
      const { state } = this.#around;
      this.#refuse(503, MESSAGES[state === 'serving' ? 'restarting' : state]);
    }
  }

  /** Asks the runtime, the next one too where a question may be asked twice, and passes the answer on. */
  async #pass(inbound: Inbound): Promise<void> {
    let broken = 0;
    for (let attempt = 1; ; attempt++) {
      const slot = await this.#enter(inbound, attempt);
      if (!slot) return this.#refuse(503, MESSAGES[this.#around.state]);
      const answer = await this.#ask(inbound)
        .catch(async (thrown) => {
          if (!isUnsent(thrown)) broken++;
          const mayRepeat = isUnsent(thrown) || (isRepeatable(inbound) && broken < MAX_BROKEN);
          if (!mayRepeat || this.#late.aborted || this.#gone.signal.aborted) throw thrown;
          await sleep(Math.min(AGAIN * attempt, MAX_PAUSE));
          return null;
        })
        .finally(() => slot.leave());
      if (answer) return this.#answer(answer);
    }
  }

  /** A slot; null if none becomes free soon. */
  async #enter(inbound: Inbound, attempt: number): Promise<Slot | null> {
    const { gate, held, health, documents } = this.#around;
    // A busy server says so without waiting.
    if (inbound.path.startsWith('/health/')) return held.isOpen ? health.enter() : null;
    const goesAtOnce = attempt === 1 && held.isOpen && (held.isEmpty || !held.isFresh);
    let slot = goesAtOnce ? await (isDocument(inbound.path) ? documents : gate).enter() : null;
    if (!slot && (!goesAtOnce || held.isFresh))
      slot = await held.wait({
        isClick: isClick(inbound),
        bytes: inbound.body?.byteLength ?? 0,
        signal: this.#gone.signal,
        since: this.#start,
      });
    this.#waited = Date.now() - this.#start;
    return slot;
  }

  async #ask(inbound: Inbound): Promise<Answer> {
    const { runtime } = this.#around;
    if (!runtime) throw new Error('there is no runtime');
    const headers = { ...inbound.headers, 'X-Newsgauge-Waited': String(this.#waited) };
    // What a client has sent is done to its end, even if the client has gone; what it reads is not.
    const signal = inbound.body ? this.#late : AbortSignal.any([this.#late, this.#gone.signal]);
    this.#around.underWay++;
    try {
      return await runtime.ask({ ...inbound, headers }, signal);
    } finally {
      this.#around.underWay--;
    }
  }

  async #answer({ status, headers: received, body }: Answer): Promise<void> {
    const headers = responseHeaders(received);
    const accepted = String(this.#incoming.headers['accept-encoding'] ?? '');
    const encoder = this.#incoming.method === 'HEAD' ? null : compression(accepted, status, headers);
    this.#around.underWay++;
    try {
      this.#response.writeHead(status, headers);
      await (encoder ? pipeline(body, encoder, this.#response) : pipeline(body, this.#response));
    } catch {
      // Half an answer is not made whole by another one.
      this.#response.destroy();
    } finally {
      this.#around.underWay--;
    }
  }

  #sayAlive(): void {
    sendJson(this.#incoming, this.#response, 200, { status: 'success', data: { live: true }, code: 200 });
  }

  #refuse(code: number, message: string, field?: string): void {
    refuse(this.#incoming, this.#response, code, message, field);
  }
}

const isLiveness = (method: string, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && /^\/health\/live\/?(\?|$)/.test(path);

const isClick = ({ method, path }: Pick<Inbound, 'method' | 'path'>): boolean =>
  method === 'POST' && /^\/(clicks|reads)\/?(\?|$)/.test(path);

const isDocument = (path: string): boolean => /^\/(docs|api\/v2\/openapi\.json)([/?]|$)/.test(path);

/** Asking twice changes no more than asking once: a click counts once a reader, article and day. */
const isRepeatable = (inbound: Inbound): boolean => /^(GET|HEAD|OPTIONS)$/.test(inbound.method) || isClick(inbound);

const framesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Path and query of a request's target; null if it is not a valid target. */
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
