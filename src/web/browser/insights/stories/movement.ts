/** Number of positions gained (negative if lost), or `new` if the article had no readers in the previous period. */
export type Movement = number | 'new';

/** Computes the movement. `place` is a position counted from 0, and `previousRank` is a rank counted from 1. */
export const movementOf = (place: number, previousRank: number | null): Movement =>
  previousRank === null ? 'new' : previousRank - (place + 1);

export function movementText(movement: Movement): string {
  if (movement === 'new') return 'new';
  if (movement === 0) return 'no change';
  return `${movement > 0 ? 'up' : 'down'} ${Math.abs(movement)}`;
}

export const lookOf = (percent: number | null): string => (percent === null ? 'new' : percent < 0 ? 'down' : 'up');

export const hasBefore = (list: readonly { previousRank?: number | null }[]): boolean =>
  list.some(({ previousRank }) => typeof previousRank === 'number');
export const nothingBefore = (since: string): string => `No data for ${since} to compare with.`;
