/** Commands on a local state that is in use, locked or broken off: two lines of words, and no process left. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFile } from '../../src/cli/local/database-file.ts';
import { takeLock } from '../../src/cli/local/lock.ts';
import { openState } from '../../src/cli/local/state-folder.ts';
import { databaseId, ROOT } from '../../src/cli/runtime.ts';
import { newState } from '../support/built.ts';
import { ended, killAll, type Process, stillRunning, treeOf } from '../support/processes.ts';

/** Milliseconds in which what is left of a command that was killed must end, and a command come to its work. */
const STOP = 10_000;
const PATIENCE = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-commands-'));
const all: Process[] = [];
after(() => {
  killAll(stillRunning(all));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A backup of nothing. */
const backup = join(folder, 'backup');
mkdirSync(backup);
const at = '2026-01-31T08:00:00.000Z';
writeFileSync(
  join(backup, 'manifest.json'),
  JSON.stringify({
    ...{ service: 'newsgauge', format: 1, startedAt: at, finishedAt: at },
    ...{ migrations: ['0000_initial.sql'], tables: {} },
  }),
);

function command(state: string, ...args: string[]) {
  const child = spawn(process.execPath, ['src/cli/newsgauge.js', ...args], {
    cwd: ROOT,
    env: { ...process.env, STATE_DIR: state },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
  });
  const closed = new Promise<{ code: number | null; lines: string[]; out: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, lines: text.err.trimEnd().split('\n'), out: text.out })),
  );
  return { child, closed };
}

test('a restore beside a running server is refused by its name', async () => {
  const state = join(folder, 'running');
  newState(state);
  const lock = takeLock(state);
  lock.write({ pid: 4711, url: 'http://localhost:8787', token: 'secret' }, undefined);
  const { code, lines } = await command(state, 'restore', backup, '--force').closed;
  lock.release();
  assert.equal(code, 2);
  assert.equal(lines.length, 2, lines.join('\n'));
  assert.match(lines[0] ?? '', /is in use by process 4711 on http:\/\/localhost:8787/);
});

test('a restore that is killed leaves no process, and a start does not take its folder for a new one', async () => {
  const state = join(folder, 'killed');
  const { child } = command(state, 'restore', backup);
  const isRestoring = () => treeOf(child.pid ?? 0).some(({ command: line }) => /workerd serve/.test(line));
  for (const end = Date.now() + PATIENCE; !isRestoring(); await sleep(20)) assert.ok(Date.now() < end);
  const processes = treeOf(child.pid ?? 0);
  all.push(...processes);
  child.kill('SIGKILL');
  assert.notEqual(await ended(processes, STOP), null);
  assert.throws(() => openState(state), /A restore into \S+killed was broken off/);
});

test('a command waits for a server that starts, and says so', async () => {
  const state = join(folder, 'starting');
  newState(state);
  const lock = takeLock(state);
  const { child, closed } = command(state, 'key', 'list');
  const [said] = (await once(child.stderr, 'data')) as [Buffer];
  assert.match(String(said), /^Waiting for the server that starts on \S+starting\n$/);
  lock.write({ pid: process.pid, url: 'http://localhost:29001', token: 'secret' }, undefined);
  assert.equal((await closed).code, 0);
  lock.release();
});

test('what is not there, a service that is not there, and a field that is not there have codes of their own', async () => {
  const state = join(folder, 'codes');
  newState(state);
  const gone = await command(state, 'articles', 'get', '7', '--url', 'http://localhost:29002').closed;
  assert.deepEqual([gone.code, gone.lines], [4, ['http://localhost:29002 cannot be reached']]);
  const server = createServer((request, response) => {
    const isDescription = request.url === '/api/v2/openapi.json';
    const body = { title: {}, introduction: {} };
    const schema = { schema: { properties: body } };
    const described = {
      paths: { '/manage/articles/{id}': { put: { requestBody: { content: { 'application/json': schema } } } } },
    };
    response.writeHead(isDescription ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isDescription ? described : { status: 'fail', reason: 'notFound', data: {} }));
  }).listen(29003, '127.0.0.1');
  await once(server, 'listening');
  const missing = await command(state, 'articles', 'get', '7', '--url', 'http://127.0.0.1:29003').closed;
  assert.deepEqual([missing.code, missing.lines], [3, ['404 notFound']]);
  const wrong = await command(state, 'articles', 'put', '7', '--titel', 'X', '--url', 'http://127.0.0.1:29003').closed;
  server.close();
  assert.deepEqual([wrong.code, wrong.lines], [2, ['there is no field "titel" here; did you mean "title"?']]);
});

test('what is being restored is not backed up', async () => {
  const state = join(folder, 'half');
  newState(state);
  const database = new DatabaseSync(databaseFile(state, databaseId()));
  database.exec('INSERT INTO restore_lock (id, started_at) VALUES (1, 0)');
  database.close();
  const copy = join(folder, 'copy');
  const { code, lines } = await command(state, 'backup', copy).closed;
  assert.equal(code, 2);
  assert.deepEqual(lines, ['a backup is being restored into this database', 'What it holds is not whole.']);
  assert.deepEqual(readdirSync(copy), []);
});

test('a restore says of how many days it cannot recognise past clicks, and gives their salts up', async () => {
  const [from, to, copy] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'salted')];
  newState(from);
  const database = new DatabaseSync(databaseFile(from, databaseId()));
  database.exec(
    `INSERT INTO import_salts (day, name, half, made_at) VALUES (unixepoch() / 86400, 'elsewhere', 'half', unixepoch())`,
  );
  database.close();
  assert.equal((await command(from, 'backup', copy).closed).code, 0);
  const { code, out, lines } = await command(to, 'restore', copy).closed;
  assert.equal(code, 0, lines.join('\n'));
  assert.match(out, /\nPast clicks of 1 UTC days count again if they are imported again: their salts are not here\.\n/);
  const restored = new DatabaseSync(databaseFile(to, databaseId()));
  assert.deepEqual(restored.prepare('SELECT * FROM import_salts').all(), []);
  restored.close();
});

test('a command says that another program has locked the database', async () => {
  const state = join(folder, 'locked');
  newState(state);
  const other = new DatabaseSync(databaseFile(state, databaseId()));
  other.exec('BEGIN EXCLUSIVE');
  const { code, lines } = await command(state, 'key', 'list').closed;
  other.close();
  assert.equal(code, 1);
  assert.equal(lines.length, 2, lines.join('\n'));
  assert.match(lines[0] ?? '', /^Another program has locked the database/);
});
