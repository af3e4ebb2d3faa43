/** Trending topics from published counters: pure. */

export interface TrendingRow {
  topicId: number;
  clicks: number;
  /** Left out unless asked for by name. */
  excluded: boolean;
}

/**
 * The most engaged topics, ties by ascending id. Topics in `include` have a place whatever their engagement: where the limit
 * would cut them they take the places of the lowest others, and without engagement they come last.
 */
export function rankTrending<R extends TrendingRow>(
  rows: readonly R[],
  { include, exclude, limit }: { include: readonly number[]; exclude: readonly number[]; limit: number },
): R[] {
  const ranked = rows
    .filter(
      ({ topicId, clicks, excluded }) =>
        include.includes(topicId) || (clicks > 0 && !excluded && !exclude.includes(topicId)),
    )
    .sort((a, b) => b.clicks - a.clicks || a.topicId - b.topicId);
  const forced = ranked.filter(({ topicId }) => include.includes(topicId)).slice(0, limit);
  const others = ranked.filter(({ topicId }) => !include.includes(topicId)).slice(0, limit - forced.length);
  const chosen = new Set([...forced, ...others]);
  return ranked.filter((row) => chosen.has(row));
}
