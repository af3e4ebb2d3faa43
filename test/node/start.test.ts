import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { boundLog } from '../../src/node/bound-log.ts';
import { Progress } from '../../src/node/queue/progress.ts';
import { FIRST_KEYS } from '../../src/node/state/files.ts';
import { ProgressLine, showTour } from '../../src/node/supervisor/terminal.ts';
import { NAVIGATION } from '../../src/web/shells/base/site-pages.ts';

describe('output in a terminal', () => {
  const KEYS = { secret: 'ngs_s', publishable: 'ngp_p', operator: 'ngo_o' };
  const isTerminal = process.stdout.isTTY;
  let folder = '';
  let said = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'newsgauge-tour-'));
    said = '';
    vi.spyOn(console, 'log').mockImplementation((line) => {
      said += `${line}\n`;
    });
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      said += text;
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    process.stdout.isTTY = isTerminal;
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([true, false])('the start output lists the URLs of all pages first (terminal: %s)', (isTTY) => {
    process.stdout.isTTY = isTTY;
    for (const keys of [KEYS, null]) {
      said = '';
      showTour(folder, 'http://localhost:8787', keys);
      const addresses = said.match(/http:\/\/localhost:8787\S*/g) ?? [];
      expect(addresses.slice(0, NAVIGATION.length)).toEqual(
        NAVIGATION.map(({ path }) => `http://localhost:8787${path}`),
      );
    }
  });

  test('on first start, a terminal shows the keys, while a log refers to a file that only its owner can read', () => {
    process.stdout.isTTY = true;
    showTour(folder, 'http://localhost:8787', KEYS);
    expect(said).toContain('ngo_o');
    said = '';
    process.stdout.isTTY = false;
    showTour(folder, 'http://localhost:8787', KEYS);
    expect(said).not.toMatch(/ng[spo]_/);
    const file = join(folder, FIRST_KEYS);
    expect(said).toContain(file);
    expect(readFileSync(file, 'utf8')).toContain('operator     ngo_o');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a terminal shows progress in one line that is updated in place', () => {
    process.stdout.isTTY = true;
    const line = new ProgressLine();
    for (const text of ['10 %', '20 %']) line.show(text);
    line.print('over');
    expect(said).toBe('\r\u001b[2K10 %\r\u001b[2K20 %\r\u001b[2Kover\n');
  });
});

test('unread output is truncated, and the loss is reported once the output is read', async () => {
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

describe('progress of a queue', () => {
  const SECOND = 1000;
  const NOW = Date.UTC(2026, 0, 1);

  /** Records queue lengths, one per second. The last one is for the current second. */
  function progressOf(...waiting: number[]): Progress {
    const progress = new Progress();
    for (const [i, count] of waiting.entries()) progress.note(count, NOW - (waiting.length - 1 - i) * SECOND);
    return progress;
  }

  test.each([
    { what: 'the queue is empty', seen: [], waiting: 0, left: 0 },
    { what: 'only one length is known', seen: [500], waiting: 500, left: null },
    { what: 'a hundred messages per second are processed', seen: [1000, 900, 800], waiting: 800, left: 8 },
    { what: 'the queue does not shrink', seen: [800, 800, 800], waiting: 800, left: null },
    { what: 'the queue grows', seen: [800, 850, 900], waiting: 900, left: null },
  ])('secondsLeft() returns the remaining time if $what', ({ seen, waiting, left }) => {
    expect(progressOf(...seen).secondsLeft(waiting, NOW)).toBe(left);
  });

  test('secondsLeft() ignores lengths older than a minute', () => {
    expect(progressOf(1000, 900).secondsLeft(900, NOW + 62 * SECOND)).toBeNull();
  });

  test('secondsLeft() uses only the last minute', () => {
    const progress = new Progress();
    // The queue shrinks by a thousand per second at first, and by one per second at the end.
    for (let i = 0; i <= 120; i++) progress.note(i <= 60 ? 100_000 - 1000 * i : 40_000 - (i - 60), NOW + i * SECOND);
    expect(progress.secondsLeft(39_940, NOW + 120 * SECOND)).toBeCloseTo(39_940, -3);
  });
});
