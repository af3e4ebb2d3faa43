import { firstAt } from '../lib/first-at.ts';

/** A seeded source of pseudo-random choices: equal seeds give equal sequences. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** True with the given probability (0–1). */
  chance(probability: number): boolean;
  /** One of `items`, each as likely as the others. */
  pick<T>(items: readonly T[]): T;
  /** One of `items`, each as likely as its weight says. */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T;
  /** A new array with `items` in random order. */
  shuffle<T>(items: readonly T[]): T[];
}

/** Makes a {@link Random} (mulberry32); `stream` names an independent sequence of the same seed. */
export function createRandom(seed: number, stream = ''): Random {
  const next = mulberry32(hash(`${seed}:${stream}`));
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new RangeError('cannot pick from an empty list');
    return items[int(0, items.length - 1)] as T;
  };
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    weighted: <T>(items: readonly T[], weightOf: (item: T) => number) =>
      items[sampler(items.map(weightOf))(next())] as T,
    shuffle: (items) => shuffled(items, int),
  };
}

/** Zipf weights for ranks 1 to `count`: rank r weighs 1 / r^exponent. */
export function zipf(count: number, exponent = 1): number[] {
  return Array.from({ length: count }, (_, rank) => 1 / (rank + 1) ** exponent);
}

/** A function from a uniform number in [0, 1) to an index of `weights`, in proportion to the weights. */
export function sampler(weights: ArrayLike<number>): (uniform: number) => number {
  const cumulative = new Float64Array(weights.length);
  let total = 0;
  for (let i = 0; i < weights.length; i++) {
    total += weights[i] ?? 0;
    cumulative[i] = total;
  }
  if (!(total > 0)) throw new RangeError('at least one weight must be positive');
  return (uniform) => firstAt(cumulative.length - 1, (i) => (cumulative[i] ?? 0) <= uniform * total);
}

function shuffled<T>(items: readonly T[], int: (low: number, high: number) => number): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = int(0, i);
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
