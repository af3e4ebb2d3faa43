import { lt, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { clickOutcomes, unknownClicks } from '../db/schema.ts';
import { hourOf } from '../engagement/hours.ts';

/** Ids that are counted one by one; strangers may send as many as they like. */
const MOST = 1000;
/** Stands for all ids beyond those. */
export const OTHERS = 0;
/** Hours that a counter outlives its last click. */
const KEPT = 14 * 24;

/** A click on an article that is not there, or not yet. */
interface UnknownClick {
  contentId: number;
  /** Hours since the epoch in which it was accepted. */
  hour: number;
}

/** Counts clicks on unknown articles by article id, and among the outcomes of their hours. */
export async function countUnknown(db: Db, clicks: readonly UnknownClick[]): Promise<void> {
  if (clicks.length === 0) return;
  const { contentId, lastHour } = unknownClicks;
  const rows = JSON.stringify(clicks.map((click) => [click.contentId, click.hour]));
  await db.transaction(
    // Of new ids only as many are counted by themselves as there is room for.
    sql`WITH said AS (SELECT value ->> 0 AS id, max(value ->> 1) AS hour, count(*) AS clicks FROM json_each(${rows}) GROUP BY 1),
      known AS (SELECT said.*, EXISTS (SELECT 1 FROM ${unknownClicks} WHERE ${contentId} = said.id) AS is_known FROM said),
      placed AS (SELECT *, row_number() OVER (PARTITION BY is_known ORDER BY id)
        + (SELECT count(*) FROM ${unknownClicks} WHERE ${contentId} <> ${OTHERS}) AS place FROM known)
      INSERT INTO ${unknownClicks} (content_id, last_hour, clicks)
        SELECT iif(is_known OR place <= ${MOST}, id, ${OTHERS}), max(hour), sum(clicks) FROM placed GROUP BY 1
      ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks, last_hour = max(${lastHour}, excluded.last_hour)`,
    sql`INSERT INTO ${clickOutcomes} (hour, outcome, clicks)
      SELECT value ->> 1, 'unknownArticle', count(*) FROM json_each(${rows}) GROUP BY 1
      ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks`,
  );
}

/** Deletes counters whose last click is 14 days old. `now`: epoch milliseconds. */
export async function forgetUnknown(db: Db, now: number): Promise<void> {
  await db.delete(unknownClicks).where(lt(unknownClicks.lastHour, hourOf(now) - KEPT));
}
