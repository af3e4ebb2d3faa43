import { and, count, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { version } from '../../package.json';
import { DEAD_REASONS } from '../clicks/consume/dead-letters.ts';
import { selectTotals } from '../clicks/consume/outcomes.ts';
import type { Db } from '../db/client.ts';
import { apiKeys, articles, clickOutcomes, companies, counts, feeds, sources, topics } from '../db/schema.ts';
import { SERVICE_ALARMS } from '../db/values.ts';
import { utcHourIndex } from '../engagement/hours.ts';
import type { KeyKind } from '../keys/key.ts';
import type { Metric } from '../lib/formats/openmetrics.ts';
import { type Millis, toSeconds } from '../lib/time.ts';
import { readWebhookDay } from '../webhooks/totals.ts';
import { selectJobs } from './job-runs.ts';
import { readStatus } from './status.ts';

/** Time for which a count of articles is reused, because each count reads all articles. */
const COUNT_LIFE_MS = 600_000;

async function readCounts(db: Db, now: Millis) {
  const seconds = toSeconds(now);
  const where = (condition: SQL, name: string) => sql<number>`count(*) FILTER (WHERE ${condition})`.as(name);
  const alive = (kind: KeyKind) => where(sql`${apiKeys.kind} = ${kind}`, kind);
  const {
    topic: [topic],
    company: [company],
    source: [source],
    feed: [feed],
    key: [key],
    known: [known],
  } = await db.transaction({
    topic: db.select({ topics: count() }).from(topics),
    company: db.select({ companies: count() }).from(companies),
    source: db.select({ sources: count() }).from(sources),
    feed: db
      .select({
        feeds: count(),
        feedsDue: where(sql`${feeds.nextAt} <= ${seconds}`, 'due'),
        feedsFailing: where(sql`${feeds.failures} > 0`, 'failing'),
        feedsGone: where(sql`${feeds.nextAt} IS NULL`, 'gone'),
      })
      .from(feeds),
    key: db
      .select({ secretKeys: alive('secret'), publishableKeys: alive('publishable'), operatorKeys: alive('operator') })
      .from(apiKeys)
      .where(and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, seconds)))),
    known: db.select().from(counts).where(eq(counts.name, 'articles')),
  });
  if (!topic || !company || !source || !feed || !key) throw new Error('counting gives one row');
  const isFresh = known && known.at <= now && now < known.at + COUNT_LIFE_MS;
  const articles = isFresh ? known.count : await countArticles(db, now);
  return { articles, ...topic, ...company, ...source, ...feed, ...key };
}

async function countArticles(db: Db, now: number): Promise<number> {
  const [row] = await db.select({ count: count() }).from(articles);
  const counted = { count: row?.count ?? 0, at: now };
  await db
    .insert(counts)
    .values({ name: 'articles', ...counted })
    .onConflictDoUpdate({ target: counts.name, set: counted });
  return counted.count;
}

const OUTCOME_HOURS = 48;

const gauge = (name: string, help: string, value: number | null = null): Metric => ({
  type: 'gauge',
  name: `newsgauge_${name}`,
  help,
  ...(name.endsWith('_seconds') ? { unit: 'seconds' } : {}),
  samples: [{ value }],
});

const byLabel = (name: string, help: string, label: string, values: Iterable<readonly [string, number]>): Metric => ({
  ...gauge(name, help),
  samples: Array.from(values, ([key, value]) => ({ labels: { [label]: key }, value })),
});

type Outcomes = readonly { outcome: string; clicks: number }[];

