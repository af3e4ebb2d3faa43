import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Progress } from '../../src/node/queue/progress.ts';
import { isTrialDue, stepAfter } from '../../src/selfhost/copies/copy-times.ts';
import { ClockSteps } from '../../src/selfhost/keeper/clock-steps.ts';
import { keepTime } from '../../src/selfhost/keeper/cron-timer.ts';
import { boundLog } from '../../src/selfhost/keeper/launch.ts';
import { tour } from '../../src/selfhost/prime/keys.ts';
import { logOfRuntime } from '../../src/selfhost/runtime/runtime-log.ts';
import { NAVIGATION } from '../../src/web/shells/base/navigation.ts';

describe('crons', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('queues are woken twice a minute, but not while they are asked, until time is kept no longer', async () => {
    const answers: { resolve(): void; reject(error: Error): void }[] = [];
    const wake = () => new Promise<void>((resolve, reject) => answers.push({ resolve, reject }));
    const end = keepTime({ cron: async () => {}, wake, tellMachine: async () => {} });
    await vi.advanceTimersByTimeAsync(90_000);
    expect(answers).toHaveLength(1);
    answers[0]?.reject(new Error('the disk is full'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(answers).toHaveLength(2);
    answers[1]?.resolve();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(answers).toHaveLength(3);
    answers[2]?.resolve();
    end();
    await vi.advanceTimersByTimeAsync(90_000);
    expect(answers).toHaveLength(3);
  });
});

test('a clock that goes back by more than five seconds, at once or little by little, is noticed once', () => {
  const steps = new ClockSteps();
  const seen = [0, 0, 3600, 3598, 3594, 3594, -400 * 86_400, -400 * 86_400, 0].map((ahead, i) =>
    steps.setBack(Date.UTC(2031, 0, 1) + 1000 * (ahead + 2 * i), 2000 * i),
  );
  expect(seen).toEqual([0, 0, 0, 0, 6000, 0, 1000 * (3594 + 400 * 86_400), 0, 0]);
});

describe('log', () => {
  test('a log that nobody reads is cut, and says by how much once it is read', async () => {
    const taken: string[] = [];
    let read = () => {};
    const stream = new Writable({
      decodeStrings: false,
      write(chunk, _, done) {
        taken.push(String(chunk));
        read = done;
      },
    });
    boundLog([stream as unknown as NodeJS.WriteStream]);
    const line = `${'x'.repeat(1023)}\n`;
    for (let i = 0; i < 2000; i++) stream.write(line);
    expect(stream.writableLength).toBeLessThanOrEqual(2 ** 20 + 2048);
    for (let before = -1; before < taken.length; await new Promise(setImmediate)) {
      before = taken.length;
      read();
    }
    const kept = taken.length;
    stream.write('later\n');
    read();
    await new Promise(setImmediate);
    const [cut] = taken.slice(kept);
    expect(JSON.parse(cut ?? '')).toMatchObject({ event: 'logCut', lines: 2000 - kept });
  });
});

describe('copy times', () => {
  const at = (time: string) => Date.parse(`2026-01-${time}Z`);

  describe('a trial is due', () => {
    test.each<[string | null, string, boolean]>([
      [null, '10T12:00:00', true],
      ['10T12:00:00', '11T03:29:59', false],
      ['10T12:00:00', '11T03:30:00', true],
      ['11T03:30:20', '11T23:59:59', false],
      ['11T03:30:20', '12T03:30:00', true],
      ['11T00:10:00', '11T03:31:00', true],
      ['01T12:00:00', '11T12:00:00', true],
    ])('after %s at %s: %s', (last, now, isDue) =>
      expect(isTrialDue(last === null ? null : at(last), at(now))).toBe(isDue),
    );
  });

  test('steps begin at their times, and at most a fourth of the time is spent on them', () => {
    expect(stepAfter(200, 30_000)).toBe(29_800);
    expect(stepAfter(20_000, 30_000)).toBe(60_000);
  });
});

describe('progress', () => {
  const SECOND = 1000;
  const NOW = Date.UTC(2026, 0, 1);

  /** Notes how many wait, a second apart, up to now. */
  function progressOf(...waiting: number[]): Progress {
    const progress = new Progress();
    for (const [i, count] of waiting.entries()) progress.note(count, NOW - (waiting.length - 1 - i) * SECOND);
    return progress;
  }

  test.each([
    { what: 'nothing waits', seen: [], waiting: 0, left: 0 },
    { what: 'nothing is known yet', seen: [500], waiting: 500, left: null },
    { what: 'a hundred a second are counted', seen: [1000, 900, 800], waiting: 800, left: 8 },
    { what: 'they do not become fewer', seen: [800, 800, 800], waiting: 800, left: null },
    { what: 'they become more', seen: [800, 850, 900], waiting: 900, left: null },
  ])('$what', ({ seen, waiting, left }) => {
    expect(progressOf(...seen).secondsLeft(waiting, NOW)).toBe(left);
  });

  test('what was more than a minute ago says nothing', () => {
    expect(progressOf(1000, 900).secondsLeft(900, NOW + 62 * SECOND)).toBeNull();
  });

  test('of minutes of work only the last one counts', () => {
    const progress = new Progress();
    // A thousand a second at first, one a second at last.
    for (let i = 0; i <= 120; i++) progress.note(i <= 60 ? 100_000 - 1000 * i : 40_000 - (i - 60), NOW + i * SECOND);
    expect(progress.secondsLeft(39_940, NOW + 120 * SECOND)).toBeCloseTo(39_940, -3);
  });
});

describe('runtime log', () => {
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
    const line = (reason: string) =>
      JSON.stringify({ event: 'runtimeFailed', at: new Date(now).toISOString(), reason });
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
});

describe('tour', () => {
  const KEYS = { secret: 'ngs_s', publishable: 'ngp_p', operator: 'ngo_o' };

  test.each([[KEYS], [null]])('the addresses of all pages come first, with keys or without', (keys) => {
    const addresses = tour('http://localhost:8787', keys).match(/http:\/\/localhost:8787\S*/g) ?? [];
    expect(addresses.slice(0, NAVIGATION.length)).toEqual(NAVIGATION.map(({ path }) => `http://localhost:8787${path}`));
  });
});
