import { expect, test } from 'vitest';
import { type Movement, movementOf, movementText } from '../../src/web/browser/insights/stories/movement.ts';

test.each<[what: string, place: number, previousRank: number | null, movement: Movement, words: string]>([
  ['stays', 0, 1, 0, 'no change'],
  ['climbs', 0, 3, 2, 'up 2'],
  ['falls', 2, 1, -2, 'down 2'],
  ['was not read', 1, null, 'new', 'new'],
])('what %s', (_, place, previousRank, movement, words) => {
  expect(movementOf(place, previousRank)).toBe(movement);
  expect(movementText(movement)).toBe(words);
});
