/** This module serves the Worker on Node. `scripts/build/node-server.ts` bundles it. */
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
import { isTrustedProxy, type Proxies, parseProxies, senderOf } from './http/client-address.ts';
import { limitConnections } from './http/connections.ts';
import { useLightClasses } from './http/light-response.ts';
import { listener } from './http/listener.ts';
import { beginWaits, endWaits } from './modules/globals.ts';
import { report } from './report.ts';

/** Time for which idle connections stay open. Proxies reuse connections for up to a minute. */
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 65_536;
const HEADERS_MS = 20_000;
const CHECK_MS = 5000;
/** Maximum number of connections that the system queues, for example while one worker replaces another. */
const MAX_BACKLOG = 4096;
const REQUESTS_MS = 4000;
/** Time in which the first request of an accepted connection must arrive when the server stops. */
const FIRST_REQUEST_MS = 100;
/**
 * Time that scheduled jobs and background tasks have to finish when the server stops. Unfinished jobs continue after
 * the next start. A server that has retired has already waited, and now other requests wait for it.
 */
const FINISH_MS = { jobs: 1000, background: 3000 };
const FINISH_AFTER_RETIREMENT_MS = { jobs: 100, background: 200 };
const WARM_UP_URL = 'http://localhost/health/live';

export interface ServerOptions {
  state: string;
  listen: { fds: number[] } | { host?: string; port: number };
  vars?: Record<string, string>;
  proxies?: Proxies;
  /** Secret with which programs of the server's own user may set the sender of a request. If empty, they may not. */
  token?: string;
  hasCrons?: boolean;
  /** Prepares the opened state before the first connection. An error prevents the server from starting. */
  prepare?(service: UnopenedService): Promise<void>;
}

export interface RunningServer {
  url: URL;
  env: Env;
  cron(expression: string): Promise<void>;
  /** Starts no more jobs and closes connections after their next response. Resolves when no job is running. */
  retire(): Promise<void>;
  /** Ends requests, deliveries and timers, then closes the files. `last` runs when nothing else uses the files. */
  stop(last?: (service: UnopenedService) => Promise<void>): Promise<void>;
}

/** Sends a request to this process before the state folder is open, so that compilation does not delay clients. */
export async function warmUp(): Promise<void> {
  useLightClasses();
  const memory = new DatabaseSync(':memory:');
  const env = { DB: d1On(memory), LOG_LEVEL: 'error' } as unknown as Env;
  const response = await worker.default.fetch(new Request(WARM_UP_URL), env, new Background().context());
  await response.arrayBuffer();
  memory.close();
}

export async function preload(): Promise<void> {
  await import('../routes/api/feed.ts');
  await import('../routes/clicks/click-routes.ts');
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { state, listen, vars = {}, hasCrons = true, token = '', prepare } = options;
  const proxies = options.proxies ?? parseProxies('');
  useLightClasses();
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
      fetch: async (request) => assets.answer(request) ?? handlers.fetch(request as never, env, background.context()),
      sender: ({ socket, headers }) => senderOf(socket.remoteAddress, headers, { proxies, token }),
      failed: (thrown) => report('requestBroken', thrown),
    }),
  );
  const quiet = { ...env, LOG_LEVEL: 'error' } as unknown as Env;
  const itself = {
    env: quiet,
    fetch: async (request: Request) => handlers.fetch(request, quiet, background.context()),
  };
  try {
    if (prepare) await platform.relaxed(() => prepare(itself));
  } catch (thrown) {
    await platform.stop(FINISH_MS.background);
    throw thrown;
  }
  const closeUnused = limitConnections(server, { isShared: (address) => isTrustedProxy(proxies, address) });
  const listening = 'fds' in listen ? listen.fds.map((fd) => ({ fd })) : [{ host: '127.0.0.1', ...listen }];
  const servers = listening.map((_, i) => (i === 0 ? server : anotherOf(server)));
  await Promise.all(servers.map((each, i) => opened(each, listening[i] ?? {})));
  platform.start();
  const endCrons = hasCrons ? startCrons(cron) : async () => {};
  const { port, address } = server.address() as AddressInfo;
  Object.assign(env, { LISTENING_PORT: String(port) });
  let jobs: Promise<'over'> | undefined;
  const retire = () => {
    if (jobs) return jobs;
    // Sends `Connection: close`. Otherwise, clients would send their next request on a connection that is being closed.
    server.prependListener('request', (_, response) => {
      response.shouldKeepAlive = false;
    });
    jobs = endCrons().then(() => 'over');
    return jobs;
  };
  return {
    url: new URL(`http://${address.includes(':') ? `[${address}]` : address}:${port}`),
    env,
    cron,
    async retire() {
      await retire();
    },
    async stop(last) {
      const finish = jobs ? FINISH_AFTER_RETIREMENT_MS : FINISH_MS;
      const ended = retire();
      await closeServer(server, servers, closeUnused);
      limits.stop();
      // Running jobs detect an unavailable database by waiting, so waits are disabled only after the jobs have ended.
      if ((await Promise.race([ended, sleep(finish.jobs)])) === 'over') endWaits();
      const sampled = async () => {
        // The last requests must be able to wait. If waits ended immediately, the database would seem unavailable.
        beginWaits();
        await last?.(itself);
        endWaits();
      };
      await platform.stop(finish.background, last && sampled);
    },
  };
}

const anotherOf = (server: Server): TcpServer =>
  createTcpServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));

// For a descriptor, Node ignores `backlog` among the options. The number after them applies to addresses, too.
type Listen = (where: ListenOptions & { fd?: number }, backlog: number, opened: () => void) => void;

const opened = (server: TcpServer, where: ListenOptions & { fd?: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    const listen = server.once('error', reject).listen.bind(server) as Listen;
    listen(where, MAX_BACKLOG, resolve);
  });

/** Stops accepting connections. Resolves when all requests have ended or timed out. `servers` must include `server`. */
async function closeServer(server: Server, servers: readonly TcpServer[], closeUnused: () => void): Promise<void> {
  const closed = Promise.all(servers.map((each) => new Promise((resolve) => each.close(resolve))));
  const idle = setInterval(() => server.closeIdleConnections(), 10);
  const unused = setTimeout(closeUnused, FIRST_REQUEST_MS);
  const late = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(unused);
  clearTimeout(late);
}

// On Cloudflare, an unhandled rejection does not end a Worker, so it must not end the server.
process.on('unhandledRejection', (reason) => report('backgroundFailed', reason));
