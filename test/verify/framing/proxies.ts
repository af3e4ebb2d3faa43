import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../../src/cli/database/runtime.ts';

/** A proxy before the service, with the configuration that the guide gives. */
export interface Proxy {
  url: URL;
  stop(): Promise<void>;
}

interface Place {
  port: number;
  /** Host and port. */
  upstream: string;
  folder: string;
}

/** What is run, after the files that it needs are written. */
interface Run {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** Milliseconds until it must listen. */
const PATIENCE = 10_000;

/** A file of the guide with addresses of this machine in place of the guide's; throws where it does not hold one of them. */
function shipped(name: string, swaps: readonly (readonly [string | RegExp, string])[]): string {
  const file = readFileSync(join(ROOT, 'docs/guides/examples/self-host', name), 'utf8');
  return swaps.reduce((text, [from, to]) => {
    const swapped = text.replace(from, to);
    if (swapped === text) throw new Error(`${name} does not hold ${from}`);
    return swapped;
  }, file);
}

const RUNS: Record<string, (place: Place) => Run> = {
  caddy({ port, upstream, folder }) {
    const own = '{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n';
    writeFileSync(join(folder, 'Caddyfile'), own + shipped('Caddyfile', [['newsgauge:8787', upstream]]));
    return {
      command: 'caddy',
      args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      env: { NEWSGAUGE_HOST: `http://:${port}`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    };
  },

  nginx({ port, upstream, folder }) {
    const site = shipped('nginx.conf', [
      ['127.0.0.1:8787', upstream],
      [/server \{\s+listen 80;[^}]*\}/, ''],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} default_server;`],
      [/\s+ssl_certificate [^\n]+\n\s+ssl_certificate_key [^\n]+/, ''],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
    const around = `daemon off; master_process off; pid pid; events {} http { access_log off; ${temporary.join(' ')}\n${site}}`;
    writeFileSync(join(folder, 'nginx.conf'), around);
    return { command: 'nginx', args: ['-p', folder, '-c', 'nginx.conf', '-e', 'log'] };
  },

  haproxy({ port, upstream, folder }) {
    const config = shipped('haproxy.cfg', [
      ['127.0.0.1:8787', upstream],
      [/frontend plain[\s\S]*?\n\n/, ''],
      [/bind :443 [^\n]+/, `bind 127.0.0.1:${port}`],
    ]);
    writeFileSync(join(folder, 'haproxy.cfg'), config);
    return { command: 'haproxy', args: ['-db', '-f', join(folder, 'haproxy.cfg')] };
  },
};

export const PROXIES = Object.keys(RUNS);

/** Starts one of `PROXIES` on a port of this machine; resolves when it listens, and rejects where it does not in ten seconds. */
export async function startProxy(name: string, { port, upstream, folder }: Place): Promise<Proxy> {
  const own = join(folder, name);
  mkdirSync(own);
  const run = RUNS[name]?.({ port, upstream, folder: own });
  if (!run) throw new Error(`"${name}" is no proxy: ${PROXIES.join(', ')}`);
  const log = openSync(join(own, 'log'), 'a');
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, ...run.env };
  const child = spawn(run.command, run.args, { env, stdio: ['ignore', log, log] });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`${name} does not start: ${error.message}`)));
    child.once('exit', (code) =>
      reject(new Error(`${name} ended (${code}): ${readFileSync(join(own, 'log'), 'utf8')}`)),
    );
  });
  failed.catch(() => {});
  await Promise.race([listening(port, name), failed]);
  return { url: new URL(`http://127.0.0.1:${port}`), stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function listening(port: number, name: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(50)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
    if (isOpen) return;
  }
  throw new Error(`${name} does not listen`);
}
