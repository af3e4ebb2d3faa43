import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask } from '../support/index.ts';

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, 'warn').mockImplementation((line) => lines.push(line));
});
afterEach(() => vi.restoreAllMocks());

const slow = async (waited: string, cf?: object) => {
  await ask('/health/live', { headers: { 'X-Newsgauge-Waited': waited }, ...(cf ? { cf } : {}) } as RequestInit);
  return lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'requestSlow');
};

test('a request that waited two seconds before it reached the Worker is logged once with its waiting time', async () => {
  expect(await slow('2100')).toMatchObject([{ route: '/health/live', status: 200, waited: 2100 }]);
});

test.each(['1900', '-5000', 'long', 'Infinity'])('a reported waiting time of %s is not logged', async (waited) => {
  expect(await slow(waited)).toEqual([]);
});

test('a waiting time from the client is ignored behind the edge', async () => {
  expect(await slow('5000', { colo: 'LHR' })).toEqual([]);
});
