import { gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { unknownClicks } from '../../db/schema.ts';
import { bare, excluded, listed, plus } from '../../db/sql.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import { addLateToTotals, addToOutcomes } from './outcomes.ts';

/** Maximum number of unknown article ids with their own counter. It is limited because clients can send any id. */
const MAX_UNKNOWN_IDS = 1000;
/** Id of the shared counter for all unknown article ids above the limit. */
export const OTHERS_ID = 0;
const RETENTION_HOURS = 14 * 24;
const MAX_CLOCK_LAG_HOURS = 24;

interface UnknownClick {
  contentId: number;
  hour: number;
}

export async function countUnknown(db: Db, clicks: readonly UnknownClick[]): Promise<void> {
  if (clicks.length === 0) return;
  const { contentId, lastHour, clicks: counter } = unknownClicks;
  const rows = JSON.stringify(clicks.map((click) => [click.contentId, click.hour]));
  const outcomes = sql`SELECT value ->> 1, 'unknownArticle', count(*) FROM json_each(${rows}) GROUP BY 1`;
  await db.transaction(
    unlessRestoring,
    sql`WITH named AS (SELECT value ->> 0 AS named_id, max(value ->> 1) AS latest, count(*) AS times FROM json_each(${rows}) GROUP BY 1),
      known AS (SELECT named.*, EXISTS (SELECT 1 FROM ${unknownClicks} WHERE ${contentId} = named_id) AS is_known FROM named),
      placed AS (SELECT *, row_number() OVER (PARTITION BY is_known ORDER BY named_id)
        + (SELECT count(*) FROM ${unknownClicks} WHERE ${contentId} <> ${OTHERS_ID}) AS place FROM known)
      INSERT INTO ${unknownClicks} (${listed(contentId, lastHour, counter)})
        SELECT iif(is_known OR place <= ${MAX_UNKNOWN_IDS}, named_id, ${OTHERS_ID}), max(latest), sum(times) FROM placed GROUP BY 1
      ON CONFLICT DO UPDATE SET ${plus(counter)}, ${bare(lastHour)} = max(${lastHour}, ${excluded(lastHour)})`,
    addToOutcomes(outcomes),
    addLateToTotals(outcomes),
  );
}

/** Deletes counters 14 days after their last click. Replaces a future date, which a fast clock has set, with today. */
export async function forgetUnknown(db: Db, now: TrustedTime): Promise<void> {
  const { lastHour } = unknownClicks;
  await db.transaction(
    db.delete(unknownClicks).where(lt(lastHour, utcHourIndex(now) - RETENTION_HOURS)),
    db
      .update(unknownClicks)
      .set({ lastHour: utcHourIndex(now) })
      .where(gt(lastHour, utcHourIndex(now) + MAX_CLOCK_LAG_HOURS)),
  );
}
