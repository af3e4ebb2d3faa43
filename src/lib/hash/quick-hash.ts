/** Computes a non-cryptographic hash of 53 bits (cyrb53 by bryc, public domain). */
export function quickHash(text: string): number {
  let a = FIRST_A;
  let b = FIRST_B;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, FACTOR_A);
    b = Math.imul(b ^ unit, FACTOR_B);
  }
  return mixed(a, b);
}

// The bitwise operations make these 32-bit integers, with which loops are faster.
const FIRST_A = 0xdeadbeef | 0;
const FIRST_B = 0x41c6ce57;
const FACTOR_A = 2654435761 | 0;
const FACTOR_B = 1597334677;

function mixed(a: number, b: number): number {
  const upper = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const lower = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(upper ^ (upper >>> 13), 3266489909);
  return 4294967296 * (2097151 & lower) + (upper >>> 0);
}

/** Returns `hashText` of each prefix with one of these lengths, which must ascend. Reads the text only once. */
export function hashTextsOfPrefixes(text: string, lengths: readonly number[]): string[] {
  let a = FIRST_A;
  let b = FIRST_B;
  let i = 0;
  return lengths.map((length) => {
    for (; i < length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, FACTOR_A);
      b = Math.imul(b ^ unit, FACTOR_B);
    }
    return inBase36(mixed(a, b));
  });
}

const BASE = 36;
const PAIR = BASE ** 2;
/** Number of base-36 digits in the lower part of a hash. Both parts fit into 32 bits. */
const LOWER_DIGITS = 5;
const LOWER = BASE ** LOWER_DIGITS;

const pairs = Array.from({ length: PAIR }, (_, i) => i.toString(BASE).padStart(2, '0'));

export const hashText = (text: string): string => inBase36(quickHash(text));

/** Converts a hash in two halves, which takes a fifth of the time of `toString`. */
function inBase36(hash: number): string {
  const upper = Math.floor(hash / LOWER);
  const lower = hash - upper * LOWER;
  if (upper === 0) return lower.toString(BASE);
  const [middle, last] = [Math.floor(lower / PAIR), lower % PAIR];
  return digitsOf(upper) + digitsOf(middle).padStart(LOWER_DIGITS - 2, '0') + pairs[last];
}

/** Returns a number of at most 32 bits in base 36. */
function digitsOf(number: number): string {
  let digits = '';
  let rest = number;
  for (; rest >= PAIR; rest = Math.floor(rest / PAIR)) digits = (pairs[rest % PAIR] ?? '') + digits;
  return (rest < BASE ? rest.toString(BASE) : (pairs[rest] ?? '')) + digits;
}
