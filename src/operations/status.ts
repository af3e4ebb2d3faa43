import { count, gt, max, min, sql, sum } from 'drizzle-orm';
import { countDeadLetters, type DeadReason } from '../clicks/count/dead-letters.ts';
import type { Db } from '../db/client.ts';
import { clickOutcomes, topicWindows } from '../db/schema.ts';
import type { ServiceAlarm } from '../db/values.ts';
import { hourOf } from '../engagement/hours.ts';
import { isClicked, isLate } from '../engagement/mark-windows.ts';
import { log, reasonOf } from '../lib/log.ts';
import { HOUR, type Millis, rfc3339, toSeconds } from '../lib/time.ts';
import { readWebhookTotals } from '../webhooks/totals.ts';
import { readWebSubTotals } from '../websub/totals.ts';
import { raisedIn } from './alarms/follow.ts';
import { readMemory } from './alarms/memory.ts';
import { selectJobs } from './runs.ts';

/** Messages in a queue, and the age of the oldest. */
interface Waiting {
  queued: number;
  oldestSeconds: number | null;
  /** Until none waits, at the rate of the last minute; null where they do not become fewer, or the queue does not say, as on Cloudflare. */
  secondsLeft: number | null;
}

interface StoredStatus {
  deadLetters: Partial<Record<DeadReason, number>>;
  /** Start of the last hour in which clicks were counted; null if there were none in the last 24. */
  lastClickHour: string | null;
  rankings: { published: number; late: number; oldestAgeSeconds: number | null };
  /**
   * When each scheduled job last came to its end, by name; null where it never has. `failure`: how it has failed since. `copy` and
   * `trial` are those of a server that makes copies of itself.
   */
  jobs: {
    job: string;
    lastRun: string | null;
    ageSeconds: number | null;
    failure: { at: string; reason: string } | null;
  }[];
  /** What the service has raised an alarm about itself for. */
  alarms: { alarm: ServiceAlarm; since: string; detail: string }[];
  /** Clicks of the last 24 hours by outcome. */
  outcomes: Record<string, number>;
  /**
   * Webhooks that are on, those of them that fail, those that the service has switched off; deliveries that wait, and for how long
   * the oldest has.
   */
  webhooks: { enabled: number; failing: number; switchedOff: number; waiting: number; oldestSeconds: number | null };
  /** How often the WebSub hub was notified, and in vain; feeds of which it could not be notified lately; when it last was. */
  websub: { accepted: number; failed: number; failing: number; lastPing: string | null };
}

/** Null in what is stored: the database does not answer. */
export type Status = {
  database: 'ok' | 'unavailable';
  queue: Waiting;
  /** Messages that the queue gave up on and that are not stored yet. */
  deadLetterQueue: Waiting;
} & { [K in keyof StoredStatus]: StoredStatus[K] | null };

const UNKNOWN = {
  deadLetters: null,
  lastClickHour: null,
  rankings: null,
  jobs: null,
  outcomes: null,
  alarms: null,
  webhooks: null,
  websub: null,
};

/** The queue of a server of one's own says how long it will take, too. */
interface Measured {
  metrics(): Promise<QueueMetrics & { secondsLeft?: number | null }>;
}

/**
 * The state of the path of clicks, and of what goes out by itself, for operators. The queues report their own backlog, so the number
 * of waiting clicks is known even during an outage of the database.
 */
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
  return { database: stored ? 'ok' : 'unavailable', queue, deadLetterQueue, ...(stored ?? UNKNOWN) };
}

async function waitingIn(queue: Measured, now: number): Promise<Waiting> {
  const { backlogCount, oldestMessageTimestamp, secondsLeft = null } = await queue.metrics();
  const oldestSeconds = oldestMessageTimestamp ? Math.round((now - oldestMessageTimestamp.getTime()) / 1000) : null;
  return { queued: backlogCount, oldestSeconds, secondsLeft };
}

async function readStored(db: Db, now: number): Promise<StoredStatus> {
  const hour = hourOf(now);
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
        published: sql<number>`${count()} FILTER (WHERE ${gt(version, 0)})`.as('published'),
        late: sql<number>`${count()} FILTER (WHERE ${isLate(hour)})`.as('late'),
        oldest: sql<number | null>`${min(version)} FILTER (WHERE ${isClicked})`.as('oldest'),
      })
      .from(topicWindows),
  });
  const [{ outcomes, windows }, { oldestDue, ...hooks }, { lastPing, ...notified }, deadLetters, jobs, memory] =
    await Promise.all([
      clicksAndRankings,
      readWebhookTotals(db),
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
    jobs: jobs.map(({ job, at, failure }) => ({
      job,
      lastRun: at === null ? null : rfc3339(toSeconds(at)),
      ageSeconds: at === null ? null : Math.max(0, Math.round((now - at) / 1000)),
      failure: failure && { at: rfc3339(toSeconds(failure.at)), reason: failure.reason },
    })),
    alarms: raisedIn(memory),
    outcomes: Object.fromEntries(outcomes.map(({ outcome, clicks }) => [outcome, clicks])),
    webhooks: {
      ...hooks,
      oldestSeconds: oldestDue === null ? null : Math.max(0, Math.round((now - oldestDue) / 1000)),
    },
    websub: { ...notified, lastPing: lastPing === null ? null : rfc3339(lastPing) },
  };
}
