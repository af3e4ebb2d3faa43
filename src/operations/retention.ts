import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { expiredPartition, hoursTable, ledgerTable, recreatePartition } from '../engagement/partitions.ts';
import { hourOf } from '../engagement/window.ts';

const OUTCOME_HOURS = 48;

/** Daily housekeeping: totals of finished days are kept, hours past all windows and old outcomes go. `now`: epoch milliseconds. */
export async function retain(db: Db, now: number): Promise<void> {
  const hour = hourOf(now);
  await rollUpDays(db, hour);
  await clearExpired(db, hour);
  await db.run(sql`DELETE FROM click_outcomes WHERE hour < ${hour - OUTCOME_HOURS}`);
}

/** Writes the totals of finished days, only those that differ. Partitions end with days, so a day is there whole or not at all. */
async function rollUpDays(db: Db, hour: number): Promise<void> {
  const today = Math.floor(hour / 24);
  await db.run(sql`INSERT INTO click_days (content_id, day, clicks)
    SELECT content_id, hour / 24, sum(clicks) FROM click_hours WHERE hour < ${today * 24} GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET clicks = excluded.clicks WHERE clicks <> excluded.clicks`);
}

async function clearExpired(db: Db, hour: number): Promise<void> {
  const partition = expiredPartition(hour);
  const [ids, hours] = await db.together(
    sql`SELECT 1 FROM ${ledgerTable(partition)} LIMIT 1`,
    sql`SELECT 1 FROM ${hoursTable(partition)} LIMIT 1`,
  );
  if (ids?.length || hours?.length) await db.together(...recreatePartition(partition));
}
