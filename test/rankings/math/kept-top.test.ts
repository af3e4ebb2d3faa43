import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptTop } from '../../../src/rankings/math/kept-top.ts';
import { seed } from '../../search/seed.ts';

const LIMIT = 5;

test('whatever rises, falls, comes and goes, the list is that of sorting everything', () => {
  const change = fc.record({ id: fc.nat(12), score: fc.option(fc.integer({ min: -1, max: 6 }), { nil: null }) });
  const changes = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 20 });
  const property = fc.property(changes, (rounds) => {
    const all = new Map<number, { id: number; score: number }>();
    const list = new KeptTop<{ id: number; score: number }>(({ score }) => score, LIMIT);
    for (const round of rounds) {
      for (const { id, score } of round) {
        const after = score === null ? null : { id, score };
        list.change(all.get(id) ?? null, after);
        if (after) all.set(id, after);
        else all.delete(id);
      }
      const plain = [...all.values()]
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, LIMIT);
      expect(list.items(() => all.values())).toEqual(plain);
    }
  });
  fc.assert(property, { seed, numRuns: 500 });
});
