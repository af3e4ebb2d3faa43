import { lt, sql } from 'drizzle-orm';
import { addToTotals, SETTLED_HOURS } from '../clicks/consume/outcomes.ts';
import { forgetListViews } from '../clicks/sampling/list-views.ts';
import { emptyTrash } from '../content/history/trash.ts';
import { forgetExpiredPins } from '../content/pins/pins.ts';
import type { Db } from '../db/client.ts';
import { RETENTION_DAYS } from '../db/retention-days.ts';
import { audit, clickOutcomes, hostRests, pageHosts, siteBaselines, storyTerms } from '../db/schema.ts';
import type { TrustedTime } from '../db/trusted-time.ts';
import { dayIndex, firstHourOf, OPEN_DAYS } from '../engagement/days.ts';
import { utcHourIndex } from '../engagement/hours.ts';
import { forgetOrders } from '../engagement/order-days.ts';
import {
  expiredPartition,
  hoursTable,
  ledgersOf,
  readDays,
  recreateTables,
  shownTable,
  tablesOf,
} from '../engagement/partitions.ts';
import { forgetUses } from '../keys/key-use.ts';
import { forgetTokens } from '../keys/one-time-tokens.ts';
import { forgetNames } from '../keys/people.ts';
import { forgetEnded } from '../keys/sessions.ts';
import { forgetShares } from '../keys/share-links.ts';
import { DAY, toSeconds } from '../lib/time.ts';
import { computeDaysAt, type DaysRun, forgetOldDays } from '../rankings/object/days/days.ts';
import { forgetWeeks } from '../rankings/read/weekly-summaries.ts';
import { deleteOldSampleRates } from '../rankings/read-depth/daily-sample-rate.ts';
import { sealReads } from '../rankings/read-depth/seal-reads.ts';
import { forgetSubscriptions } from '../subscriptions/store.ts';
import { forgetEvents } from '../webhooks/retention.ts';
import { selectJobs } from './job-runs.ts';

const IDLE_SECONDS = 30 * DAY;

/** Numbers of days whose data must not be deleted: `LIVE_DAYS` before today, and `NEAR_DAYS` after it. */
const LIVE_DAYS = 15;
const NEAR_DAYS = 2;

/** Error of a run that deleted nothing, because the clock differs too much from the newest stored time. */
export class ClockDoubted extends Error {
  override name = 'ClockDoubted';
}

export async function isPutOff(db: Db): Promise<boolean> {
  const run = (await selectJobs(db)).find(({ job }) => job === 'retention');
  return run?.failure?.reason.startsWith('ClockDoubted') === true;
}

/** Performs daily housekeeping. Only this function, `keepSalts` and `expireDeadLetters` delete data by age. */
export async function retain(db: Db, now: TrustedTime, isDiscounted = true, zone = ''): Promise<void> {
  const hour = utcHourIndex(now);
  const failed: unknown[] = [];
  await computeDaysAt(db, { now, isDiscounted, zone }).catch((error) => failed.push(error));
  await clearExpired(db, { now, isDiscounted, zone });
  await db.transaction(
    // Recent hours are excluded, because Worker instances may still add outcomes to them.
    addToTotals(hour - SETTLED_HOURS),
    db.delete(clickOutcomes).where(lt(clickOutcomes.hour, hour - RETENTION_DAYS.outcomes * 24)),
    db.delete(siteBaselines).where(lt(siteBaselines.hour, hour - RETENTION_DAYS.baselines * 24)),
  );
  await emptyTrash(db, now);
  await db.transaction(
    db.delete(audit).where(lt(audit.at, toSeconds(now) - RETENTION_DAYS.audit * DAY)),
    // Terms of old stories are deleted, because new articles never join a story that has had no articles for days.
    db.delete(storyTerms).where(lt(storyTerms.lastAt, toSeconds(now) - RETENTION_DAYS.storyTerms * DAY)),
    forgetNames(db, now),
    forgetUses(db, now),
    forgetShares(db, now),
    forgetEnded(db, now),
    forgetTokens(db, now),
    db.delete(pageHosts).where(lt(pageHosts.nextAt, toSeconds(now) - IDLE_SECONDS)),
    db.delete(hostRests).where(lt(hostRests.until, toSeconds(now) - IDLE_SECONDS)),
    ...forgetEvents(db, now),
    ...forgetSubscriptions(db, now),
    ...deleteOldSampleRates(db, now),
    forgetListViews(db, now),
    forgetOrders(db, now),
    forgetWeeks(db, now),
    forgetExpiredPins(db, now),
  );
  // Statistics of old days are deleted once per month, because the deletion reads the statistics of every day.
  if (new Date(now).getUTCDate() === 1) await forgetOldDays(db, now);
  if (failed.length > 0) throw failed[0];
}

/** Empties the partition that will be used next. Retains later hours, which were stored while the clock was wrong. */
async function clearExpired(db: Db, { now, isDiscounted, zone }: DaysRun<TrustedTime>): Promise<void> {
  // Days that can still change need all their hours, even if the publisher's midnight is not that of the partition.
  const openHour = firstHourOf(dayIndex(now, zone) - OPEN_DAYS, zone) + OPEN_DAYS * 24;
  const partition = expiredPartition(
    Math.min(utcHourIndex(now), zone === '' ? Number.POSITIVE_INFINITY : openHour - 1),
  );
  const found = await Promise.all(tablesOf(partition).map((table) => db.select({ one: sql`1` }).from(table).limit(1)));
  if (found.flat().length === 0) return;
  const today = Math.floor(utcHourIndex(now) / 24);
  const first = today - LIVE_DAYS + 1;
  const { oldest, newest, isNear } = await daysIn(db, partition, { first, near: today + NEAR_DAYS });
  if (newest < first) {
    await sealReads(db, partition, { now, isDiscounted, before: today });
    await db.transaction(...recreateTables(tablesOf(partition)));
    return;
  }
  if (oldest >= first) return;
  await sealReads(db, partition, { now, isDiscounted, before: first });
  await db.transaction(
    ...[hoursTable(partition), shownTable(partition)].map((table) =>
      db.delete(table).where(lt(table.hour, first * 24)),
    ),
    db.delete(readDays(partition)).where(lt(readDays(partition).day, first)),
    ...(isNear ? [] : recreateTables(ledgersOf(partition))),
  );
}

async function daysIn(db: Db, partition: number, { first, near }: { first: number; near: number }) {
  const spans = await Promise.all(
    [
      { table: hoursTable(partition), day: sql<number>`${hoursTable(partition).hour} / 24` },
      { table: shownTable(partition), day: sql<number>`${shownTable(partition).hour} / 24` },
      { table: readDays(partition), day: sql<number>`${readDays(partition).day}` },
    ].map(async ({ table, day }) => {
      const [span] = await db
        .select({
          oldest: sql<number | null>`min(${day})`.as('oldest_day'),
          newest: sql<number | null>`max(${day})`.as('newest_day'),
          near: sql<number>`count(*) FILTER (WHERE ${day} BETWEEN ${first} AND ${near})`.as('near_days'),
        })
        .from(table);
      return span;
    }),
  );
  return {
    oldest: Math.min(...spans.map((span) => span?.oldest ?? Number.POSITIVE_INFINITY)),
    newest: Math.max(...spans.map((span) => span?.newest ?? Number.NEGATIVE_INFINITY)),
    isNear: spans.some((span) => (span?.near ?? 0) > 0),
  };
}
