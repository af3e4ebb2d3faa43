import { expect, test, vi } from 'vitest';
import { Overload } from '../../src/admission/overload.ts';
import { Slots } from '../../src/http/permits.ts';

/** Starts `count` requests and ends the admitted ones `took` milliseconds later on a simulated clock. */
async function burst(
  overload: Overload,
  count: number,
  took: number,
  at: number,
): Promise<{ done: number; refused: number }> {
  let now = at;
  const ended = Promise.withResolvers<void>();
  const answers = Array.from({ length: count }, () =>
    overload.admit(
      () => ended.promise,
      () => now,
    ),
  );
  now += took;
  ended.resolve();
  const results = await Promise.allSettled(answers);
  return {
    done: results.filter(({ status }) => status === 'fulfilled').length,
    refused: results.filter(({ status }) => status === 'rejected').length,
  };
}

test('requests beyond an isolate’s capacity are rejected at once', async () => {
  const lines = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const overload = new Overload();
  const first = await burst(overload, 500, 100, 0);
  expect(first).toEqual({ done: 128, refused: 372 });
  expect(lines.mock.calls.length).toBe(1);
  expect(JSON.parse(String(lines.mock.calls[0]?.[0]))).toMatchObject({ event: 'overloaded', level: 'warn' });
  vi.restoreAllMocks();
});

test('fast responses raise the concurrency limit and slow ones lower it, within bounds', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const overload = new Overload();
  for (let i = 0; i < 2000; i++) await burst(overload, overload.most + 1, 100, i * 1000);
  expect(overload.most).toBe(512);
  for (let i = 0; i < 50; i++) await burst(overload, 600, 3000, 10_000_000 + i * 10_000);
  expect(overload.most).toBe(16);
  vi.restoreAllMocks();
});

test('an idle isolate does not raise its limit', async () => {
  const overload = new Overload();
  for (let i = 0; i < 1000; i++) await burst(overload, 3, 10, i * 1000);
  expect(overload.most).toBe(128);
});

test('one address gets at most half of the permits', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const overload = new Overload();
  const opened = Promise.withResolvers<void>();
  const ask = (from: string) =>
    overload.admit(
      () => opened.promise,
      () => 0,
      from,
    );
  const flood = Array.from({ length: 200 }, () => ask('192.0.2.1'));
  const others = Array.from({ length: 64 }, (_, i) => ask(`198.51.100.${i}`));
  opened.resolve();
  const done = async (list: Promise<void>[]) =>
    (await Promise.allSettled(list)).filter(({ status }) => status === 'fulfilled').length;
  expect([await done(flood), await done(others)]).toEqual([64, 64]);
  await expect(ask('192.0.2.1')).resolves.toBeUndefined();
  vi.restoreAllMocks();
});

test('a waiting request holds no permit and does not lower the limit', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const overload = new Overload();
  let now = 1_000_000;
  const clock = () => now;
  const turn = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 500 }, () =>
    overload.admit(async (place) => {
      place.leave();
      await turn.promise;
      place.back();
    }, clock),
  );
  now += 2000;
  expect((await burst(overload, 128, 100, now)).done).toBe(128);
  turn.resolve();
  await Promise.all(waiting);
  expect(overload.most).toBeGreaterThanOrEqual(128);
  expect((await burst(overload, 128, 100, now)).done).toBe(128);
  const most = overload.most;
  await overload.admit(async () => {
    now += 2000;
  }, clock);
  expect(overload.most).toBeLessThan(most);
  vi.restoreAllMocks();
});

test('unreleased permits do not accumulate names in memory', () => {
  const slots = new Slots();
  const held = slots.take('held', 1, 90_000);
  for (let i = 0; i < 100_000; i++) slots.take(`reader ${i}`, 1, i);
  expect(slots.names).toBeLessThan(25_000);
  expect(slots.take('held', 1, 99_999)).toBeNull();
  expect(slots.take('reader 99000', 1, 99_999)).toBeNull();
  if (held) slots.release(held);
  expect(slots.take('held', 1, 99_999)).not.toBeNull();
});

test('an unreleased permit expires after ten seconds', () => {
  const slots = new Slots();
  const taken = slots.take('a', 1, 0);
  expect(taken).not.toBeNull();
  expect(slots.take('a', 1, 9999)).toBeNull();
  expect(slots.take('b', 1, 9999)).not.toBeNull();
  const next = slots.take('a', 1, 10_000);
  expect(next).not.toBeNull();
  // A permit that is released late must not free another request's permit.
  if (taken) slots.release(taken);
  expect(slots.take('a', 1, 10_001)).toBeNull();
});
