import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PreviousOrders } from '../../../src/rankings/math/previous-orders.ts';
import { seed } from '../../search/seed.ts';

test('a rank is one more than the candidates before it, also when a list is asked for again', () => {
  const candidate = fc.record({ id: fc.nat(40), before: fc.nat(6) });
  const candidates = fc.uniqueArray(candidate, { selector: ({ id }) => id });
  const picks = fc.array(fc.nat(), { maxLength: 10 });
  const property = fc.property(candidates, picks, picks, (candidates, ...asked) => {
    const orders = new PreviousOrders();
    for (const picks of asked) {
      const listed =
        candidates.length === 0 ? [] : picks.map((n) => candidates[n % candidates.length] ?? { id: 0, before: 0 });
      const plain = listed.map(({ id, before: own }) => {
        const ahead = candidates.filter(({ id: other, before }) => before > own || (before === own && other < id));
        return own === 0 ? null : ahead.length + 1;
      });
      expect(
        orders.ranks(
          'list',
          listed,
          () => candidates,
          ({ before }) => before,
        ),
      ).toEqual(plain);
    }
  });
  fc.assert(property, { seed, numRuns: 500 });
});
