import { count as countRows, gt, max, min, sql, sum } from 'drizzle-orm';
import * as z from 'zod';
import { version as release } from '../../package.json';
import { countDeadLetters } from '../clicks/consume/dead-letters.ts';
import type { Db } from '../db/client.ts';
import { changedArticles, clickOutcomes, topicWindows, websubTopics } from '../db/schema.ts';
import { SERVICE_ALARMS } from '../db/values.ts';
import { utcHourIndex } from '../engagement/hours.ts';
import { isClicked, isOutdatedWindow } from '../engagement/mark-windows.ts';
import { log, reasonOf } from '../lib/log.ts';
import { HOUR, type Millis, rfc3339, rfc3339OrNull, toSeconds } from '../lib/time.ts';
import { isChangeDue } from '../rankings/object/days/changed-articles.ts';
import { readDispatchTotals } from '../subscriptions/totals.ts';
import { readWebhookTotals } from '../webhooks/totals.ts';
import { raisedIn } from './alarms/follow.ts';
import { factsOfMachine } from './alarms/machine-facts.ts';
import { readMemory } from './alarms/memory.ts';
import { selectFeedTotals } from './feed-totals.ts';
import { selectJobs } from './job-runs.ts';

/** Time for which a WebSub failure counts as current. A lasting failure recurs every five minutes. */
const RECENT_FAILURE_S = 900;

async function readWebSubTotals(db: Db, now: Millis) {
  const { pings, failures, failedAt, pingedAt } = websubTopics;
  const since = toSeconds(now) - RECENT_FAILURE_S;
  const [row] = await db
    .select({
      accepted: sum(pings).mapWith(Number).as('accepted'),
      failed: sum(failures).mapWith(Number).as('failed'),
      failing: sql<number>`count(*) FILTER (WHERE ${failedAt} > ${since})`.as('failing'),
      lastPing: max(pingedAt).as('last_ping'),
    })
    .from(websubTopics);
  return {
    accepted: row?.accepted ?? 0,
    failed: row?.failed ?? 0,
    failing: row?.failing ?? 0,
    lastPing: row?.lastPing ?? null,
  };
}

const time = z.iso.datetime();
const count = z.int().min(0);
const counts = z.record(z.string(), count);

const waiting = z.object({
  queued: count,
  oldestSeconds: z.int().nullable(),
  secondsLeft: count
    .nullable()
    .describe(
      'Seconds until the queue is empty at the rate of the last minute; null on Cloudflare, and if the queue does not shrink',
    ),
});

/** Service status for operators. Fields are `null` while the database is unavailable. */
export const STATUS = z
  .object({
    version: z.string().describe('Running version of newsgauge'),
    disk: z
      .object({ free: count.describe('Bytes'), size: count.describe('Bytes') })
      .nullable()
      .describe('Disk that stores the state of a self-hosted server; null on Cloudflare and in the first minute'),
    database: z
      .enum(['ok', 'unavailable'])
      .describe('Whether the database responds; if it does not, all values from the database are null'),
    queue: waiting.describe('Messages waiting to be counted, with up to two clicks each'),
    deadLetterQueue: waiting.describe('Failed messages that have not been stored yet'),
    deadLetters: counts.nullable().describe('Number of dead letters by reason'),
    lastClickHour: z.iso.datetime().nullable().describe('Start of the last hour with counted clicks'),
    rankings: z.object({ published: count, late: count, oldestAgeSeconds: z.int().nullable() }).nullable(),
    days: z
      .object({
        changedArticles: count.describe(
          'Number of changed articles that histories and ranges do not include yet; 0 when a large change is complete',
        ),
      })
      .nullable(),
    feeds: z.object({ polled: count, failing: count.describe('Feeds whose last poll has failed') }).nullable(),
    jobs: z
      .array(
        z.object({
          job: z
            .string()
            .describe(
              'Name of the job; `copy` and `trial` are snapshots of a self-hosted server and their restore tests',
            ),
          lastRun: time.nullable().describe('Time at which the job last finished; null if it has never finished'),
          ageSeconds: count.nullable(),
          failure: z
            .object({ at: time, reason: z.string() })
            .nullable()
            .describe('Failure since `lastRun`; null if there was none'),
        }),
      )
      .nullable()
      .describe('Last result of each scheduled job'),
    alarms: z
      .array(z.object({ alarm: z.enum(SERVICE_ALARMS), since: time, detail: z.string() }))
      .nullable()
      .describe('Active service alarms, as in the event `service.alarm`'),
    outcomes: counts.nullable().describe('Clicks of the last 24 hours by outcome'),
    webhooks: z
      .object({
        enabled: count.describe('Enabled webhooks'),
        failing: count.describe('Enabled webhooks with a delivery waiting after a failed attempt'),
        switchedOff: count.describe('Webhooks that the service disabled because the receiver returned 410'),
        waiting: count.describe('Waiting deliveries'),
        oldestSeconds: z.int().nullable().describe('Time for which the oldest delivery has been due, in seconds'),
      })
      .nullable(),
    subscriptions: z
      .object({
        waiting: count.describe('Waiting messages to subscribers'),
        oldestSeconds: z.int().nullable().describe('Time for which the oldest message has been due, in seconds'),
        delivered: count.describe('Messages delivered in the last 24 hours'),
        failed: count.describe('Messages that failed in the last 24 hours'),
        failure: z.string().nullable().describe('Reason of the last failed attempt; null if no attempt failed'),
      })
      .nullable()
      .describe('Emails and webhooks of subscribers'),
    websub: z
      .object({
        accepted: count.describe('Notifications sent to the hub since the installation'),
        failed: count.describe('Failed notifications'),
        failing: count.describe('Feeds with failed notifications in the last 15 minutes'),
        lastPing: time.nullable().describe('Time of the last notification; null if there was none'),
      })
      .nullable()
      .describe('WebSub notifications; `GET /manage/websub` returns details per feed'),
  })
  .meta({ id: 'Status' });

