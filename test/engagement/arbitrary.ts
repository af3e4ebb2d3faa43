import * as fc from 'fast-check';
import { type ClassKind, KIND_NAMES, KINDS } from '../../src/db/click-columns.ts';

const ofEach = <T>(of: (classes: number) => fc.Arbitrary<T>): fc.Arbitrary<Record<ClassKind, T>> =>
  fc.record(
    Object.fromEntries(KIND_NAMES.map((kind) => [kind, of(KINDS[kind])])) as Record<ClassKind, fc.Arbitrary<T>>,
    {
      noNullPrototype: true,
    },
  );

/** Shares of a site: of each kind positive, uneven, together 1. */
export const shares = ofEach((classes) =>
  fc
    .array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: classes, maxLength: classes })
    .map((parts) => parts.map((part) => part ** 3))
    .map((parts) => parts.map((part) => part / parts.reduce((a, b) => a + b))),
);

/** How many clicks fell into each class of a kind: honest noise and, often, a fleet in one or two of them. */
const counts = (total: number, size: number) =>
  fc
    .tuple(fc.array(fc.nat(size - 1), { minLength: 1, maxLength: 6 }), fc.array(fc.nat(97), { minLength: 1 }))
    .map(([favourites, steps]) => {
      const classes = new Array<number>(size).fill(0);
      for (let i = 0; i < total; i++) {
        const step = steps[i % steps.length] ?? 0;
        const b = step % 3 === 0 ? (step + i) % size : (favourites[(step + i) % favourites.length] ?? 0);
        classes[b] = (classes[b] ?? 0) + 1;
      }
      return classes;
    });

/** An article: N unsigned clicks and their classes. */
export const article = fc.oneof(fc.nat(12), fc.nat(300), fc.nat(5000)).chain((total) =>
  fc.tuple(
    fc.constant(total),
    ofEach((size) => counts(total, size)),
  ),
);
