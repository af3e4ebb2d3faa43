/** Serves the Worker on Node: `scripts/build/node-server.ts` bundles it with what stands in for the platform's modules. */
import './modules/globals.ts';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ROOT } from '../command/paths.ts';
import * as worker from '../index.ts';
import { openPlatform } from './bindings.ts';
import { readWorkerConfig } from './config.ts';
import { startCrons } from './cron.ts';
import { Assets } from './http/assets.ts';
import type { Sender } from './http/incoming-request.ts';
import { rememberBodies } from './http/known-body.ts';
import { listener } from './http/listener.ts';
import { report } from './report.ts';

/** Proxies keep connections for a minute and more. */
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 65_536;

export interface ServerOptions {
  /** Folder of the state. */
  state: string;
  /** 0: any free port. */
  port: number;
  host?: string;
  /** Variables in place of those of wrangler.toml. */
  vars?: Record<string, string>;
  /** Whether scheduled jobs run by themselves. */
  hasCrons?: boolean;
}

export interface RunningServer {
  url: URL;
  env: Env;
  /** Calls the Worker's scheduled handler. */
  cron(expression: string): Promise<void>;
  /** Ends requests, deliveries and timers, and closes the files. */
  stop(): Promise<void>;
}

/** Starts a server on a state. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { state, port, host = '127.0.0.1', vars = {}, hasCrons = true } = options;
  rememberBodies();
  const handlers = worker.default;
  const platform = openPlatform(state, worker, readWorkerConfig(join(ROOT, 'wrangler.toml')), vars);
  const { env, background } = platform;
  const assets = new Assets(join(ROOT, 'public'));
  const cron = async (expression: string, scheduledTime = Date.now()) =>
    handlers.scheduled({ cron: expression, scheduledTime, noRetry() {} } as ScheduledController, env);
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEADER_BYTES },
    listener({
      fetch: async (request) =>
        assets.answer(
          request.method,
          new URL(request.url).pathname,
          request.headers.get('If-None-Match') ?? undefined,
        ) ?? handlers.fetch(request as never, env, background.context()),
      sender: senderOf,
      failed: (thrown) => report('requestBroken', thrown),
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  platform.start();
  const endCrons = hasCrons ? startCrons(cron) : () => {};
  const { port: opened } = server.address() as AddressInfo;
  return {
    url: new URL(`http://${host}:${opened}`),
    env,
    cron,
    async stop() {
      endCrons();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      await platform.stop();
    },
  };
}

/** Without trusted proxies the sender is the other end of the connection. */
const senderOf = ({ socket }: IncomingMessage): Sender => ({
  address: (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, ''),
  protocol: 'http',
  place: {},
});

// A rejection that is not awaited ends no Worker, and must end no server.
process.on('unhandledRejection', (reason) => report('backgroundFailed', reason));
