import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { clickOutcomes, siteShares } from '../db/schema.ts';
import { hourOf } from '../engagement/hours.ts';
import { expiredPartition, hoursTable, ledgerTable, recreatePartition } from '../engagement/partitions.ts';
import { computeDays, forgetOldDays } from '../rankings/days.ts';

const OUTCOME_HOURS = 30 * 24;
/** Shares are looked up for the running hour only; these are for operators. */
const SHARES_HOURS = 30 * 24;

/** Daily housekeeping: days are sealed before their hours go, hours past all windows and old outcomes go. `now`: epoch milliseconds. */
export async function retain(db: Db, now: number, isWeighed = true): Promise<void> {
  const hour = hourOf(now);
  await computeDays(db, { now, isWeighed });
  await clearExpired(db, hour);
  await db.together(
    sql`DELETE FROM ${clickOutcomes} WHERE hour < ${hour - OUTCOME_HOURS}`,
    sql`DELETE FROM ${siteShares} WHERE hour < ${hour - SHARES_HOURS}`,
  );
  // Reads every day there is, so it is done once a month.
  if (new Date(now).getUTCDate() === 1) await forgetOldDays(db, now);
}

async function clearExpired(db: Db, hour: number): Promise<void> {
  const partition = expiredPartition(hour);
  const [ids, hours] = await db.together(
    sql`SELECT 1 FROM ${ledgerTable(partition)} LIMIT 1`,
    sql`SELECT 1 FROM ${hoursTable(partition)} LIMIT 1`,
  );
  if (ids?.length || hours?.length) await db.together(...recreatePartition(partition));
}
