import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../../src/command/paths.ts';

const WORKERD = createRequire(import.meta.url)('workerd').default as string;
const ROUNDS = 7;

/**
 * Milliseconds of processor time from the start of workerd with a bundle to its first answer to a path (without a database), beyond those of a Worker that only answers:
 * what a new isolate costs. `libraries`: the same of a Worker of Hono and zod alone, by which machines are compared. The least of several
 * rounds, as neighbours only add to it. Linux tells the time of each thread; elsewhere it throws.
 */
export async function startUpTimes(bundle: string, path: string): Promise<{ own: number; libraries: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-'));
  try {
    const workers = [readFileSync(bundle, 'utf8'), await librariesAlone(), EMPTY];
    const least = workers.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < ROUNDS; round++)
      for (const [i, worker] of workers.entries())
        least[i] = Math.min(least[i] ?? 0, await timeOf(folder, worker, path));
    const [own = 0, libraries = 0, empty = 0] = least;
    return { own: Math.round(own - empty), libraries: Math.round(libraries - empty) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const EMPTY = 'export default { fetch: () => new Response() }';

async function librariesAlone(): Promise<string> {
  const contents = `import { Hono } from 'hono'; import { z } from 'zod';
    const schema = z.object({ a: z.string() }); export default new Hono().get('/a', (c) => c.json(schema.parse({})));`;
  const options = { bundle: true, minify: true, format: 'esm', write: false } as const;
  const { outputFiles } = await build({ stdin: { contents, resolveDir: ROOT }, ...options });
  return outputFiles.map(({ text }) => text).join('');
}

async function timeOf(folder: string, worker: string, path: string): Promise<number> {
  const port = await freePort();
  writeFileSync(join(folder, 'worker.js'), worker);
  const config = join(folder, 'config.capnp');
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [(name = "main", worker = (
        modules = [(name = "worker.js", esModule = embed "worker.js")],
        compatibilityDate = "2026-10-20",
      ))],
      sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
    );`,
  );
  const server = spawn(WORKERD, ['serve', config], { stdio: 'ignore' });
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
