import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { BeaconTurns, isBeacon } from '../../../src/node/http/beacon-turns.ts';

/** Starts `count` beacons of `address`. They run until `end` is called. */
function start(turns: BeaconTurns, count: number, address: string) {
  const ends: (() => void)[] = [];
  const begun = { count: 0, end: () => ends.splice(0).forEach((end) => void end()) };
  const results = Array.from({ length: count }, () =>
    turns.run(address, async () => {
      begun.count += 1;
      await new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  return { begun, results };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('32 beacons run at a time, and the others follow in their order', async () => {
  const turns = new BeaconTurns();
  const first = start(turns, 40, '192.0.2.1');
  const second = start(turns, 24, '198.51.100.1');
  await settled();
  expect([first.begun.count, second.begun.count]).toEqual([32, 0]);
  first.begun.end();
  await settled();
  expect([first.begun.count, second.begun.count]).toEqual([40, 24]);
  first.begun.end();
  second.begun.end();
  expect(new Set(await Promise.all([...first.results, ...second.results]))).toEqual(new Set([true]));
});

test('one network has at most half of the 1,024 places for waiting beacons', async () => {
  const turns = new BeaconTurns();
  start(turns, 32, '192.0.2.1');
  const flood = start(turns, 513, '203.0.113.9');
  expect(await flood.results[512]).toBe(false);
  const others = Array.from({ length: 512 }, (_, i) => start(turns, 1, `10.${i >> 8}.${i & 255}.1`));
  const late = start(turns, 1, '198.51.100.1');
  expect(await late.results[0]).toBe(false);
  await settled();
  expect(others.map(({ begun }) => begun.count)).toEqual(others.map(() => 0));
});

test('a beacon that fails gives its turn to the next', async () => {
  const turns = new BeaconTurns();
  const failing = Array.from({ length: 32 }, () => turns.run('192.0.2.1', () => Promise.reject(new Error('broken'))));
  const next = start(turns, 1, '192.0.2.2');
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(failing.map(() => 'rejected'));
  await settled();
  expect(next.begun.count).toBe(1);
});

test.each([
  ['POST', '/clicks', true],
  ['POST', '/views?a=1', true],
  ['GET', '/clicks', false],
  ['POST', '/manage/articles', false],
])('%s %s is a beacon: %s', (method, url, expected) => {
  expect(isBeacon({ method, url } as IncomingMessage)).toBe(expected);
});
