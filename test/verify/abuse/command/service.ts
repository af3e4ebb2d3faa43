import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { openDb } from '../../../../src/db/client.ts';
import { bundle, migrate, withLocalDb } from '../../../support/workerd/runtime.ts';
import { makeKeys } from '../newsroom.ts';
import type { Answer, Ask, Target } from '../trial.ts';

export interface Service extends Target {
  url: URL;
  log(): string;
  stop(): Promise<void>;
}

const CHILD = join(import.meta.dirname, 'server.ts');

/** Starts the real Worker in its own process, on a real socket, with an empty state and keys of every kind. */
export async function startService(folder: string, port: number): Promise<Service> {
  const state = join(folder, 'state');
  const script = join(folder, 'worker.json');
  writeFileSync(script, JSON.stringify(await bundle()));
  migrate(state);
  const keys = await withLocalDb(state, (d1) => makeKeys(openDb(d1), Math.floor(Date.now() / 1000)));
  const child = fork(CHILD, [state, script, String(port)], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const url = await new Promise<URL>((resolve, reject) => {
    child.once('message', ({ url }: { url: string }) => resolve(new URL(url)));
    child.once('exit', (code) => reject(new Error(`the service ended by itself: ${code}\n${log.slice(-2000)}`)));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return {
    url,
    origin: url.origin,
    keys,
    ask: (path, ask) => send(agent, url, path, ask),
    log: () => log,
    async stop() {
      agent.destroy();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.send('stop');
      await ended;
    },
  };
}

/** Sends a path unchanged, because `fetch` would normalise it. */
function send(agent: Agent, url: URL, path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Without a length, the server would read the body of a GET request as the next request.
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const place = { agent, host: url.hostname, port: url.port, path, method, headers: { ...length, ...headers } };
    const sent = request(place, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const pairs = response.rawHeaders.flatMap((name, i, all) => (i % 2 === 0 ? [[name, all[i + 1] ?? '']] : []));
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(pairs as [string, string][]),
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const PATIENCE = 2000;

/** Sends bytes over a new socket. Returns everything received until it is closed or silent for `patience`. */
export function exchange(url: URL, bytes: string | Uint8Array, patience = PATIENCE): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: url.hostname, port: Number(url.port) }, () => socket.write(bytes));
    socket.setTimeout(patience, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    // A reset connection also counts as a response, with the bytes received before it.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

export const statuses = (answer: string): number[] =>
  Array.from(answer.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => Number(status));
