/** Ranks in the previous window, for `previousRank`. Pure. */

/**
 * The rank from 1 that each of `ids` would have had by `engagement` among all `candidates` of the same question (its filters and
 * inclusions, no limit), ties by ascending id; null without engagement there. Ids that are no candidates are null.
 */
export function previousRanks<R>(
  ids: readonly number[],
  candidates: readonly R[],
  idOf: (candidate: R) => number,
  engagement: (candidate: R) => number,
): (number | null)[] {
  const ranked = candidates
    .filter((candidate) => engagement(candidate) > 0)
    .sort((a, b) => engagement(b) - engagement(a) || idOf(a) - idOf(b));
  const ranks = new Map(ranked.map((candidate, i) => [idOf(candidate), i + 1]));
  return ids.map((id) => ranks.get(id) ?? null);
}
