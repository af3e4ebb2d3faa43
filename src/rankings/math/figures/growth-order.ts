/** Default for the articles that a topic needs. */
export const MIN_CONTENT_ITEMS = 5;

export interface GrowthRow {
  topicId: number;
  /** Engagement in the last 168 complete hours. */
  current: number;
  /** Engagement in the 168 hours before those. */
  previous: number;
  /** Articles with engagement in the current window. */
  currentItems: number;
  /** Articles with engagement in the previous window. */
  previousItems: number;
}

/** `up` and `down` select topics that grow or shrink; `null` selects all, ending with the strongest loss. */
export type Direction = 'up' | 'down' | null;

export interface GrowthOrder {
  direction: Direction;
  /** Engagement that a topic needs in the current window, or in the previous one for `down`. */
  minEngagement: number;
  /** Articles that it needs in the same window. */
  minItems: number;
  limit: number;
}

/**
 * Orders topics by growth. Topics without earlier engagement come first, by current engagement. Then unrounded growth,
 * current engagement, ascending id. For `down`: strongest loss, previous engagement, ascending id.
 */
export function orderGrowth<R extends GrowthRow>(
  rows: readonly R[],
  { direction, minEngagement, minItems, limit }: GrowthOrder,
): R[] {
  const threshold = Math.max(1, minEngagement);
  const isDown = direction === 'down';
  const qualifies = ({ current, previous, currentItems, previousItems }: R) =>
    (direction === null || (isDown ? current < previous : current > previous)) &&
    (isDown ? previous : current) >= threshold &&
    (isDown ? previousItems : currentItems) >= minItems;
  return rows
    .filter(qualifies)
    .sort(isDown ? byLoss : byGrowth)
    .slice(0, limit);
}

function byGrowth(a: GrowthRow, b: GrowthRow): number {
  const isNew = Number(b.previous === 0) - Number(a.previous === 0);
  return isNew || -ratio(a, b) || b.current - a.current || a.topicId - b.topicId;
}

const byLoss = (a: GrowthRow, b: GrowthRow): number => ratio(a, b) || b.previous - a.previous || a.topicId - b.topicId;

/** Compares current ÷ previous by cross-multiplication, which is exact for whole numbers. */
function ratio(a: GrowthRow, b: GrowthRow): number {
  return a.previous === 0 || b.previous === 0 ? 0 : a.current * b.previous - b.current * a.previous;
}
