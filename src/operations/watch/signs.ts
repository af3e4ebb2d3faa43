import { and, between, desc, eq, exists, gte, isNotNull, lt, or, sql } from 'drizzle-orm';
import { REPLICATION_DELAY_S, saltDayOf } from '../../clicks/salts/salts.ts';
import type { Db } from '../../db/client.ts';
import {
  readerSalts,
  siteBaselines,
  topicWindows,
  webhookDeliveries,
  webhookEvents,
  webhooks,
} from '../../db/schema.ts';
import { isTrusted } from '../../db/trusted-time.ts';
import { FAILING } from '../../db/values.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import { isClicked } from '../../engagement/mark-windows.ts';
import { HOUR, type Millis, toSeconds } from '../../lib/time.ts';
import type { Signs } from '../alarms/follow.ts';
import { factsOfMachine, type MachineFacts } from '../alarms/machine-facts.ts';
import { faultOf, readClock, type StoredClock } from '../clock/clock.ts';
import { COPY_JOBS } from '../cron-times.ts';
import { selectFeedTotals } from '../feed-totals.ts';
import { isOverdue } from '../overdue.ts';
import { readStatus, type Status } from '../status.ts';

const LIMITS = {
  /** Age in seconds at which a waiting click raises an alarm. The alarm reveals no click counts. */
  wait: 45,
  rankings: 600,
  clock: 120,
};
const OWN_ALARM_JOBS = ['retention', ...COPY_JOBS];
const GIGABYTE = 1e9;
const MIN_SAMPLES_LEFT = 0.5;
const MIN_FREE_SPACE = { bytes: 0.5 * GIGABYTE, part: 0.03 };

type Queues = Parameters<typeof readStatus>[1];

export async function readSigns(db: Db, env: Queues & { SALTS: Pick<KVNamespace, 'get'> }, now: Millis) {
  const status = await readStatus(db, env, now);
  if (status.database !== 'ok') throw new Error('the database does not respond');
  const [stored, lacksHalf, clock] = await Promise.all([
    readStored(db, now),
    isHalfMissing(db, env.SALTS, now),
    readClock(db),
  ]);
  return {
    database: null,
    ...ofStatus(status, clock, now),
    ...stored,
    salts: lacksHalf ? 'one half of today’s salt is missing, so clicks are rejected' : null,
    ...signsOfMachine(now),
  };
}

function ofStatus(
  { queue, deadLetterQueue, deadLetters, jobs }: Status,
  clock: StoredClock | null,
  now: number,
): Signs {
  const waits = queue.oldestSeconds ?? 0;
  const letters = Object.values(deadLetters ?? {}).reduce((sum, count) => sum + count, 0) + deadLetterQueue.queued;
  const overdue = (jobs ?? []).filter(isOverdue);
  const late = overdue.map(({ job }) => job);
  const overdueRetention = overdue.find(({ job }) => job === 'retention');
  const frequent = late.filter((job) => !OWN_ALARM_JOBS.includes(job));
  const runs = (jobs ?? []).flatMap(({ lastRun }) => (lastRun === null ? [] : [Date.parse(lastRun)]));
  const ahead = Math.max(0, ...runs.map((at) => Math.round((at - now) / 1000)));
  // The clock alarm already reports that deletions were postponed because of the clock.
  const isDoubted = clock !== null && !isTrusted(clock.newest, now);
  const fault = clock && faultOf(clock, now);
  const failed = (jobs ?? []).find(({ job, failure }) => COPY_JOBS.includes(job) && failure);
  return {
    queue: waits >= LIMITS.wait ? `clicks have been waiting in the queue for ${waits} s` : null,
    deadLetters: letters > 0 ? 'messages that could not be processed (dead letters) are waiting for an operator' : null,
    jobs: frequent.length > 0 ? `scheduled jobs are overdue: ${frequent.join(', ')}` : null,
    retention:
      overdueRetention && !isDoubted
        ? `old data has not been deleted${overdueRetention.ageSeconds === null ? '' : ' for more than a day'}`
        : null,
    backupFailed: failed ? `the last snapshot or its restore test failed: ${failed.failure?.reason}` : null,
    backupOld: late.some((job) => COPY_JOBS.includes(job)) ? 'the snapshot or its restore test is overdue' : null,
    clock:
      fault ?? (ahead > LIMITS.clock ? `the clock was set back, so the last run is ${ahead} s in the future` : null),
  };
}

