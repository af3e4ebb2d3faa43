/** A click is acknowledged once the disk has confirmed it. Other requests do not wait for the disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { d1On } from '../../../src/node/d1/database.ts';
import { openD1File } from '../../../src/node/d1/sqlite.ts';
import { type FirstKeys, mintKeys } from '../../../src/node/first-start/first-keys.ts';
import { filesOf } from '../../../src/node/state/files.ts';
import { FaultyMachine } from '../../support/servers/faulty-machine.ts';
import { type NodeServer, startNodeServer } from '../../support/servers/node-server.ts';

const FLUSH_MS = 1000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-flush-'));
const state = join(folder, 'state');
const machine = new FaultyMachine(folder);
let server: NodeServer;
let keys: FirstKeys;

beforeAll(async () => {
  server = await startNodeServer({ state, env: machine.env });
  const database = openD1File(filesOf(state).database);
  keys = await mintKeys(d1On(database));
  database.close();
});
afterAll(async () => {
  machine.setDisk('none');
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let articles = 0;
const click = async () => {
  const body = JSON.stringify({ key: keys.publishable, contentId: ++articles });
  return (await fetch(new URL('/clicks', server.url), { method: 'POST', headers: { 'User-Agent': BROWSER }, body }))
    .status;
};

function waiting(): number {
  const database = new DatabaseSync(filesOf(state).queues, { readOnly: true });
  const { messages } = database.prepare('SELECT messages FROM "totals newsgauge-clicks"').get() ?? {};
  database.close();
  return Number(messages);
}

// The first click creates the salt of the day, and its delivery loads the consumer.
beforeEach(async () => {
  expect(await click()).toBe(202);
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
});

test('while the disk confirms a click, other requests are answered', async () => {
  machine.setDisk('slowSync', FLUSH_MS);
  const start = performance.now();
  const took = () => performance.now() - start;
  const accepted = click().then((status) => ({ status, took: took() }));
  await sleep(FLUSH_MS / 4);
  expect((await fetch(new URL('/health/live', server.url))).status).toBe(200);
  expect(took()).toBeLessThan(FLUSH_MS);
  const { status, took: tookClick } = await accepted;
  machine.setDisk('none');
  expect(status).toBe(202);
  expect(tookClick).toBeGreaterThanOrEqual(FLUSH_MS);
});

test('a click that the disk does not confirm is refused, and the next one is accepted', async () => {
  machine.setDisk('failingSync');
  expect(await click()).toBe(503);
  machine.setDisk('none');
  expect(await click()).toBe(202);
});
