import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { keysIn, untilReady } from '../../support/ready.ts';

export interface Server {
  /** Keys that a first start prints, by kind. */
  keys: Record<string, string>;
  stop(): Promise<void>;
}

/** `npm start` in a folder, until it is ready. */
export async function start(folder: string, state: string, port: number): Promise<Server> {
  const server = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      STATE_DIR: state,
      TRUST_PROXY: '127.0.0.1',
      WRANGLER_SEND_METRICS: 'false',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own, so that npm, node and workerd all end with it.
    detached: true,
  });
  const ended = once(server, 'exit');
  const keys = keysIn(await untilReady(server));
  return {
    keys,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) process.kill(-(server.pid ?? 0), 'SIGTERM');
      await ended;
    },
  };
}
