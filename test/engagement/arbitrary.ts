import * as fc from 'fast-check';

/** 16 shares of a site: positive, uneven, together 1. */
export const shares = fc
  .array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 16, maxLength: 16 })
  .map((parts) => parts.map((part) => part ** 3))
  .map((parts) => parts.map((part) => part / parts.reduce((a, b) => a + b)));

/** How many clicks fell into each of 16 classes: honest noise and, often, a fleet in one or two of them. */
const counts = (total: number) =>
  fc
    .tuple(fc.array(fc.nat(15), { minLength: 1, maxLength: 6 }), fc.array(fc.nat(97), { minLength: 1 }))
    .map(([favourites, steps]) => {
      const classes = new Array<number>(16).fill(0);
      for (let i = 0; i < total; i++) {
        const step = steps[i % steps.length] ?? 0;
        const b = step % 3 === 0 ? (step + i) % 16 : (favourites[(step + i) % favourites.length] ?? 0);
        classes[b] = (classes[b] ?? 0) + 1;
      }
      return classes;
    });

/** An article: N unsigned clicks and their classes by network and by agent. */
export const article = fc
  .oneof(fc.nat(12), fc.nat(300), fc.nat(5000))
  .chain((total) => fc.tuple(fc.constant(total), fc.tuple(counts(total), counts(total))));
