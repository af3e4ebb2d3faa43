/** For tests of Node's own runner, as `size.ts` above is for those of vitest. */

const SEED = Number(process.env.SEED ?? 0);
if (!Number.isSafeInteger(SEED)) throw new Error('SEED must be a whole number');

/** One in so many of a list, another part with another `SEED=…`; with `WHOLE=1` all of it. */
export const part = <T>(list: readonly T[], outOf: number): T[] =>
  list.filter((_, i) => process.env.WHOLE || (i + SEED) % outOf === 0);
