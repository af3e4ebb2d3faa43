/**
 * Runs commands on a local state that is in use, locked or half restored. Each prints two lines and leaves no process
 * behind.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { builtProgram, bundleFiles } from '../../../src/command/bundle.js';
import { ROOT } from '../../../src/command/paths.ts';
import { filesOf } from '../../../src/node/state/files.ts';
import { openState } from '../../../src/node/state/folder.ts';
import { takeLock } from '../../../src/node/state/lock.ts';
import { newState } from '../../support/built.ts';
import { ended, killAll, type Process, stillRunning, treeOf } from '../../support/processes.ts';

/** Maximum time until the processes of a killed command end, in milliseconds. */
const STOP = 60_000;
const PATIENCE = 240_000;

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-commands-'));
const all: Process[] = [];
after(() => {
  killAll(stillRunning(all));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const backup = join(folder, 'backup');
before(async () => {
  newState(join(folder, 'origin'));
  const { code, lines } = await command(join(folder, 'origin'), 'backup', backup).closed;
  assert.equal(code, 0, lines.join('\n'));
});

function command(state: string, ...args: string[]) {
  const child = spawn(process.execPath, ['src/cli/newsgauge.js', ...args], {
    cwd: ROOT,
    env: { ...process.env, STATE_DIR: state, PORT: '23871' },
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

test('commands of a clone run its compiled code if the source code has not changed', async () => {
  const { program } = await bundleFiles();
  assert.equal(builtProgram(), program);
  const coverage = join(folder, 'coverage');
  const env = { ...process.env, NODE_V8_COVERAGE: coverage };
  await once(spawn(process.execPath, ['src/cli/newsgauge.js', 'help'], { cwd: ROOT, env, stdio: 'ignore' }), 'close');
  const loaded = readdirSync(coverage).map((name) => readFileSync(join(coverage, name), 'utf8'));
  assert.ok(loaded.some((text) => text.includes(pathToFileURL(program).href)));
});

test('restore and reindex are rejected while a server is running, and the error names its URL', async () => {
  const state = join(folder, 'running');
  newState(state);
  const lock = takeLock(state);
  lock.write({ pid: 4711, url: 'http://localhost:8787', token: 'secret' }, {});
  for (const words of [['restore', backup, '--force'], ['reindex']]) {
    const { code, lines } = await command(state, ...words).closed;
    assert.equal(code, 2, words[0]);
    assert.equal(lines.length, 2, lines.join('\n'));
    assert.match(lines[0] ?? '', /is in use by process 4711 on http:\/\/localhost:8787/);
  }
  lock.release();
  assert.equal((await command(state, 'reindex').closed).out, 'The index contains 0 articles.\n');
});

test('a command on a database that another program has locked says so', async () => {
  const state = join(folder, 'locked');
  mkdirSync(state);
  const database = new DatabaseSync(filesOf(state).database);
  database.exec('CREATE TABLE notes (id); BEGIN EXCLUSIVE');
  const { code, lines } = await command(state, 'reindex').closed;
  assert.equal(code, 2);
  assert.deepEqual(lines, [
    `The database in ${state} is locked by another program.`,
    'Close that program, then run the command again.',
  ]);
  database.close();
});

test('a killed restore leaves no process, and its state folder is not treated as new', async () => {
  const state = join(folder, 'killed');
  mkdirSync(state);
  // The restore command can read the database and waits for the lock on it to write.
  const database = new DatabaseSync(filesOf(state).database);
  database.exec('BEGIN IMMEDIATE');
  const { child, closed } = command(state, 'restore', backup);
  const isRestoring = () => existsSync(join(state, 'restoring'));
  for (const end = Date.now() + PATIENCE; !isRestoring(); await sleep(20)) assert.ok(Date.now() < end);
  const processes = treeOf(child.pid ?? 0);
  all.push(...processes);
  child.kill('SIGKILL');
  assert.notEqual(await ended(processes, STOP), null);
  await closed;
  database.close();
  assert.throws(() => openState(state), /A restore into \S+killed was interrupted/);
});

describe('an incomplete backup is rejected without leaving a state', () => {
  interface Manifest {
    migrations: string[];
    tables: Record<string, object>;
  }
  const without = (name: string, { tables: { [name]: _, ...tables }, ...rest }: Manifest) => ({ ...rest, tables });
  const cases: [what: string, damage: (text: string, copy: string) => string, words: RegExp][] = [
    ['a table is left out', (text) => JSON.stringify(without('articles', JSON.parse(text))), /does not list articles$/],
    ['its manifest is cut off', (text) => text.slice(0, 300), /manifest\.json is truncated or not valid JSON$/],
    [
      'a table has the name of another place',
      (text) => text.replace('"articles": {', '"../articles": {'),
      /manifest\.json: .*Invalid key in record/,
    ],
    [
      'a table is not known',
      (text, copy) => {
        cpSync(join(copy, 'articles.ndjson'), join(copy, 'stranger.ndjson'));
        const manifest = JSON.parse(text) as Manifest;
        return JSON.stringify({ ...manifest, tables: { ...manifest.tables, stranger: manifest.tables.articles } });
      },
      /unknown to this version: stranger$/,
    ],
    [
      'it was made by another version',
      (text) => text.replace('"migrations": [', '"migrations": ["9999_future.sql", '),
      /another version of newsgauge with unknown migrations: 9999_future\.sql$/,
    ],
  ];
  for (const [what, damage, words] of cases)
    test(what, async () => {
      const [copy, state] = [join(folder, `damaged ${what}`), join(folder, `refused ${what}`)];
      cpSync(backup, copy, { recursive: true });
      const file = join(copy, 'manifest.json');
      writeFileSync(file, damage(readFileSync(file, 'utf8'), copy));
      const { code, lines } = await command(state, 'restore', copy).closed;
      assert.equal(code, 2, lines.join('\n'));
      assert.match(lines[0] ?? '', words);
      assert.ok(!lines.some((line) => /^\s+at /.test(line)), lines.join('\n'));
      assert.equal(existsSync(state), false);
    });
});

test('a restore into a non-empty state is rejected, and a restore test leaves nothing behind', async () => {
  const state = join(folder, 'full');
  newState(state);
  const key = await command(state, 'keys', 'create', '--kind', 'secret', '--name', 'kept').closed;
  assert.equal(key.code, 0, key.lines.join('\n'));
  const { code, lines } = await command(state, 'restore', backup).closed;
  assert.deepEqual(
    [code, lines],
    [2, ['the database is not empty: 1 api_keys, 1 audit', 'To replace it, use --force.']],
  );
  const list = await command(state, 'keys', 'list').closed;
  assert.match(list.out, /kept/);
  const trial = await command(state, 'restore', backup, '--try').closed;
  assert.equal(trial.code, 0, trial.lines.join('\n'));
  assert.match(trial.out, /This was a test/);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('.trial')),
    [],
  );
});

test('every command rejects a state from another version with two lines of advice', async () => {
  const state = join(folder, 'other');
  newState(state);
  const database = new DatabaseSync(filesOf(state).database);
  database.exec(`UPDATE d1_migrations SET name = '9999_future.sql' WHERE id = 1;
    ALTER TABLE api_keys RENAME COLUMN name TO title; ALTER TABLE articles RENAME TO texts`);
  database.close();
  const commands = [
    ['keys', 'list'],
    ['reindex'],
    ['backup', join(folder, 'of other')],
    ['restore', backup],
    ['start'],
  ];
  for (const words of commands) {
    const { code, lines } = await command(state, ...words).closed;
    assert.notEqual(code, 0, words[0]);
    assert.equal(lines.length, 2, `${words[0]}: ${lines.join('\n')}`);
    assert.match(lines[0] ?? '', /was made by another version of newsgauge with unknown migrations: 9999_future\.sql/);
    assert.match(lines[1] ?? '', /^Export its content with that version .*, and import it here /);
  }
});

test('a command reports that it waits for a starting server', async () => {
  const state = join(folder, 'starting');
  newState(state);
  const lock = takeLock(state);
  const { child, closed } = command(state, 'keys', 'list');
  const [said] = (await once(child.stderr, 'data')) as [Buffer];
  assert.match(String(said), /^Waiting until the server that uses \S+starting has started\n$/);
  lock.write({ pid: process.pid, url: 'http://localhost:29001', token: 'secret' }, {});
  assert.equal((await closed).code, 0);
  lock.release();
});

test('a state that is being restored cannot be backed up', async () => {
  const state = join(folder, 'half');
  newState(state);
  const database = new DatabaseSync(filesOf(state).database);
  database.exec('INSERT INTO restore_lock (id, started_at) VALUES (1, 0)');
  database.close();
  const copy = join(folder, 'copy');
  const { code, lines } = await command(state, 'backup', copy).closed;
  assert.equal(code, 2);
  assert.deepEqual(lines, ['a backup is being restored into this database', 'The backup is incomplete.']);
  assert.deepEqual(readdirSync(copy), []);
});

test('a restore reports the number of days whose past clicks cannot be recognized, and drops their salts', async () => {
  const [from, to, copy] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'salted')];
  newState(from);
  const database = new DatabaseSync(filesOf(from).database);
  database.exec(
    `INSERT INTO import_salts (day, name, half, made_at) VALUES (unixepoch() / 86400, 'elsewhere', 'half', unixepoch())`,
  );
  database.close();
  assert.equal((await command(from, 'backup', copy).closed).code, 0);
  const { code, out, lines } = await command(to, 'restore', copy).closed;
  assert.equal(code, 0, lines.join('\n'));
  assert.match(
    out,
    /\nThe salts of 1 UTC days were not restored, so clicks of those days would count twice if you imported them again\.\n/,
  );
  const restored = new DatabaseSync(filesOf(to).database);
  assert.deepEqual(restored.prepare('SELECT * FROM import_salts').all(), []);
  restored.close();
});

test('a command reports a database locked by another program', async () => {
  const state = join(folder, 'locked');
  newState(state);
  const other = new DatabaseSync(filesOf(state).database);
  other.exec('BEGIN EXCLUSIVE');
  const { code, lines } = await command(state, 'keys', 'create', '--kind', 'secret', '--name', 'one').closed;
  other.close();
  assert.equal(code, 1);
  assert.equal(lines.length, 2, lines.join('\n'));
  assert.match(lines[0] ?? '', /^Another program has locked the database/);
});
