import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { bundleFiles } from '../../../src/command/bundle.js';
import type { Notice, SupervisorMessage } from '../../../src/node/supervisor/messages.ts';

export interface NodeServer {
  url: URL;
  pid: number;
  stop(): Promise<number>;
  kill(): Promise<void>;
}

export interface NodeServerOptions {
  state: string;
  vars?: Record<string, string>;
  execArgv?: string[];
  env?: Record<string, string>;
  /** File that receives the log. Without it, only errors are printed. */
  log?: string;
}

/** Starts the bundled Node worker in a separate process, without a supervisor and without cron jobs. */
export async function startNodeServer({
  state,
  vars = {},
  execArgv = [],
  env,
  log,
}: NodeServerOptions): Promise<NodeServer> {
  const output = log === undefined ? undefined : openSync(log, 'a');
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
    stdio: ['ignore', output ?? 'ignore', output ?? 'inherit', 'ipc'],
  });
  if (output !== undefined) closeSync(output);
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
    async kill() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
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