export type Status = z.infer<typeof STATUS>;
type Waiting = z.infer<typeof waiting>;
type StoredStatus = Omit<Status, 'version' | 'disk' | 'database' | 'queue' | 'deadLetterQueue'>;

const UNKNOWN_STATUS = {
  deadLetters: null,
  lastClickHour: null,
  rankings: null,
  days: null,
  feeds: null,
  jobs: null,
  outcomes: null,
  alarms: null,
  webhooks: null,
  subscriptions: null,
  websub: null,
};

interface Measured {
  metrics(): Promise<QueueMetrics & { secondsLeft?: number | null }>;
}

/** Returns the service status. Queues report their backlog even while the database is unavailable. */
export async function readStatus(
  db: Db,
  { CLICKS, DEAD_CLICKS }: { CLICKS: Measured; DEAD_CLICKS: Measured },
  now: Millis,
): Promise<Status> {
  const [queue, deadLetterQueue, stored] = await Promise.all([
    waitingIn(CLICKS, now),
    waitingIn(DEAD_CLICKS, now),
    readStored(db, now).catch((error: unknown) => {
      log('databaseOut', now, { reason: reasonOf(error) });
      return null;
    }),
  ]);
  const disk = factsOfMachine(now).disk ?? null;
  const database = stored ? 'ok' : 'unavailable';
  return { version: release, disk, database, queue, deadLetterQueue, ...(stored ?? UNKNOWN_STATUS) };
}

async function waitingIn(queue: Measured, now: number): Promise<Waiting> {
  const { backlogCount, oldestMessageTimestamp, secondsLeft = null } = await queue.metrics();
  const oldestSeconds = oldestMessageTimestamp ? Math.round((now - oldestMessageTimestamp.getTime()) / 1000) : null;
  return { queued: backlogCount, oldestSeconds, secondsLeft };
}

async function readStored(db: Db, now: number): Promise<StoredStatus> {
  const hour = utcHourIndex(now);
  const { outcome, clicks } = clickOutcomes;
  const { version } = topicWindows;
  const clicksAndRankings = db.transaction({
    outcomes: db
      .select({
        outcome,
        clicks: sum(clicks).mapWith(Number).as('outcome_clicks'),
        lastHour: sql<number>`${max(clickOutcomes.hour)}`.as('last_hour'),
      })
      .from(clickOutcomes)
      .where(gt(clickOutcomes.hour, hour - 24))
      .groupBy(outcome),
    windows: db
      .select({
        published: sql<number>`${countRows()} FILTER (WHERE ${gt(version, 0)})`.as('published'),
        late: sql<number>`${countRows()} FILTER (WHERE ${isOutdatedWindow(hour)})`.as('late'),
        oldest: sql<number | null>`${min(version)} FILTER (WHERE ${isClicked})`.as('oldest'),
      })
      .from(topicWindows),
    totals: selectFeedTotals(db),
    changed: db
      .select({ articles: countRows().as('changed_articles') })
      .from(changedArticles)
      .where(isChangeDue(now)),
  });
  const [
    { outcomes, windows, totals, changed },
    { oldestDue, ...hooks },
    subscriptions,
    { lastPing, ...notified },
    deadLetters,
    jobs,
    memory,
  ] = await Promise.all([
    clicksAndRankings,
    readWebhookTotals(db),
    readDispatchTotals(db, now),
    readWebSubTotals(db, now),
    countDeadLetters(db),
    selectJobs(db),
    readMemory(db),
  ]);
  const [rankings] = windows;
  const counted = outcomes.filter(({ outcome }) => outcome === 'counted' || outcome === 'imported');
  const last = counted.length > 0 ? Math.max(...counted.map(({ lastHour }) => lastHour)) : undefined;
  return {
    deadLetters,
    lastClickHour: last === undefined ? null : rfc3339(last * HOUR),
    rankings: {
      published: rankings?.published ?? 0,
      late: rankings?.late ?? 0,
      oldestAgeSeconds: rankings?.oldest == null ? null : Math.max(0, Math.round((now - rankings.oldest) / 1000)),
    },
    days: { changedArticles: changed[0]?.articles ?? 0 },
    feeds: { polled: totals[0]?.polled ?? 0, failing: totals[0]?.failing ?? 0 },
    jobs: jobs.map(({ job, at, failure }) => ({
      job,
      lastRun: rfc3339OrNull(at && toSeconds(at)),
      ageSeconds: at === null ? null : Math.max(0, Math.round((now - at) / 1000)),
      failure: failure && { at: rfc3339(toSeconds(failure.at)), reason: failure.reason },
    })),
    alarms: raisedIn(memory),
    outcomes: Object.fromEntries(outcomes.map(({ outcome, clicks }) => [outcome, clicks])),
    webhooks: {
      ...hooks,
      oldestSeconds: oldestDue === null ? null : Math.max(0, Math.round((now - oldestDue) / 1000)),
    },
    subscriptions,
    websub: { ...notified, lastPing: rfc3339OrNull(lastPing) },
  };
}
