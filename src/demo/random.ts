import { firstAt } from '../lib/first-at.ts';

export interface Random {
  next(): number;
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** Creates a pseudo-random generator (mulberry32). `stream` names one of several independent sequences of a seed. */
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

/** Returns Zipf weights for ranks 1 to `count`: rank r has the weight 1 / r^exponent. */
export function zipf(count: number, exponent = 1): number[] {
  return Array.from({ length: count }, (_, rank) => 1 / (rank + 1) ** exponent);
}

/** Returns a function that maps a uniform number in [0, 1) to an index of `weights`. */
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

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
