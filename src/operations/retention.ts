import { lt, sql } from 'drizzle-orm';
import { addToTotals, SETTLED_HOURS } from '../clicks/count/outcomes.ts';
import { emptyTrash } from '../content/history/trash.ts';
import type { Db } from '../db/client.ts';
import { audit, clickOutcomes, pageHosts, siteShares, storyTerms } from '../db/schema.ts';
import { hourOf } from '../engagement/hours.ts';
import { expiredPartition, recreatePartition, tablesOf } from '../engagement/partitions.ts';
import { forgetShares } from '../keys/shares.ts';
import { forgetUses } from '../keys/use.ts';
import { DAY, type Millis, toSeconds } from '../lib/time.ts';
import { sealReads } from '../rankings/how-far/sums.ts';
import { computeDays, forgetOldDays } from '../rankings/object/days.ts';
import { forgetSubscriptions } from '../subscriptions/store.ts';
import { forgetEvents } from '../webhooks/retention.ts';

const OUTCOME_HOURS = 30 * 24;
/** What is kept of who changed what: 90 days. */
const AUDIT_SECONDS = 90 * DAY;
/** A story whose last article is so old is known by its words no more. */
const SILENT_SECONDS = 7 * DAY;
/** A host whose pages nobody has read for so long is none of ours any more. */
const IDLE_SECONDS = 30 * DAY;
/** Shares are looked up for the running hour only; these are for operators. */
const SHARES_HOURS = 30 * 24;

/** Daily housekeeping: seals days, then deletes hours that no window needs, and old outcomes. */
export async function retain(db: Db, now: Millis, isWeighed = true): Promise<void> {
  const hour = hourOf(now);
  await computeDays(db, { now, isWeighed });
  await clearExpired(db, { now, isWeighed });
  await db.transaction(
    // Hours that isolates may still write to are left for the next day.
    addToTotals(hour - SETTLED_HOURS),
    db.delete(clickOutcomes).where(lt(clickOutcomes.hour, hour - OUTCOME_HOURS)),
    db.delete(siteShares).where(lt(siteShares.hour, hour - SHARES_HOURS)),
  );
  await emptyTrash(db, now);
  await db.transaction(
    db.delete(audit).where(lt(audit.at, toSeconds(now) - AUDIT_SECONDS)),
    // Nothing joins a story that has been silent for days.
    db.delete(storyTerms).where(lt(storyTerms.lastAt, toSeconds(now) - SILENT_SECONDS)),
    forgetUses(db, now),
    forgetShares(db, now),
    db.delete(pageHosts).where(lt(pageHosts.nextAt, toSeconds(now) - IDLE_SECONDS)),
    ...forgetEvents(db, now),
    ...forgetSubscriptions(db, now),
  );
  // Reads every day there is, so it is done once a month.
  if (new Date(now).getUTCDate() === 1) await forgetOldDays(db, now);
}

async function clearExpired(db: Db, at: { now: Millis; isWeighed: boolean }): Promise<void> {
  const partition = expiredPartition(hourOf(at.now));
  const found = await Promise.all(tablesOf(partition).map((table) => db.select({ one: sql`1` }).from(table).limit(1)));
  if (found.flat().length === 0) return;
  await sealReads(db, partition, at);
  await db.transaction(...recreatePartition(partition));
}
