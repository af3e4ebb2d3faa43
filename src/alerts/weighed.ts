import type { Db } from '../db/client.ts';
import { cellOfRow, selectArticleCells } from '../engagement/aggregates.ts';
import { FIRST, fullCount, WIDTH } from '../engagement/columns.ts';
import { type HourRange, isWithin } from '../engagement/hours.ts';
import { partitionsOf } from '../engagement/partitions.ts';
import { add } from '../engagement/score.ts';
import { type ClassShares, weigh } from '../engagement/weight.ts';
import type { TakenOff } from '../rankings/object/taken-off.ts';

/** Engagement of an article, and what weights take off its unsigned clicks. */
export interface Weighed extends TakenOff {
  engagement: number;
}

/** Weighs an article over a range of hours. Reads one row for each of these hours in which it was clicked. */
export async function weighArticle(
  db: Db,
  contentId: number,
  { range, shares }: { range: HourRange; shares: ClassShares | null },
): Promise<Weighed> {
  const cells = await db.rows(cellOfRow, selectArticleCells(partitionsOf(range), contentId, range.from));
  const columns = new Int32Array(WIDTH);
  for (const { hour, counts } of cells) if (isWithin(range, hour)) add(columns, 0, counts);
  const clicks = columns[FIRST.unsigned] ?? 0;
  const { weight, takenOff } = weigh(clicks, columns, shares, FIRST.network);
  return { engagement: weight + fullCount(columns), clicks, takenOff };
}
