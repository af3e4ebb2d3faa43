import { env } from 'cloudflare:test';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { seed } from '../../search/seed.ts';
import { standBetween } from './faults.ts';
import { history } from './history.ts';
import { expected, sharesAt, stored } from './stored.ts';
import { World } from './world.ts';

/** Histories of a file, as many as there is time for; with `RUNS=…` its part of so many, however long it takes. */
const FILES = 2;
const RUNS = env.RUNS ? Math.ceil(Number(env.RUNS) / FILES) : 1000;
const TIME = env.RUNS ? 7_200_000 : 6_000;
/** Histories between two words on how far a long run has come. */
const REPORTED = 50;
/** Real milliseconds that alarms get, after which everything must be as the book says. */
const PATIENCE = 2000;

/** Lives through random histories; `part` makes each file's others. */
export function liveThroughHistories(part: number): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    // A publication that fails on purpose is told on the console.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    standBetween();
  });

  test(
    'whatever happens on the way, every aggregate, counter and ranking is what the accepted clicks say',
    async () => {
      const world = new World(Date.now());
      let lived = 0;
      const property = fc.asyncProperty(history, async (history) => {
        await world.live(history);
        await eventually(world);
        lived++;
        if (lived % REBUILT === 0) await rebuilt(world);
        if (env.RUNS && lived % REPORTED === 0) console.log(`${lived} of ${RUNS} histories, seed ${seed} + ${part}`);
      });
      const started = performance.now();
      const options = { seed: seed + part, numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: TIME };
      await fc.assert(property, options);
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`${lived} histories, seed ${seed} + ${part}, ${seconds} s: ${JSON.stringify(world.tally)}`);
      expect(lived).toBeGreaterThan(0);
    },
    TIME + 60_000,
  );
}

/** After every so many histories all is computed once more from the aggregates, and must be what it was. */
const REBUILT = 4;

async function rebuilt(world: World): Promise<void> {
  const before = await stored(world.hour);
  await world.rebuild();
  expect(await stored(world.hour)).toEqual(before);
}

/** Nothing but alarms happens any more. */
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
