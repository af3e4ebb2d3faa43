import { expect, test } from 'vitest';
import { Tally } from '../../src/lib/tally.ts';

const written: unknown[] = [];
const write = async (counts: readonly unknown[]) => written.push(...counts);

test('what is counted is passed on once', async () => {
  const tally = new Tally<{ of: string }>();
  for (const of of ['a', 'b', 'a']) tally.add({ of });
  await tally.flush(write);
  await tally.flush(write);
  expect(written.splice(0)).toEqual([
    { of: 'a', count: 2 },
    { of: 'b', count: 1 },
  ]);
});

test('what could not be written is passed on again, with what came meanwhile', async () => {
  const tally = new Tally<{ of: string }>();
  tally.add({ of: 'a' });
  const failing = tally.flush(async () => {
    throw new Error('away');
  });
  tally.add({ of: 'a' });
  tally.add({ of: 'b' });
  await expect(failing).rejects.toThrow('away');
  await tally.flush(write);
  expect(written.splice(0)).toEqual([
    { of: 'a', count: 2 },
    { of: 'b', count: 1 },
  ]);
});

test('nothing is written where nothing was counted', async () => {
  let calls = 0;
  await new Tally().flush(async () => calls++);
  expect(calls).toBe(0);
});
