const SEED = Number(process.env.SEED ?? 0);
if (!Number.isSafeInteger(SEED)) throw new Error('SEED must be a whole number');

/** Returns every `outOf`-th entry, starting at `SEED`, or the whole list with `WHOLE=1`. */
export const part = <T>(list: readonly T[], outOf: number): T[] =>
  list.filter((_, i) => process.env.WHOLE || (i + SEED) % outOf === 0);
