import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, test } from 'vitest';
import { openFile } from '../../../src/node/d1/sqlite.ts';
import { MessageStore } from '../../../src/node/queue/message-store.ts';
import { filesOf } from '../../../src/node/state/files.ts';
import { filesWithLoss } from '../../../src/node/state/generations.ts';
import { migrateFile } from '../../../src/node/state/migrate.ts';
import { differenceOf } from '../../../src/node/upgrade/sample.ts';
import { accept, copyBefore, rollBack } from '../../../src/node/upgrade/state-before.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-before-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let state = '';
let number = 0;

function inDatabase<T>(use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(filesOf(state).database);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const add = (id: number) =>
  inDatabase((database) =>
    database.exec(
      `INSERT INTO topics (id, name, slug, description, category) VALUES (${id}, 'T${id}', 't${id}', '', 1)`,
    ),
  );
const topics = () =>
  inDatabase((database) =>
    database
      .prepare('SELECT id FROM topics WHERE id > 9000 ORDER BY id')
      .all()
      .map(({ id }) => Number(id)),
  );

beforeEach(() => {
  state = join(folder, String(number++));
  const { database, queues } = filesOf(state);
  migrateFile(database);
  const file = openFile(queues);
  new MessageStore(file, 'newsgauge-clicks');
  file.close();
  add(9001);
});

test('a rollback removes the changes of the new version, and a second one changes nothing', async () => {
  await copyBefore(state);
  add(9002);
  inDatabase((database) => database.exec("INSERT INTO d1_migrations (name) VALUES ('9000_later.sql')"));
  assert.equal(await rollBack(state), true);
  assert.deepEqual(topics(), [9001]);
  assert.equal(
    inDatabase((d) => d.prepare("SELECT count(*) AS n FROM d1_migrations WHERE name = '9000_later.sql'").get()?.n),
    0,
  );
  add(9003);
  assert.equal(await rollBack(state), false);
  assert.deepEqual(topics(), [9001, 9003]);
  const { database, queues } = filesOf(state);
  const [first, second] = [openFile(database), openFile(queues)];
  const lost = filesWithLoss({
    database: { file: database, database: first },
    queues: { file: queues, database: second },
  });
  first.close();
  second.close();
  assert.deepEqual(lost, []);
});

test('changes made after the new version has been accepted are not rolled back', async () => {
  await copyBefore(state);
  accept(state);
  add(9002);
  assert.equal(await rollBack(state), false);
  assert.deepEqual(topics(), [9001, 9002]);
});

test('a rollback completes even after an earlier one was interrupted', async () => {
  const copy = await copyBefore(state);
  add(9002);
  // Simulates a power loss while the database was being restored.
  for (const end of ['', '-wal', '-shm']) rmSync(`${filesOf(state).database}${end}`, { force: true });
  assert.equal(await rollBack(state), true);
  assert.deepEqual(topics(), [9001]);
  assert.match(copy, /before-upgrade/);
});

test('a version is rejected for different ids or a different status, but not for additional fields', () => {
  const answer = (body: object, status = 200) => [{ path: '/feed', status, body: JSON.stringify(body) }];
  const before = answer({ items: [{ id: '2' }, { id: '1' }] });
  assert.equal(differenceOf(before, answer({ items: [{ id: '2', more: true }, { id: '1' }], next: null })), null);
  assert.match(
    differenceOf(before, answer({ items: [{ id: '2' }] })) ?? '',
    /does not list the same items as before \(1 instead of 2\)/,
  );
  assert.match(
    differenceOf(before, answer({ items: [{ id: '1' }, { id: '2' }] })) ?? '',
    /does not list the same items/,
  );
  assert.match(
    differenceOf(before, answer({}, 503)) ?? '',
    /\/feed returned 503, but the previous version returned 200/,
  );
  assert.match(differenceOf(before, []) ?? '', /\/feed.* does not respond/);
  assert.match(differenceOf(answer({}, 503), answer({}, 503)) ?? '', /not ready/);
});
