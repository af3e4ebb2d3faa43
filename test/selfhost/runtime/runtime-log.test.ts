import { beforeEach, expect, test } from 'vitest';
import { logOfRuntime } from '../../../src/selfhost/runtime/runtime-log.ts';

const STACK =
  'stack: /opt/workerd@3bd3cfb /opt/workerd@3be3ce5; sentryErrorContext = jsgInternalError; wdErrId = ih74g2';
const FULL = `e = workerd/util/sqlite.c++:1757: failed: SQLite failed; dbErrorMessage(err, db) = database or disk is full: SQLITE_FULL\n${STACK}`;

let printed: [stream: 'out' | 'err', line: string][] = [];
let now = 0;
let log = logOfRuntime();
beforeEach(() => {
  printed = [];
  now = Date.UTC(2026, 10, 22);
  log = logOfRuntime(
    (line) => printed.push(['out', line]),
    (line) => printed.push(['err', line]),
    () => now,
  );
});
const error = (message: string) => log({ level: 'error', message });

test('what the Worker logs is passed on as it is', () => {
  log({ level: 'info', message: '{"event":"cron"}' });
  error('{"event":"requestFailed","reason":"Error: internal error"}');
  expect(printed).toEqual([
    ['out', '{"event":"cron"}'],
    ['err', '{"event":"requestFailed","reason":"Error: internal error"}'],
  ]);
});

test('what workerd says of itself becomes one line of words a minute for each reason', () => {
  for (let i = 0; i < 500; i++) error(FULL);
  error(FULL.replace('database or disk is full: SQLITE_FULL', 'database is locked: SQLITE_BUSY'));
  const line = (reason: string) => JSON.stringify({ event: 'runtimeFailed', at: new Date(now).toISOString(), reason });
  expect(printed).toEqual([
    ['err', line('database or disk is full: SQLITE_FULL')],
    ['err', line('database is locked: SQLITE_BUSY')],
  ]);
  now += 60_000;
  error(FULL);
  expect(printed).toHaveLength(3);
});

test.each([
  ['NOSENTRY output lock broke; actorId = 443b; description = broken', 'output lock broke'],
  [`NOSENTRY gate; jsg.Error: database or disk is full: SQLITE_FULL`, 'database or disk is full: SQLITE_FULL'],
  [
    `exception = workerd/util/sqlite.c++:910: failed: dbErrorMessage(prepareResult, db) = disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_SHMSIZE)\n${STACK}`,
    'disk I/O error: SQLITE_IOERR',
  ],
])('%s', (message, reason) => {
  error(message);
  expect(JSON.parse(printed[0]?.[1] ?? '{}')).toMatchObject({ event: 'runtimeFailed', reason });
});
