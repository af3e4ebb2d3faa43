import { gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { unknownClicks } from '../../db/schema.ts';
import { bare, excluded, listed, plus } from '../../db/sql.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import { hourOf } from '../../engagement/hours.ts';
import { addLateToTotals, addToOutcomes } from './outcomes.ts';

/** Most ids that are counted individually; anybody can send any number of them. */
const MOST = 1000;
/** The id of the counter for all others. */
export const OTHERS = 0;
/** Hours that a counter is kept after its last click. */
const KEPT = 14 * 24;
/** Hours by which a trusted clock may be behind. */
const AHEAD = 24;

/** A click on an article that does not exist, or not yet. */
interface UnknownClick {
  contentId: number;
  /** Hours since the epoch in which it was accepted. */
  hour: number;
}

/** Counts clicks on unknown articles by article id, and among the outcomes of their hours. */
export async function countUnknown(db: Db, clicks: readonly UnknownClick[]): Promise<void> {
  if (clicks.length === 0) return;
  const { contentId, lastHour, clicks: counter } = unknownClicks;
  const rows = JSON.stringify(clicks.map((click) => [click.contentId, click.hour]));
  const outcomes = sql`SELECT value ->> 1, 'unknownArticle', count(*) FROM json_each(${rows}) GROUP BY 1`;
  await db.transaction(
    unlessRestoring,
    // New ids are counted individually only while there is room.
    sql`WITH named AS (SELECT value ->> 0 AS named_id, max(value ->> 1) AS latest, count(*) AS times FROM json_each(${rows}) GROUP BY 1),
      known AS (SELECT named.*, EXISTS (SELECT 1 FROM ${unknownClicks} WHERE ${contentId} = named_id) AS is_known FROM named),
      placed AS (SELECT *, row_number() OVER (PARTITION BY is_known ORDER BY named_id)
        + (SELECT count(*) FROM ${unknownClicks} WHERE ${contentId} <> ${OTHERS}) AS place FROM known)
      INSERT INTO ${unknownClicks} (${listed(contentId, lastHour, counter)})
        SELECT iif(is_known OR place <= ${MOST}, named_id, ${OTHERS}), max(latest), sum(times) FROM placed GROUP BY 1
      ON CONFLICT DO UPDATE SET ${plus(counter)}, ${bare(lastHour)} = max(${lastHour}, ${excluded(lastHour)})`,
    addToOutcomes(outcomes),
    addLateToTotals(outcomes),
  );
}

/** Deletes counters whose last click is 14 days old. One of a clock that was ahead counts as of today. */
export async function forgetUnknown(db: Db, now: TrustedTime): Promise<void> {
  const { lastHour } = unknownClicks;
  await db.transaction(
    db.delete(unknownClicks).where(lt(lastHour, hourOf(now) - KEPT)),
    db
      .update(unknownClicks)
      .set({ lastHour: hourOf(now) })
      .where(gt(lastHour, hourOf(now) + AHEAD)),
  );
}
