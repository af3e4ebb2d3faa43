import type { Counters } from './ranking.ts';

/** Growth of engagement between two windows: pure. */

export interface GrowthRow extends Pick<Counters, 'clicks7d' | 'previous7d'> {
  topicId: number;
  items7d: number;
}

export interface Growth<R> {
  row: R;
  /** Percent, one decimal; null where the previous window had nothing. */
  growthPercent: number | null;
}

/**
 * The topics with the strongest growth: those without a previous engagement first, by current engagement; then by unrounded
 * growth, ties by current engagement, then by id. Below the threshold of clicks or items a topic does not qualify.
 */
export function rankGrowth<R extends GrowthRow>(
  rows: readonly R[],
  { minClicks, minItems, limit }: { minClicks: number; minItems: number; limit: number },
): Growth<R>[] {
  return rows
    .filter(({ clicks7d, items7d }) => clicks7d >= Math.max(1, minClicks) && items7d >= minItems)
    .sort(compareGrowth)
    .slice(0, limit)
    .map((row) => ({ row, growthPercent: growthPercent(row.clicks7d, row.previous7d) }));
}

function compareGrowth(a: GrowthRow, b: GrowthRow): number {
  const spikes = Number(b.previous7d === 0) - Number(a.previous7d === 0);
  // Current ÷ previous, compared crosswise: whole numbers stay exact where quotients would not.
  const ratio = a.previous7d === 0 ? 0 : b.clicks7d * a.previous7d - a.clicks7d * b.previous7d;
  return spikes || ratio || b.clicks7d - a.clicks7d || a.topicId - b.topicId;
}

/** Percentage change rounded to one decimal, half away from zero; null without a previous engagement. */
export function growthPercent(current: number, previous: number): number | null {
  if (previous === 0) return null;
  const perMille = Math.abs(current - previous) * 1000;
  const rounded = Math.floor((2 * perMille + previous) / (2 * previous)) / 10;
  return current < previous && rounded > 0 ? -rounded : rounded;
}
