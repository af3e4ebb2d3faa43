/** Positions gained since the window before (negative if lost), or `new`. */
export type Movement = number | 'new';

/** `place` starts at 0, `previousRank` at 1; `null` without engagement before. */
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
export const nothingBefore = (since: string): string =>
  `Nothing here was read in ${since}, so nothing can be compared.`;
