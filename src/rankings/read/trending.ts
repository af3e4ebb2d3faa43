export interface TrendingRow {
  topicId: number;
  engagement: number;
  before: number;
  /** Whether the topic is hidden from trending unless a request includes its id. */
  excluded: boolean;
}

interface TrendingQuestion {
  include: readonly number[];
  exclude: readonly number[];
  limit: number;
}

/** Ranks topics by engagement. Topics in `include` are always listed. They replace the lowest-ranked topics. */
export function rankTrending<R extends TrendingRow>(rows: readonly R[], { include, exclude, limit }: TrendingQuestion) {
  const included = new Set(include);
  const excluded = new Set(exclude);
  const ranking = (engagement: (row: R) => number) =>
    rows
      .filter(
        (row) => included.has(row.topicId) || (engagement(row) > 0 && !row.excluded && !excluded.has(row.topicId)),
      )
      .sort((a, b) => engagement(b) - engagement(a) || a.topicId - b.topicId);
  const ranked = ranking(({ engagement }) => engagement);
  const forced = ranked.filter(({ topicId }) => included.has(topicId)).slice(0, limit);
  const others = ranked.filter(({ topicId }) => !included.has(topicId)).slice(0, limit - forced.length);
  const chosen = new Set([...forced, ...others]);
  const before = new Map(ranking((row) => row.before).map((row, i) => [row.topicId, i + 1]));
  return ranked
    .filter((row) => chosen.has(row))
    .map((row) => ({ ...row, previousRank: row.before > 0 ? (before.get(row.topicId) ?? null) : null }));
}
