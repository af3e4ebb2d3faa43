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
const TIME = env.RUNS ? 7_200_000 : 3_000;
/** Histories between two words on how far a long run has come. */
const REPORTED = 50;
/** Real milliseconds that alarms get, after which everything must be as the book says. */
const PATIENCE = 2000;

/** Lives through random histories; `part` makes each file's others. */
export function liveThroughHistories(part: number): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    // A publication that fails on purpose is reported on the console.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    standBetween();
  });

  test(
    'whatever happens on the way, every aggregate, counter and ranking is what the accepted clicks say',
    async () => {
      const world = new World(Date.now(), rebuiltNow);
      let lived = 0;
      const started = performance.now();
      const property = fc.asyncProperty(history, async (history) => {
        // One history is lived through however slow the machine is.
        if (lived > 0 && performance.now() - started > TIME) return;
        await world.live(history);
        await eventually(
          world,
          () => stored(world.hour),
          () => written(world),
        );
        lived++;
        if (env.RUNS && lived % REPORTED === 0)
          console.log(`${lived} of ${RUNS} histories, seed ${seed} + ${part}: ${JSON.stringify(world.tally)}`);
      });
      const which = env.REPLAY ? { path: env.REPLAY, numRuns: 1 } : {};
      const options = { seed: seed + part, numRuns: RUNS, endOnFailure: true, ...which };
      await fc.assert(property, options);
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`${lived} histories, seed ${seed} + ${part}, ${seconds} s: ${JSON.stringify(world.tally)}`);
      console.log(
        `rebuilt at ${world.tally.rebuilt} random moments, each time equal to the living state and to the book`,
      );
      expect(lived).toBeGreaterThan(0);
      // Ten thousand steps have some three hundred of them.
      if (lived >= 1000) expect(world.tally.rebuilt).toBeGreaterThanOrEqual(200 / FILES);
    },
    TIME + 60_000,
  );
}

/** What the book says now. */
const written = async (world: World) =>
  // The shares are read last: the first publication of an hour makes them.
  expected(world.book, world.now, await sharesAt(world.hour), world.dayShares);

/** In the middle of a history: what lives is what the book says, and what a rebuild makes of the aggregates alone. */
async function rebuiltNow(world: World): Promise<void> {
  const windows = async () => (await stored(world.hour)).windows;
  const living = await eventually(world, windows, async () => (await written(world)).windows);
  await world.rebuild();
  expect(await windows()).toEqual(living);
}

/** Nothing but alarms happens any more, until what is read is what it should be. */
async function eventually<T>(world: World, read: () => Promise<T>, should: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + PATIENCE; ; await scheduler.wait(10)) {
    await world.alarms();
    const is = await read();
    const must = await should();
    if (performance.now() > end || isDeepStrictEqual(is, must)) {
      expect(is).toEqual(must);
      return is;
    }
  }
}
