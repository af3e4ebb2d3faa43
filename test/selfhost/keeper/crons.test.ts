import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTime } from '../../../src/selfhost/keeper/crons.ts';

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
