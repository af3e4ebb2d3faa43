import { type ChildProcess, fork, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../../src/command/paths.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { RawConnection } from '../lib/raw-client.ts';
import type { Postgres } from './postgres.ts';

export interface Peer {
  url: URL;
  pid: number;
  stop(): Promise<void>;
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.kill();
  });

export const startHono = ({ connection }: Postgres): Promise<Peer> =>
  startOnNode('hono-postgres.ts', JSON.stringify(connection));

/** Starts Node's own HTTP server, which returns `hello`. */
export const startBareNode = (): Promise<Peer> => startOnNode('bare-node.ts');

async function startOnNode(file: string, ...given: string[]): Promise<Peer> {
  const child = fork(join(import.meta.dirname, file), given, { execArgv: [] });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', () => reject(new Error(`the server ${file} has ended`)));
  });
  return { url: new URL(`http://127.0.0.1:${port}`), pid: child.pid ?? 0, stop: () => ended(child) };
}

/** Starts the platform's runtime without newsgauge, with a Worker that returns `hello`. */
export async function startWorkerd(folder: string): Promise<Peer> {
  const port = await freePort();
  const config = join(folder, 'hello.capnp');
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (compatibilityDate = "2026-10-20",
    modules = [(name = "hello.js", esModule = "export default { fetch() { return new Response('hello'); } };")]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);`,
  );
  const child = spawn(join(ROOT, 'node_modules/.bin/workerd'), ['serve', config], { stdio: 'ignore' });
  const url = new URL(`http://127.0.0.1:${port}`);
  for (let attempt = 0; ; attempt++) {
    try {
      (await RawConnection.open(url)).close();
      return { url, pid: child.pid ?? 0, stop: () => ended(child) };
    } catch (thrown) {
      if (attempt > 100) throw thrown;
      await sleep(50);
    }
  }
}
