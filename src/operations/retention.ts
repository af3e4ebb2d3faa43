import { gte, lt, sql } from 'drizzle-orm';
import { addToTotals, SETTLED_HOURS } from '../clicks/count/outcomes.ts';
import { emptyTrash } from '../content/history/trash.ts';
import type { Db } from '../db/client.ts';
import { KEPT_DAYS } from '../db/kept.ts';
import { audit, clickOutcomes, pageHosts, siteShares, storyTerms } from '../db/schema.ts';
import { hourOf } from '../engagement/hours.ts';
import {
  expiredPartition,
  hoursTable,
  readDays,
  recreatePartition,
  shownTable,
  tablesOf,
} from '../engagement/partitions.ts';
import { forgetShares } from '../keys/shares.ts';
import { forgetUses } from '../keys/use.ts';
import { DAY, HOUR, type Millis, toSeconds } from '../lib/time.ts';
import { sealReads } from '../rankings/how-far/sums.ts';
import { computeDays, forgetOldDays } from '../rankings/object/days.ts';
import { forgetSubscriptions } from '../subscriptions/store.ts';
import { forgetEvents } from '../webhooks/retention.ts';
import { selectJobs } from './runs.ts';

/** A story whose last article is so old is known by its words no more. */
const SILENT_SECONDS = 7 * DAY;
/** A host whose pages nobody has read for so long is none of ours any more. */
const IDLE_SECONDS = 30 * DAY;

/** Hours of a partition that may be emptied lie before the last so many. */
const LIVE_HOURS = 15 * 24;
/** Where the last run is longer ago, the clock may be wrong. The next run takes it for right, an hour later at the earliest. */
const GAP: Millis = 4 * DAY * 1000;
const PAUSE = 'nothing was deleted for';

/** Nothing was deleted with a partition, because the clock may be wrong. */
export class ClockDoubted extends Error {
  override name = 'ClockDoubted';
}

/**
 * Daily housekeeping: seals days, then deletes hours that no window needs, and old outcomes. Throws `ClockDoubted` where it has kept a
 * partition. `isSure`: the clock is not asked.
 */
export async function retain(db: Db, now: Millis, isWeighed = true, isSure = false): Promise<void> {
  const hour = hourOf(now);
  const failed: unknown[] = [];
  await computeDays(db, { now, isWeighed }).catch((error) => failed.push(error));
  const doubt = await clearExpired(db, { now, isWeighed, isSure });
  if (doubt) failed.unshift(new ClockDoubted(doubt));
  await db.transaction(
    // Hours that isolates may still write to are left for the next day.
    addToTotals(hour - SETTLED_HOURS),
    db.delete(clickOutcomes).where(lt(clickOutcomes.hour, hour - KEPT_DAYS.outcomes * 24)),
    db.delete(siteShares).where(lt(siteShares.hour, hour - KEPT_DAYS.classShares * 24)),
  );
  await emptyTrash(db, now);
  await db.transaction(
    db.delete(audit).where(lt(audit.at, toSeconds(now) - KEPT_DAYS.audit * DAY)),
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
  if (failed.length > 0) throw failed[0];
}

/** Empties the partition that is used next. Returns why it has not. */
async function clearExpired(db: Db, at: { now: Millis; isWeighed: boolean; isSure: boolean }): Promise<string | null> {
  const partition = expiredPartition(hourOf(at.now));
  const found = await Promise.all(tablesOf(partition).map((table) => db.select({ one: sql`1` }).from(table).limit(1)));
  if (found.flat().length === 0) return null;
  const doubt = at.isSure ? null : await doubtOf(db, partition, at.now);
  if (doubt) return doubt;
  await sealReads(db, partition, at);
  await db.transaction(...recreatePartition(partition));
  return null;
}

/** Why a partition may hold what is needed, or the clock may be wrong; null: neither. */
async function doubtOf(db: Db, partition: number, now: Millis): Promise<string | null> {
  const first = hourOf(now) - LIVE_HOURS + 1;
  const [hours, days, shown] = [hoursTable(partition), readDays(partition), shownTable(partition)];
  const one = { one: sql`1` };
  const live = await Promise.all([
    db.select(one).from(hours).where(gte(hours.hour, first)).limit(1),
    db.select(one).from(shown).where(gte(shown.hour, first)).limit(1),
    db.select(one).from(days).where(sql`${days.day} * 24 + 23 >= ${first}`).limit(1),
  ]);
  if (live.flat().length > 0) return 'hours that should be over two weeks old are not';
  const run = (await selectJobs(db)).find(({ job }) => job === 'retention');
  const since = now - (run?.at ?? now);
  const isConfirmed = run?.failure?.reason.includes(PAUSE) && now - run.failure.at >= HOUR * 1000;
  return since > GAP && !isConfirmed ? `${PAUSE} ${Math.round(since / DAY / 1000)} days` : null;
}
