/** Places gained since the window before (lost: negative), or `new` for what nobody read then. */
export type Movement = number | 'new';

/** `place`: from 0. `previousRank`: from 1; null: no engagement in the window before. */
export const movementOf = (place: number, previousRank: number | null): Movement =>
  previousRank === null ? 'new' : previousRank - (place + 1);

export function movementText(movement: Movement): string {
  if (movement === 'new') return 'new';
  if (movement === 0) return 'no change';
  return `${movement > 0 ? 'up' : 'down'} ${Math.abs(movement)}`;
}

/** The look of a change. `percent` null: nobody read it before. */
export const lookOf = (percent: number | null): string => (percent === null ? 'new' : percent < 0 ? 'down' : 'up');

/** Whether anything of a list was read in the window before; if not, movement says nothing. */
export const hasBefore = (list: readonly { previousRank?: number | null }[]): boolean =>
  list.some(({ previousRank }) => typeof previousRank === 'number');
/** What is said in its place. `since`: that window. */
export const nothingBefore = (since: string): string =>
  `Nothing here was read in ${since}, so nothing can be compared.`;
