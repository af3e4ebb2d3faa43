import { lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listViews } from '../../db/schema.ts';
import { bare, excluded, listed } from '../../db/sql.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import { utcHourIndex } from '../../engagement/hours.ts';

/** Value of `network` for signed and trusted readers, whose page views are never discounted. */
export const VERIFIED_NETWORK = -1;

export const viewClassOf = (sender: { origin: 'unsigned'; network: number } | { origin: 'signed' | 'trusted' }) =>
  sender.origin === 'unsigned' ? sender.network : VERIFIED_NETWORK;

/** Maximum delay of an impression report, in hours. A longer delay means that a wrong clock dated the report. */
const MAX_REPORT_DELAY_HOURS = 48;

/** Builds a statement that adds page views. `rows` selects `seenList`, `seenIn` (network), `seenHour`, `standsFor`. */
export function addListViews(rows: SQL): SQL {
  const { list, network, slot, hour, reports, views } = listViews;
  const grown = (column: typeof reports | typeof views) =>
    sql`${bare(column)} = ${excluded(column)} + CASE WHEN ${bare(hour)} = ${excluded(hour)} THEN ${bare(column)} ELSE 0 END`;
  return sql`INSERT INTO ${listViews} (${listed(list, network, slot, hour, reports, views)})
    SELECT seenList, seenIn, seenHour % 2, max(seenHour), count(*), sum(standsFor) FROM (${rows}) GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET ${grown(reports)}, ${grown(views)}, ${bare(hour)} = ${excluded(hour)}
    WHERE ${excluded(hour)} >= ${listViews.hour} OR ${excluded(hour)} < ${listViews.hour} - ${MAX_REPORT_DELAY_HOURS}`;
}

export const forgetListViews = (db: Db, now: TrustedTime) =>
  db.delete(listViews).where(lt(listViews.hour, utcHourIndex(now) - MAX_REPORT_DELAY_HOURS));
