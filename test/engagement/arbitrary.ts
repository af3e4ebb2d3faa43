import * as fc from 'fast-check';
import type { TrafficBaseline } from '../../src/engagement/discounting.ts';

const kind = (count: number) =>
  fc
    .array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: count, maxLength: count })
    .map((parts) => parts.map((part) => part ** 3))
    .map((parts) => parts.map((part) => part / parts.reduce((a, b) => a + b)));

export const anyBaseline: fc.Arbitrary<TrafficBaseline> = fc.record({
  network: kind(32),
  prefix: kind(32),
  browser: kind(16),
  samples: fc.oneof(fc.constant(0), fc.double({ min: 4, max: 30_000, noNaN: true })),
  audiences: fc.constant(null),
});

/** Clicks by bucket: honest noise and often a flood in one or two buckets. */
const counts = (total: number, kinds: number) =>
  fc
    .tuple(fc.array(fc.nat(kinds - 1), { minLength: 1, maxLength: 6 }), fc.array(fc.nat(97), { minLength: 1 }))
    .map(([favourites, steps]) => {
      const classes = new Array<number>(kinds).fill(0);
      for (let i = 0; i < total; i++) {
        const step = steps[i % steps.length] ?? 0;
        const b = step % 3 === 0 ? (step + i) % kinds : (favourites[(step + i) % favourites.length] ?? 0);
        classes[b] = (classes[b] ?? 0) + 1;
      }
      return classes;
    });

/** Generates an article: its number of unsigned clicks, and these clicks by network, prefix and browser bucket. */
export const article = fc
  .oneof(fc.nat(12), fc.nat(300), fc.nat(5000))
  .chain((total) => fc.tuple(fc.constant(total), fc.tuple(counts(total, 32), counts(total, 32), counts(total, 16))));
