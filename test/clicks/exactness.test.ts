import { env } from 'cloudflare:test';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { seed } from '../search/seed.ts';
import { standBetween } from './exactness/faults.ts';
import { history } from './exactness/history.ts';
import { expected, sharesAt, stored } from './exactness/stored.ts';
import { World } from './exactness/world.ts';

const RUNS = Number(env.RUNS || 300);
/** Real milliseconds that the objects' own timers get, after which everything must be as the book says. */
const PATIENCE = 2000;

beforeAll(() => {
  const { setTimeout } = globalThis;
  vi.useFakeTimers({ toFake: ['Date'] });
  // The objects' seconds are milliseconds here.
  vi.stubGlobal('setTimeout', (call: () => void, delay = 0) => setTimeout(call, delay / 1000));
  // A publication that fails on purpose is told on the console.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  standBetween();
});

test('whatever happens on the way, every aggregate, counter and ranking is what the accepted clicks say', async () => {
  const world = new World(Date.now());
  const property = fc.asyncProperty(history, async (history) => {
    await world.live(history);
    await eventually(world);
  });
  const started = performance.now();
  await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: true });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${RUNS} histories, seed ${seed}, ${seconds} s: ${JSON.stringify(world.tally)}`);
}, 3_600_000);

/** Nothing but alarms and the objects' timers happens any more. */
async function eventually(world: World): Promise<void> {
  for (const end = performance.now() + PATIENCE; ; await scheduler.wait(10)) {
    await world.alarms();
    const is = await stored(world.hour);
    // Not before: the first publication of an hour makes its shares.
    const must = expected(world.book, world.now, await sharesAt(world.hour), world.dayShares);
    if (performance.now() > end || isDeepStrictEqual(is, must)) {
      expect(is).toEqual(must);
      return;
    }
  }
}
