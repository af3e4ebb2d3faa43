export const MIN_CONTENT_ITEMS = 5;

export interface ComparedGrowth {
  topicId: number;
  /** Engagement in the last 168 complete hours. */
  current: number;
  previous: number;
  currentItems: number;
  previousItems: number;
}

/** Selects growing (`up`) or shrinking (`down`) topics. `null` selects both, with the strongest loss last. */
export type Direction = 'up' | 'down' | null;

export interface GrowthOrder {
  direction: Direction;
  /** Minimum engagement of a topic in the current window. For `down`, it applies to the previous window. */
  minEngagement: number;
  minItems: number;
  limit: number;
}

/** Sorts topics by unrounded growth or loss, then engagement, then id. Topics that had no engagement come first. */
export function orderGrowth<R extends ComparedGrowth>(
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

function byGrowth(a: ComparedGrowth, b: ComparedGrowth): number {
  const isNew = Number(b.previous === 0) - Number(a.previous === 0);
  return isNew || -ratio(a, b) || b.current - a.current || a.topicId - b.topicId;
}

const byLoss = (a: ComparedGrowth, b: ComparedGrowth): number =>
  ratio(a, b) || b.previous - a.previous || a.topicId - b.topicId;

/** Compares two ratios current ÷ previous by cross-multiplication, which is exact for integers. */
function ratio(a: ComparedGrowth, b: ComparedGrowth): number {
  return a.previous === 0 || b.previous === 0 ? 0 : a.current * b.previous - b.current * a.previous;
}
