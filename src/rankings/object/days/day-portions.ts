/** How the rows of a day stay below the 2 MB that D1 takes: a day with very much in it has several, its portions. Pure. */

/** Portions that a day may have. */
export const MAX_PORTIONS = 16;
/** Bytes of a portion that is new, and of a stored one that grows: one entry more makes no other row different. */
const MAX_NEW_BYTES = 1_500_000;
const MAX_GROWN_BYTES = 1_700_000;

export interface Portioned {
  id: number;
  bytes: number;
}

/**
 * Entries in portions by their ids, as many as their size needs and at least as many as are stored. `extra`: bytes that each portion has
 * besides its entries.
 */
export function inPortions<E extends Portioned>(
  entries: readonly E[],
  { extra, stored }: { extra: number; stored: number },
): { portion: number; entries: E[] }[] {
  for (let count = 1; ; count *= 2) {
    if (count < stored) continue;
    const portions = Map.groupBy(entries, ({ id }) => id % count);
    const most = stored > 0 && count < 2 * stored ? MAX_GROWN_BYTES : MAX_NEW_BYTES;
    const isFitting = (own: readonly E[]) => own.reduce((sum, { bytes }) => sum + bytes, extra) <= most;
    if (count < MAX_PORTIONS && ![...portions.values()].every(isFitting)) continue;
    return [...portions].map(([portion, own]) => ({ portion, entries: own })).sort((a, b) => a.portion - b.portion);
  }
}
