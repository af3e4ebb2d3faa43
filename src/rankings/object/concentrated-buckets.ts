import { type ClassKind, KIND_NAMES } from '../../db/click-columns.ts';
import { FIRST } from '../../engagement/columns.ts';
import { type DiscountedCount, limitToBaseline, type TrafficBaseline } from '../../engagement/discounting.ts';

/** Buckets with more clicks than their limits, which suggests one sender. Never part of a response. */

export interface Standout {
  contentId: number;
  /** Kind and number of each bucket above its limits, such as `network 3`. */
  buckets: string[];
  /** Whether clicks from these buckets lift an item into the top ten of a list, even after discounting. */
  changesRanking: boolean;
}

export function bucketsBeyond(counts: ArrayLike<number>, weight: number, baseline: TrafficBaseline | null): string[] {
  return KIND_NAMES.flatMap((kind) => beyond(kind, counts, weight, baseline).map((bucket) => `${kind} ${bucket}`));
}

export function headRoom(
  counts: ArrayLike<number>,
  { weight, concentratedIn }: DiscountedCount,
  baseline: TrafficBaseline | null,
): number {
  if (!concentratedIn || !baseline) return 0;
  const buckets = beyond(concentratedIn, counts, weight, baseline);
  const clicks = buckets.reduce((sum, bucket) => sum + (counts[FIRST[concentratedIn] + bucket] ?? 0), 0);
  const share = buckets.reduce((sum, bucket) => sum + (baseline[concentratedIn][bucket] ?? 0), 0);
  const others = (counts[FIRST.unsigned] ?? 0) - clicks;
  return Math.max(0, weight - (share < 1 ? others / (1 - share) : weight));
}

function beyond(
  kind: ClassKind,
  counts: ArrayLike<number>,
  weight: number,
  baseline: TrafficBaseline | null,
): number[] {
  const limits = limitToBaseline(kind, weight, counts, baseline, FIRST.network);
  return Array.from(limits.keys()).filter((bucket) => (counts[FIRST[kind] + bucket] ?? 0) > (limits[bucket] ?? 0));
}
