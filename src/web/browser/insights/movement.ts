/** A ranking as a visit showed it. */
export interface Visit {
  /** Epoch milliseconds. */
  at: number;
  /** Ids, first place first. */
  ids: number[];
}

/** Places gained since (lost: negative), or `new` for what was not listed then. */
export type Movement = number | 'new';

export function movementOf(id: number, place: number, before: Visit): Movement {
  const then = before.ids.indexOf(id);
  return then < 0 ? 'new' : then - place;
}

export function inWords(movement: Movement): string {
  if (movement === 'new') return 'new here';
  if (movement === 0) return 'unmoved';
  return `${movement > 0 ? 'up' : 'down'} ${Math.abs(movement)}`;
}
