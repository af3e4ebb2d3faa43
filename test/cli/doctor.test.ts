import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { examine } from '../../src/cli/doctor.ts';
import { filesOf } from '../../src/node/state/files.ts';
import { beginRestore } from '../../src/node/state/folder.ts';
import { migrateFile } from '../../src/node/state/migrate.ts';
import { freePort } from '../support/servers/free-port.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-doctor-'));
let [state, number] = ['', 0];
beforeEach(async () => {
  number++;
  state = join(folder, String(number));
  vi.stubEnv('STATE_DIR', state);
  vi.stubEnv('PORT', String(await freePort()));
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.exitCode = 0;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function found(): Promise<{ wrong: string[]; all: string[]; code: unknown }> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await examine({});
  const all = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  return { wrong: all.filter((line) => line.startsWith('WRONG')), all, code: process.exitCode };
}

test.each([
  ['no state folder', () => {}],
  ['an empty state folder', () => mkdirSync(state)],
  ['an existing state', () => migrateFile(filesOf(state).database)],
])('doctor reports no problems with %s', async (_, make) => {
  make();
  const { wrong, all, code } = await found();
  expect([wrong, code]).toEqual([[], 0]);
  expect(all.join('\n')).toMatch(
    /^ok +machine +Node \d+\.\d+\.\d+ on .*\. newsgauge needs Node \^22\.19\.0 \|\| >=24\.0\.0\.$/m,
  );
  expect(all.at(-1)).toBe('No problems found.');
});

test.each([
  [
    'a file in place of the state folder',
    () => writeFileSync(state, ''),
    /is a file, not a folder\. Set STATE_DIR to a folder\.$/,
  ],
  [
    'the state of an earlier version',
    () => mkdirSync(join(state, 'v3'), { recursive: true }),
    /the state of an earlier version/,
  ],
  [
    'an interrupted restore',
    () => {
      migrateFile(filesOf(state).database);
      beginRestore(state);
    },
    /was interrupted/,
  ],
  [
    'a truncated database',
    () => {
      migrateFile(filesOf(state).database);
      truncateSync(filesOf(state).database, 5000);
    },
    /is damaged/,
  ],
  [
    'a missing database',
    () => {
      mkdirSync(state);
      writeFileSync(filesOf(state).queues, '');
    },
    /its database is missing/,
  ],
])('doctor reports %s', async (_, make, words) => {
  make();
  const { wrong, code } = await found();
  expect(wrong).toEqual([expect.stringMatching(words)]);
  expect(code).toBe(1);
});

test('doctor reports a state folder below a file', async () => {
  writeFileSync(state, '');
  vi.stubEnv('STATE_DIR', join(state, 'below'));
  const { wrong } = await found();
  expect(wrong).toEqual([expect.stringMatching(/is a file/)]);
});

test('doctor reports a port in use', async () => {
  const other = createServer().listen(Number(process.env.PORT), '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { wrong, code } = await found();
  other.close();
  expect(wrong).toEqual([expect.stringMatching(/Cannot listen on .*EADDRINUSE/)]);
  expect(code).toBe(1);
});
