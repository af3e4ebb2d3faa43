import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleFiles } from '../../../src/command/bundle.js';
import type { Notice, SupervisorMessage } from '../../../src/node/supervisor/messages.ts';

export interface NodeServer {
  url: URL;
  pid: number;
  stop(): Promise<number>;
}

export interface NodeServerOptions {
  state: string;
  vars?: Record<string, string>;
  execArgv?: string[];
  env?: Record<string, string>;
}

/** Starts the bundled Node worker in a separate process, without a supervisor and without cron jobs. */
export async function startNodeServer({
  state,
  vars = {},
  execArgv = [],
  env,
}: NodeServerOptions): Promise<NodeServer> {
  const child = fork((await bundleFiles()).worker, {
    execArgv,
    env: {
      ...process.env,
      STATE_DIR: state,
      PORT: '0',
      CRONS: '0',
      NEWSGAUGE_VARS: JSON.stringify({ LOG_LEVEL: 'error', ...vars }),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await notice(child, 'warm');
  child.send({ do: 'serve' } satisfies SupervisorMessage);
  const { url } = await notice(child, 'ready');
  return {
    url: new URL(url),
    pid: child.pid ?? 0,
    async stop() {
      const exit = once(child, 'exit');
      child.send({ do: 'stop' } satisfies SupervisorMessage);
      return (await exit)[0];
    },
  };
}

/** Resolves with the first message of a kind. Must be called before the worker can send it. */
function notice<Is extends Notice['is']>(child: ChildProcess, is: Is): Promise<Extract<Notice, { is: Is }>> {
  return new Promise((resolve, reject) => {
    child.on('message', (received: Notice) => {
      if (received.is === 'failed') reject(new Error(`${received.message} ${received.remedy}`));
      if (received.is === is) resolve(received as Extract<Notice, { is: Is }>);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
  });
}
