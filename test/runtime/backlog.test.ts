import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesOf } from '../../src/node/state/files.ts';
import { ended, killAll } from '../support/processes.ts';
import { freePort } from '../support/servers/free-port.ts';
import { Server } from '../support/started.ts';
import { putWaiting } from '../support/waiting.ts';
import { makeState, type StateKeys } from '../verify/crash/newsroom.ts';
import { click, FRESH, publish, ranked, statusOf } from './queue/backlog-service.ts';

const ARTICLES = 100;
const folder = mkdtempSync(join(tmpdir(), 'newsgauge-backlog-'));
const state = join(folder, 'state');
let keys: StateKeys;
let server: Server;

const start = async () => {
  server = await Server.start({ state, port: await freePort(), log: join(folder, 'log') });
};
const stop = async () => {
  const processes = server.processes();
  server.stop();
  assert.notEqual(await ended(processes, 60_000), null);
};
const queue = async () => (await statusOf(server.url, keys.operator)).queue;
const until = async (patience: number, what: string, isSo: () => Promise<boolean>) => {
  for (const end = Date.now() + patience; !(await isSo()); await sleep(500))
    assert.ok(Date.now() < end, `${what} within ${patience} ms`);
};

before(async () => {
  keys = await makeState(state);
  await start();
  await publish(server.url, keys.operator, ARTICLES);
});
after(() => {
  killAll(server.processes());
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('the server starts despite a long queue, counts new clicks before old ones and reports the remaining time', async () => {
  await stop();
  putWaiting(state, { clicks: 30_000, articles: ARTICLES });
  await start();
  assert.ok((await queue()).queued > 5000);
  const fresh = ARTICLES + FRESH.articles;
  assert.ok(await click(server.url, keys.publishable, fresh));
  let asked = 0;
  await until(120_000, 'ranked', async () => (await ranked(server.url, keys.operator, asked++)).includes(fresh));
  const { queued } = await queue();
  assert.ok(queued > 1000, `${queued} wait`);
  await until(120_000, 'estimated', async () => {
    const { queued, secondsLeft } = await queue();
    assert.ok(queued > 0, 'counted before a word of how long it takes');
    return secondsLeft !== null && secondsLeft > 0;
  });
  await until(1_200_000, 'counted', async () => (await queue()).queued === 0);
  const { outcomes } = await statusOf(server.url, keys.operator);
  assert.equal(outcomes?.counted, 30_001);
});

test('after a long database lock, every click is counted within 15 seconds, or longer on a slow machine', async () => {
  const began = Date.now();
  assert.ok(await click(server.url, keys.publishable, 1, 70_001));
  await until(120_000, 'counted', async () => (await queue()).queued === 0);
  const usual = Date.now() - began;
  const before = (await statusOf(server.url, keys.operator)).outcomes?.counted ?? 0;
  const file = filesOf(state).database;
  const other = new DatabaseSync(file);
  other.exec('BEGIN EXCLUSIVE');
  let accepted = 0;
  try {
    for (let i = 0; i < 50; i++) if (await click(server.url, keys.publishable, 1 + i, 80_000 + i)) accepted++;
    await sleep(38_000);
  } finally {
    other.exec('ROLLBACK');
    other.close();
  }
  assert.ok(accepted > 0);
  await until(12_000 + 4 * usual, 'counted', async () => (await queue()).queued === 0);
  const status = await statusOf(server.url, keys.operator);
  assert.equal(status.outcomes?.counted, before + accepted);
  assert.deepEqual(status.deadLetters, {});
});
