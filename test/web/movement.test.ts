import { expect, test } from 'vitest';
import { inWords, type Movement, movementOf } from '../../src/web/browser/insights/movement.ts';

const LOOK = { at: 0, ids: [7, 8, 9] };

test.each<[what: string, id: number, place: number, movement: Movement, words: string]>([
  ['stays', 7, 0, 0, 'unmoved'],
  ['climbs', 9, 0, 2, 'up 2'],
  ['falls', 7, 2, -2, 'down 2'],
  ['was not listed', 5, 1, 'new', 'new here'],
])('a topic that %s', (_, id, place, movement, words) => {
  expect(movementOf(id, place, LOOK)).toBe(movement);
  expect(inWords(movement)).toBe(words);
});
