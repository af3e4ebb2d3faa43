/** Serves the Worker on Node: `scripts/build/node-server.ts` bundles it with what stands in for the platform's modules. */
import { createServer, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type ListenOptions,
  type Server as TcpServer,
} from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../command/paths.ts';
import * as worker from '../index.ts';
import { Background } from './background.ts';
import { openPlatform } from './bindings.ts';
import { readWorkerConfig } from './config.ts';
import { startCrons } from './cron.ts';
import { d1On } from './d1/database.ts';
import type { UnopenedService } from './first-start/first-start.ts';
import { Assets } from './http/assets.ts';
import { BodyLimits } from './http/body-limits.ts';
import { limitConnections } from './http/connections.ts';
import { rememberBodies } from './http/known-body.ts';
import { listener } from './http/listener.ts';
import { isTrustedProxy, type Proxies, parseProxies, senderOf } from './http/sender.ts';
import { beginWaits, endWaits } from './modules/globals.ts';
import { report } from './report.ts';
import { Turns } from './turns.ts';

/** Proxies keep connections for a minute and more. */
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 65_536;
/** Time for the headers of a request, and between two checks of it. */
const HEADERS_MS = 20_000;
const CHECK_MS = 5000;
/** Connections that the system keeps until they are accepted, as when a worker follows another. */
const MAX_BACKLOG = 4096;
/** Time that requests have to end at a stop. */
const REQUESTS_MS = 4000;
/** Time that scheduled jobs have to end at a stop; they go on at the next start. */
const JOBS_MS = 1000;
/** A path that asks nothing of the state. */
const WARMING = 'http://localhost/health/live';

export interface ServerOptions {
  /** Folder of the state. */
  state: string;
  /** Descriptors of one socket that is open already, or an address to listen on. Port 0: any free port. */
  listen: { fds: number[] } | { host?: string; port: number };
  /** Variables in place of those of wrangler.toml. */
  vars?: Record<string, string>;
  /** Proxies whose headers about a sender count. */
  proxies?: Proxies;
  /** Secret by which programs of this user name a sender; empty: there are none. */
  token?: string;
  /** Whether scheduled jobs run by themselves. */
  hasCrons?: boolean;
  /** Called with the opened state before the first connection is accepted; what it throws keeps the server from starting. */
  prepare?(service: UnopenedService): Promise<void>;
}

export interface RunningServer {
  url: URL;
  env: Env;
  /** Calls the Worker's scheduled handler. */
  cron(expression: string): Promise<void>;
  /** Asks clients not to send further requests over the connections that they have. */
  retire(): void;
  /** Ends requests, deliveries and timers, and closes the files. `last` is called when nothing else uses them. */
  stop(last?: (service: UnopenedService) => Promise<void>): Promise<void>;
}

/** Answers a request without a state, so that the first one of a client does not wait for the program to be compiled. */
export async function warmUp(): Promise<void> {
  rememberBodies();
  const memory = new DatabaseSync(':memory:');
  const env = { DB: d1On(memory, { turns: new Turns() }), LOG_LEVEL: 'error' } as unknown as Env;
  const response = await worker.default.fetch(new Request(WARMING), env, new Background().context());
  await response.arrayBuffer();
  memory.close();
}

/** Starts a server on a state. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { state, listen, vars = {}, hasCrons = true, token = '', prepare } = options;
  const proxies = options.proxies ?? parseProxies('');
  rememberBodies();
  const handlers = worker.default;
  const platform = openPlatform(state, worker, readWorkerConfig(join(ROOT, 'wrangler.toml')), vars);
  const { env, background } = platform;
  const assets = new Assets(join(ROOT, 'public'));
  const cron = async (expression: string, scheduledTime = Date.now()) =>
    handlers.scheduled({ cron: expression, scheduledTime, noRetry() {} } as ScheduledController, env);
  const limits = new BodyLimits();
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    listener({
      limits,
      fetch: async (request) =>
        assets.answer(
          request.method,
          new URL(request.url).pathname,
          request.headers.get('If-None-Match') ?? undefined,
        ) ?? handlers.fetch(request as never, env, background.context()),
      sender: ({ socket, headers }) => senderOf(socket.remoteAddress, headers, { proxies, token }),
      failed: (thrown) => report('requestBroken', thrown),
    }),
  );
  // Its requests to itself are no lines of the log.
  const quiet = { ...env, LOG_LEVEL: 'error' } as unknown as Env;
  const itself = {
    env: quiet,
    fetch: async (request: Request) => handlers.fetch(request, quiet, background.context()),
  };
  try {
    if (prepare) await platform.relaxed(() => prepare(itself));
  } catch (thrown) {
    await platform.stop();
    throw thrown;
  }
  limitConnections(server, { isShared: (address) => isTrustedProxy(proxies, address) });
  const listening = 'fds' in listen ? listen.fds.map((fd) => ({ fd })) : [{ host: '127.0.0.1', ...listen }];
  const servers = listening.map((_, i) => (i === 0 ? server : anotherOf(server)));
  await Promise.all(servers.map((each, i) => opened(each, listening[i] ?? {})));
  platform.start();
  const endCrons = hasCrons ? startCrons(cron) : async () => {};
  const { port, address } = server.address() as AddressInfo;
  const retire = () => {
    // A client that keeps its connection would send the next request over it, and meet its end.
    server.prependListener('request', (_, response) => {
      response.shouldKeepAlive = false;
    });
  };
  return {
    url: new URL(`http://${address.includes(':') ? `[${address}]` : address}:${port}`),
    env,
    cron,
    retire,
    async stop(last) {
      retire();
      const jobs = endCrons().then(() => 'over');
      await closeServer(server, servers);
      limits.stop();
      // A job that is under way measures by waits whether the database answers.
      if ((await Promise.race([jobs, sleep(JOBS_MS)])) === 'over') endWaits();
      const sampled = async () => {
        // A request takes a wait that ends at once for a database that does not answer.
        beginWaits();
        await last?.(itself);
        endWaits();
      };
      await platform.stop(last && sampled);
    },
  };
}

/** A server that accepts connections for another one. */
const anotherOf = (server: Server): TcpServer =>
  createTcpServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));

const opened = (server: TcpServer, where: ListenOptions & { fd?: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen({ ...where, backlog: MAX_BACKLOG }, resolve);
  });

/** Accepts no more connections, and resolves when all requests are answered or have had their time. `servers`: all that accept for it, and itself. */
async function closeServer(server: Server, servers: readonly TcpServer[]): Promise<void> {
  const closed = Promise.all(servers.map((each) => new Promise((resolve) => each.close(resolve))));
  const idle = setInterval(() => server.closeIdleConnections(), 10);
  const late = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

// A rejection that is not awaited ends no Worker, and must end no server.
process.on('unhandledRejection', (reason) => report('backgroundFailed', reason));
