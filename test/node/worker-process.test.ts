import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Listening, openListening } from '../../src/node/supervisor/listening.ts';
import { WorkerProcess } from '../../src/node/supervisor/worker-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-worker-'));
let worker: WorkerProcess | undefined;
let listening: Listening | undefined;
afterEach(async () => {
  worker?.kill();
  await worker?.ended;
  listening?.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function workerOf(program: string): Promise<WorkerProcess> {
  const script = join(folder, 'worker.mjs');
  writeFileSync(script, program);
  listening = await openListening('127.0.0.1', 0);
  worker = new WorkerProcess({ script, env: process.env, fd: listening.fd, hangs() {} });
  return worker;
}

test('a message is received even if it is surrounded by many others', async () => {
  const { warm, serve } = await workerOf(`
    const beats = () => { for (let i = 0; i < 100; i++) process.send({ is: 'beat' }); };
    process.on('message', () => { beats(); process.send({ is: 'ready', url: 'http://localhost:1', keys: null, isEmpty: false }); });
    beats();
    process.send({ is: 'warm' });
    beats();`).then((started) => ({ warm: started.warm, serve: () => started.serve() }));
  await warm;
  expect(await serve()).toMatchObject({ url: 'http://localhost:1' });
});

test('a failure message causes a rejection with its text', async () => {
  const { warm } = await workerOf(`
    process.send({ is: 'beat' });
    process.send({ is: 'failed', message: 'The disk is full.', remedy: 'Free some.' });
    setInterval(() => {}, 1000);`);
  await expect(warm).rejects.toThrow('The disk is full.');
});

test('a worker that exits before it is warm is reported', async () => {
  const { warm } = await workerOf('process.exit(3);');
  await expect(warm).rejects.toThrow('the worker exited');
});