async function readStored(db: Db, now: number): Promise<Signs> {
  const count = (name: string) => sql<number>`count(*)`.as(name);
  const waiting = db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhooks.id),
        sql`${webhookDeliveries.state} = 'pending'`,
        gte(webhookDeliveries.attempts, FAILING),
      ),
    );
  const {
    late: [late],
    hooks: [hooks],
    totals: [totals],
    shares: [shares],
    suspects,
  } = await db.transaction({
    late: db
      .select({ late: count('late') })
      .from(topicWindows)
      .where(and(isClicked, lt(topicWindows.hour, utcHourIndex(now - LIMITS.rankings * 1000)))),
    hooks: db
      .select({ failing: count('failing') })
      .from(webhooks)
      .where(
        or(
          isNotNull(webhooks.disabledReason),
          and(eq(webhooks.enabled, true), or(gte(webhooks.silences, FAILING), exists(waiting))),
        ),
      ),
    totals: selectFeedTotals(db),
    shares: db.select({ left: siteBaselines.left }).from(siteBaselines).orderBy(desc(siteBaselines.hour)).limit(1),
    suspects: db
      .select({ id: webhookEvents.id })
      .from(webhookEvents)
      .where(
        and(
          eq(webhookEvents.type, 'engagement.suspicious'),
          between(webhookEvents.at, toSeconds(now) - HOUR, toSeconds(now) + HOUR),
        ),
      )
      .limit(1),
  });
  const fail = totals && totals.polled === totals.failing && totals.failures >= FAILING;
  return {
    rankings: late?.late ? 'some rankings have not rolled over to the current hour' : null,
    webhooks: hooks?.failing ? 'deliveries to a webhook are failing, or the service disabled it' : null,
    feeds: fail ? 'no feed can be read' : null,
    baseline:
      (shares?.left ?? 1) < MIN_SAMPLES_LEFT
        ? 'readers’ networks or browsers differ from two weeks ago; accept the new baseline if you expected this'
        : null,
    concentration: suspects.length > 0 ? 'many clicks on an article were discounted as suspicious' : null,
  };
}

/** Returns true if today's salt lacks its second half. The service then accepts no clicks. */
async function isHalfMissing(db: Db, kv: Pick<KVNamespace, 'get'>, now: number): Promise<boolean> {
  const { name, day, madeAt } = readerSalts;
  const made = lt(madeAt, toSeconds(now) - REPLICATION_DELAY_S);
  const [row] = await db
    .select({ name })
    .from(readerSalts)
    .where(and(eq(day, saltDayOf(now)), made));
  return row !== undefined && (await kv.get(row.name)) === null;
}

export const signsOfMachine = (now: number): Signs => {
  const { disk, lost } = factsOfMachine(now);
  return { ...(disk ? ofDisk(disk) : {}), ...(lost ? ofLost(lost) : {}) };
};

const FILES = { database: 'the database', queues: 'the queues' };

const ofLost = (lost: NonNullable<MachineFacts['lost']>): Signs => ({
  filesLost:
    lost.length > 0
      ? `at startup, files of ${lost.map((name) => FILES[name]).join(' and of ')} were missing, so their data is lost`
      : null,
});

function ofDisk({ free, size }: NonNullable<MachineFacts['disk']>): Signs {
  const isLow = free < Math.max(MIN_FREE_SPACE.bytes, MIN_FREE_SPACE.part * size);
  return {
    disk: isLow ? `the disk has ${(free / GIGABYTE).toFixed(1)} of ${Math.round(size / GIGABYTE)} GB left` : null,
  };
}
