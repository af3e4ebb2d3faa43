import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask } from '../support/index.ts';

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  for (const method of ['log', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((line) => lines.push(line));
});
afterEach(() => vi.restoreAllMocks());

const logged = () => lines.map((line) => JSON.parse(line)).filter(({ route }) => route === '/health/live');

test('a request that takes two seconds is logged as slow once', async () => {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValueOnce(now - 2000);
  await ask('/health/live');
  expect(logged()).toMatchObject([{ event: 'requestSlow', status: 200 }]);
});

test('a client cannot add a waiting time to the log', async () => {
  await ask('/health/live', { headers: { 'X-Newsgauge-Waited': '5000' } });
  expect(logged().filter((line) => line.event === 'requestSlow' || 'waited' in line)).toEqual([]);
});
