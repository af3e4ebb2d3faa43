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

/** Movement in a ranking. It has no colour, because a move by ranks may be chance. */
export const MovementMark = ({ movement }: { movement: Movement }) => (
  <span class="moved">
    <span aria-hidden="true">
      {movement === 'new' ? 'new' : movement === 0 ? '–' : `${movement > 0 ? '▲' : '▼'} ${Math.abs(movement)}`}
    </span>
    <span class="quiet">{movementText(movement)}</span>
  </span>
);
