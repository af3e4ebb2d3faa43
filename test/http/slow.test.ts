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

test('a request that waited two seconds before the Worker is logged once, with how long', async () => {
  expect(await slow('2100')).toMatchObject([{ route: '/health/live', status: 200, waited: 2100 }]);
});

test.each(['1900', '-5000', 'long', 'Infinity'])('one that waited %s is not', async (waited) => {
  expect(await slow(waited)).toEqual([]);
});

test('where the edge stands before the Worker, nobody is believed', async () => {
  expect(await slow('5000', { colo: 'LHR' })).toEqual([]);
});
