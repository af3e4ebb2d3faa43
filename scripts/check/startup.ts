import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { parse } from 'smol-toml';
import { ROOT } from '../../src/command/paths.ts';
import { isData, type Modules } from '../build/worker-parts.ts';

const WORKERD = createRequire(import.meta.url)('workerd').default as string;
const ROUNDS = 7;
const { compatibility_date, compatibility_flags } = parse(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8'));
const COMPATIBILITY = `compatibilityDate = "${compatibility_date}", compatibilityFlags = ${JSON.stringify(compatibility_flags)}`;

/**
 * CPU time of a new isolate until its first response, minus that of a trivial Worker, in milliseconds. `ratio` is
 * relative to a Worker with only Hono and zod, so that machines can be compared. Throws on systems other than Linux.
 */
export async function startUpTimes(modules: Modules, path: string): Promise<{ own: number; ratio: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-'));
  try {
    const libraries = { 'index.js': await librariesAlone() };
    const workers = [modules, asData(modules), libraries];
    const configs = workers.map((worker, i) => configured(join(folder, String(i)), worker));
    const least = workers.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < ROUNDS; round++)
      for (const [i, config] of configs.entries()) least[i] = Math.min(least[i] ?? 0, await timeOf(await config, path));
    const [all = 0, carried = 0, ofLibraries = 1] = least;
    return { own: Math.round(all - carried), ratio: all / ofLibraries };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const EMPTY = 'export default { fetch: () => new Response() }';

const asData = (modules: Modules): Modules => ({
  'index.js': EMPTY,
  ...Object.fromEntries(Object.entries(modules).map(([name, content]) => [`${name}.bin`, content])),
});

async function librariesAlone(): Promise<string> {
  const contents = `import { Hono } from 'hono'; import { z } from 'zod';
    const schema = z.object({ a: z.string() }); export default new Hono().get('/a', (c) => c.json(schema.parse({})));`;
  const options = { bundle: true, minify: true, format: 'esm', write: false } as const;
  const { outputFiles } = await build({ stdin: { contents, resolveDir: ROOT }, ...options });
  return outputFiles.map(({ text }) => text).join('');
}

interface Config {
  file: string;
  port: number;
}

/** Writes the configuration in workerd's binary format, which needs no parsing at startup, as on the platform. */
async function configured(folder: string, modules: Modules): Promise<Config> {
  const port = await freePort();
  mkdirSync(folder);
  const names = Object.keys(modules).sort((a, b) => Number(b === 'index.js') - Number(a === 'index.js'));
  for (const name of names) writeFileSync(join(folder, name), modules[name] ?? '');
  const listed = names.map((name) => `(name = "${name}", ${isData(name) ? 'data' : 'esModule'} = embed "${name}")`);
  const text = join(folder, 'config.capnp');
  writeFileSync(
    text,
    `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [(name = "main", worker = (modules = [${listed.join(', ')}], ${COMPATIBILITY}))],
      sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
    );`,
  );
  const file = join(folder, 'config.bin');
  writeFileSync(file, execFileSync(WORKERD, ['compile', '--config-only', text], { maxBuffer: 1e9 }));
  return { file, port };
}

async function timeOf({ file, port }: Config, path: string): Promise<number> {
  const server = spawn(WORKERD, ['serve', '--experimental', '--binary', file], { stdio: 'ignore' });
  try {
    await firstAnswer(server, `http://127.0.0.1:${port}${path}`);
    return processorTime(server.pid);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

async function firstAnswer(server: ChildProcess, address: string): Promise<void> {
  while (server.exitCode === null) {
    const response = await fetch(address).catch(() => null);
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('workerd does not start with the bundle');
}

function processorTime(pid: number | undefined): number {
  const threads = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(threads).map((id) =>
    Number(readFileSync(join(threads, id, 'schedstat'), 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
