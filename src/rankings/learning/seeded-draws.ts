/** Random numbers that depend only on a secret seed and an article, so that every isolate draws the same order. */

const WARM_UP_ROUNDS = 12;
const SEED_WORDS = 4;
const DIGITS_PER_WORD = 8;

/** Returns uniform numbers from 0 to 1 (sfc32). `seed` has 32 hex digits. The article is mixed into the state. */
export function drawsFor(seed: string, article: number): () => number {
  let [a = 0, b = 0, c = 0, counter = 0] = Array.from(
    { length: SEED_WORDS },
    (_, i) => Number.parseInt(seed.slice(i * DIGITS_PER_WORD, (i + 1) * DIGITS_PER_WORD), 16) | 0,
  );
  a ^= Math.imul(article, 0x9e3779b1);
  b ^= Math.imul(Math.floor(article / 2 ** 16), 0x85ebca6b);
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) next();
  return next;
}

const normal = (draw: () => number): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());

/** Draws from a gamma distribution with mean 1 (Marsaglia and Tsang, 2000). */
export function drawGamma(draw: () => number, shape: number): number {
  if (shape < 1) return (drawGamma(draw, shape + 1) * (shape + 1) * (1 - draw()) ** (1 / shape)) / shape;
  const d = shape - 1 / 3;
  for (;;) {
    const z = normal(draw);
    const v = (1 + z / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - draw()) < 0.5 * z * z + d - d * v + d * Math.log(v)) return (d * v) / shape;
  }
}
