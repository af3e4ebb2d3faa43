import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { previousRanks } from '../../src/rankings/previous-rank.ts';
import { seed } from '../search/seed.ts';

test('is one more than the candidates before it', () => {
  const candidate = fc.record({ id: fc.nat(40), before: fc.nat(6) });
  const candidates = fc.uniqueArray(candidate, { selector: ({ id }) => id });
  const property = fc.property(candidates, fc.array(fc.nat(45)), (candidates, ids) => {
    const plain = ids.map((id) => {
      const own = candidates.find((one) => one.id === id)?.before ?? 0;
      const ahead = candidates.filter(({ id: other, before }) => before > own || (before === own && other < id));
      return own === 0 ? null : ahead.length + 1;
    });
    const ranks = previousRanks(
      ids,
      candidates,
      ({ id }) => id,
      ({ before }) => before,
    );
    expect(ranks).toEqual(plain);
  });
  fc.assert(property, { seed, numRuns: 500 });
});