function added(...lists: Outcomes[]): [outcome: string, clicks: number][] {
  const sums = new Map<string, number>();
  for (const { outcome, clicks } of lists.flat()) sums.set(outcome, (sums.get(outcome) ?? 0) + clicks);
  return Array.from(sums).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns gauges for monitoring. While the database is unavailable, returns only the gauges of the queue. */
export async function readMetrics(db: Db, queues: Parameters<typeof readStatus>[1], now: Millis): Promise<Metric[]> {
  const status = await readStatus(db, queues, now);
  const ofQueue = [
    gauge('queue_messages', 'Clicks waiting to be counted.', status.queue.queued),
    gauge('queue_oldest_age_seconds', 'Age of the oldest waiting click.', status.queue.oldestSeconds),
    gauge(
      'queue_left_seconds',
      'Time until the queue is empty at the rate of the last minute.',
      status.queue.secondsLeft,
    ),
  ];
  const build: Metric = {
    ...gauge('build', 'Running version.'),
    type: 'info',
    samples: [{ labels: { version }, value: 1 }],
  };
  const database = gauge('database_up', 'Whether the database responds.', status.database === 'ok' ? 1 : 0);
  if (status.database === 'unavailable') return [build, database, ...ofQueue];
  const counts = await readCounts(db, now);
  const { outcome } = clickOutcomes;
  const { settled, events } = await readWebhookDay(db, now);
  const jobs = await selectJobs(db);
  const { totals, open, outcomes } = await db.transaction({
    ...selectTotals(db),
    outcomes: db
      .select({ outcome, clicks: sql<number>`sum(${clickOutcomes.clicks})` })
      .from(clickOutcomes)
      .where(gt(clickOutcomes.hour, utcHourIndex(now) - OUTCOME_HOURS))
      .groupBy(outcome)
      .orderBy(outcome),
  });
  const { rankings, days, lastClickHour, webhooks, subscriptions, websub } = status;
  return [
    build,
    database,
    byLabel(
      'alarms',
      'Whether a service alarm is active.',
      'alarm',
      SERVICE_ALARMS.map((alarm) => [alarm, Number(status.alarms?.some((raised) => raised.alarm === alarm) ?? false)]),
    ),
    {
      ...byLabel('clicks', 'Clicks by outcome since the installation.', 'outcome', added(totals, open)),
      type: 'counter',
    },
    ...ofQueue,
    byLabel(
      'dead_letters',
      'Clicks that could not be counted (dead letters).',
      'reason',
      DEAD_REASONS.map((reason) => [reason, status.deadLetters?.[reason] ?? 0]),
    ),
    byLabel(
      'click_outcomes',
      `Clicks by outcome in the last ${OUTCOME_HOURS} hours.`,
      'outcome',
      outcomes.map(({ outcome, clicks }) => [outcome, clicks]),
    ),
    gauge(
      'last_click_hour_timestamp_seconds',
      'Start of the last hour with counted clicks.',
      lastClickHour === null ? null : Date.parse(lastClickHour) / 1000,
    ),
    gauge('rankings_published', 'Published rankings of topics and the site.', rankings?.published),
    gauge('rankings_late', 'Rankings that have not rolled over to the current hour.', rankings?.late),
    gauge('rankings_oldest_age_seconds', 'Age of the oldest ranking with clicks.', rankings?.oldestAgeSeconds),
    gauge('changed_articles', 'Changed articles that histories and ranges do not include yet.', days?.changedArticles),
    gauge('articles', 'Number of articles, counted within the last ten minutes.', counts.articles),
    gauge('topics', 'Number of topics.', counts.topics),
    gauge('companies', 'Number of companies.', counts.companies),
    gauge('sources', 'Number of sources.', counts.sources),
    gauge('feeds', 'Number of feeds of all sources.', counts.feeds),
    gauge('feeds_due', 'Feeds due for polling.', counts.feedsDue),
    gauge('feeds_failing', 'Feeds whose last poll failed.', counts.feedsFailing),
    gauge('feeds_gone', 'Feeds that are no longer polled.', counts.feedsGone),
    byLabel('keys', 'Active API keys.', 'kind', [
      ['secret', counts.secretKeys],
      ['publishable', counts.publishableKeys],
      ['operator', counts.operatorKeys],
    ]),
    byLabel(
      'webhook_deliveries',
      'All waiting webhook deliveries, and the delivered and failed ones for events of the last 24 hours.',
      'state',
      [['pending', webhooks?.waiting ?? 0], ...settled],
    ),
    gauge('webhooks_failing', 'Webhooks with a delivery waiting after a failed attempt.', webhooks?.failing),
    gauge('webhooks_switched_off', 'Webhooks disabled by the service.', webhooks?.switchedOff),
    gauge('webhook_oldest_age_seconds', 'Time for which the oldest delivery has been due.', webhooks?.oldestSeconds),
    byLabel(
      'subscription_messages',
      'All waiting messages to subscribers, and those delivered or failed in the last 24 hours.',
      'state',
      [
        ['waiting', subscriptions?.waiting ?? 0],
        ['delivered', subscriptions?.delivered ?? 0],
        ['failed', subscriptions?.failed ?? 0],
      ],
    ),
    byLabel('events', 'Events of the last 24 hours.', 'type', events),
    {
      ...byLabel('websub_pings', 'Notifications sent to the WebSub hub since the installation.', 'outcome', [
        ['accepted', websub?.accepted ?? 0],
        ['failed', websub?.failed ?? 0],
      ]),
      type: 'counter',
    },
    gauge('websub_feeds_failing', 'Feeds whose latest change could not be reported to the hub.', websub?.failing),
    gauge(
      'websub_last_ping_timestamp_seconds',
      'Time of the last notification to the hub.',
      websub?.lastPing ? Date.parse(websub.lastPing) / 1000 : null,
    ),
    byLabel(
      'job_last_success_timestamp_seconds',
      'Time at which a scheduled job last finished.',
      'task',
      jobs.flatMap(({ job, at }) => (at === null ? [] : [[job, at / 1000]])),
    ),
    byLabel(
      'job_last_duration_seconds',
      'Duration of the run in which a scheduled job last finished.',
      'task',
      jobs.flatMap(({ job, milliseconds }) => (milliseconds === null ? [] : [[job, milliseconds / 1000]])),
    ),
    byLabel(
      'job_failed',
      'Whether a scheduled job has failed since it last finished.',
      'task',
      jobs.map(({ job, failure }) => [job, failure ? 1 : 0]),
    ),
  ];
}
