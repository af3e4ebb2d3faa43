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
import { METRICS, OUTCOME_HOURS } from './metric-table.ts';
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

type Name = keyof typeof METRICS;
type LabelledName = { [N in Name]: (typeof METRICS)[N] extends { label: string } ? N : never }[Name];

const metric = (name: Name, value: number | null = null): Metric => ({
  type: METRICS[name].type,
  name: `newsgauge_${name}`,
  help: METRICS[name].help,
  ...(name.endsWith('_seconds') ? { unit: 'seconds' } : {}),
  samples: [{ value }],
});

const byLabel = (name: LabelledName, values: Iterable<readonly [string, number]>): Metric => ({
  ...metric(name),
  samples: Array.from(values, ([key, value]) => ({ labels: { [METRICS[name].label]: key }, value })),
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
    metric('queue_messages', status.queue.queued),
    metric('queue_oldest_age_seconds', status.queue.oldestSeconds),
    metric('queue_left_seconds', status.queue.secondsLeft),
  ];
  const build = byLabel('build', [[version, 1]]);
  const database = metric('database_up', status.database === 'ok' ? 1 : 0);
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
      SERVICE_ALARMS.map((alarm) => [alarm, Number(status.alarms?.some((raised) => raised.alarm === alarm) ?? false)]),
    ),
    byLabel('clicks', added(totals, open)),
    ...ofQueue,
    byLabel(
      'dead_letters',
      DEAD_REASONS.map((reason) => [reason, status.deadLetters?.[reason] ?? 0]),
    ),
    byLabel(
      'click_outcomes',
      outcomes.map(({ outcome, clicks }) => [outcome, clicks]),
    ),
    metric('last_click_hour_timestamp_seconds', lastClickHour === null ? null : Date.parse(lastClickHour) / 1000),
    metric('rankings_published', rankings?.published),
    metric('rankings_late', rankings?.late),
    metric('rankings_oldest_age_seconds', rankings?.oldestAgeSeconds),
    metric('changed_articles', days?.changedArticles),
    metric('articles', counts.articles),
    metric('topics', counts.topics),
    metric('companies', counts.companies),
    metric('sources', counts.sources),
    metric('feeds', counts.feeds),
    metric('feeds_due', counts.feedsDue),
    metric('feeds_failing', counts.feedsFailing),
    metric('feeds_gone', counts.feedsGone),
    byLabel('keys', [
      ['secret', counts.secretKeys],
      ['publishable', counts.publishableKeys],
      ['operator', counts.operatorKeys],
    ]),
    byLabel('webhook_deliveries', [['pending', webhooks?.waiting ?? 0], ...settled]),
    metric('webhooks_failing', webhooks?.failing),
    metric('webhooks_switched_off', webhooks?.switchedOff),
    metric('webhook_oldest_age_seconds', webhooks?.oldestSeconds),
    byLabel('subscription_messages', [
      ['waiting', subscriptions?.waiting ?? 0],
      ['delivered', subscriptions?.delivered ?? 0],
      ['failed', subscriptions?.failed ?? 0],
    ]),
    byLabel('events', events),
    byLabel('websub_pings', [
      ['accepted', websub?.accepted ?? 0],
      ['failed', websub?.failed ?? 0],
    ]),
    metric('websub_feeds_failing', websub?.failing),
    metric('websub_last_ping_timestamp_seconds', websub?.lastPing ? Date.parse(websub.lastPing) / 1000 : null),
    byLabel(
      'job_last_success_timestamp_seconds',
      jobs.flatMap(({ job, at }) => (at === null ? [] : [[job, at / 1000]])),
    ),
    byLabel(
      'job_last_duration_seconds',
      jobs.flatMap(({ job, milliseconds }) => (milliseconds === null ? [] : [[job, milliseconds / 1000]])),
    ),
    byLabel(
      'job_failed',
      jobs.map(({ job, failure }) => [job, failure ? 1 : 0]),
    ),
  ];
}
