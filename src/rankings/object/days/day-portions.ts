/** Splits the articles of a day over several rows, because D1 allows at most 2 MB per row. */

export const MAX_PORTIONS = 16;
/** Maximum bytes of a new row, and of a row that grows. Because they differ, a new entry does not move all others. */
const MAX_NEW_BYTES = 1_500_000;
const MAX_GROWN_BYTES = 1_700_000;

export interface Portioned {
  id: number;
  bytes: number;
}

/** Distributes entries by id over as few rows as fit, but at least `stored`. `extra` is the size of an empty row. */
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
