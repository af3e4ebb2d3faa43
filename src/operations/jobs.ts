import { runAlerts } from '../alerts/run.ts';
import { recordSuspects } from '../alerts/suspects.ts';
import { expireDeadLetters, replayDeadLetters } from '../clicks/consume/dead-letters.ts';
import { keepSalts } from '../clicks/housekeeping.ts';
import { macOf } from '../clicks/salts/mac.ts';
import { deleteOldSalts, READER_SALT } from '../clicks/salts/salts.ts';
import { installationSecret } from '../clicks/salts/secret.ts';
import { settleSampling } from '../clicks/sampling/settle-sampling.ts';
import { notifyRankings } from '../collections/core/service.ts';
import { indexPending, mergeIndex } from '../content/articles/store/pending.ts';
import { learnAll } from '../content/rules/match-review.ts';
import { retagUntagged } from '../content/rules/retag.ts';
import { duePlans, publishPlans } from '../content/selections/planned-selections.ts';
import { type Db, openDb } from '../db/client.ts';
import { isRestoring } from '../db/restoring.ts';
import { trustedTime } from '../db/trusted-time.ts';
import { log, reasonOf } from '../lib/log.ts';
import { MINUTE_MS, type Millis, toSeconds } from '../lib/time.ts';
import { computeAppeals } from '../rankings/learning/compute-snapshot.ts';
import { computePlacements } from '../rankings/object/compute-placements.ts';
import { computeDays, daysRunOf } from '../rankings/object/days/days.ts';
import { askWindows } from '../rankings/object/notify.ts';
import { isDiscountingEnabled } from '../rankings/object/stored-baseline.ts';
import { followLate, wakeLateWindows } from '../rankings/object/watchdog.ts';
import { WEEK_ITEMS } from '../rankings/read/read-week.ts';
import { storeWeek } from '../rankings/read/weekly-summaries.ts';
import { computeReadThroughRates } from '../rankings/read-depth/compute-rates.ts';
import { SITE } from '../rankings/site.ts';
import { runSubscriptions } from '../subscriptions/run-subscriptions.ts';
import { enrichWaiting } from '../syndication/enrich/enrich.ts';
import { dueFeeds } from '../syndication/poll/claim.ts';
import type { PolledFeed } from '../syndication/poll/feed-store.ts';
import { MAX_FEEDS, pollFeeds } from '../syndication/poll/run.ts';
import { runOptions } from '../syndication/poll/run-options.ts';
import { recordFailedFeeds } from '../webhooks/detect/detect-feeds.ts';
import { recordBreaking } from '../webhooks/detect/detect-stories.ts';
import { recordMatches } from '../webhooks/detect/matches.ts';
import { recordSelections } from '../webhooks/detect/selections.ts';
import { recordWeek } from '../webhooks/detect/weeks.ts';
import { publishSelections } from '../webhooks/publish.ts';
import { wakeDue } from '../webhooks/queue.ts';
import { tickClock } from './clock/tick.ts';
import { CRONS } from './cron-times.ts';
import { noteRun, recordJobFailure } from './job-runs.ts';
import { ClockDoubted, isPutOff, retain } from './retention.ts';
import { watchService } from './watch/watch.ts';

async function reportedRun(db: Db, job: string, clock: () => number, work: () => Promise<Record<string, number>>) {
  const start = clock();
  try {
    const figures = await work();
    const at = clock();
    log('cron', at, { job, ms: at - start, ...figures });
    await noteRun(db, { job, at, milliseconds: at - start });
  } catch (thrown) {
    const [at, reason] = [clock(), reasonOf(thrown)];
    log('cronFailed', at, { job, ms: at - start, reason });
    await recordJobFailure(db, { job, at, reason }).catch(() => {});
    throw thrown;
  }
}

type Job = (db: Db, env: Env, now: number) => Promise<Record<string, number>>;

const CLOCK_IS_FAR = 'the clock is far from the newest stored time';
const MAX_INDEXED = 2000;
const MAX_DEAD_LETTERS = 1000;

/** Deletes salts as soon as they expire. If this ran only once per day, a salt could exist for up to three days. */
const salts: Job = async (db, env, now) => {
  await keepSalts({ db, kv: env.SALTS }, now);
  return {};
};

const pages: Job = async (db, env, now) => {
  const { topics, ...figures } = await enrichWaiting(db, runOptions(env, now));
  await notifyRankings(env, { topics }, now);
  return figures;
};

async function poll(feeds: readonly PolledFeed[], ...[db, env, now]: Parameters<Job>): ReturnType<Job> {
  const { polled, left, topics } = await pollFeeds(db, feeds, runOptions(env, now));
  await notifyRankings(env, { topics }, now);
  return { polled: polled.length, failed: polled.filter(({ result }) => result === 'failed').length, left };
}

/** Polls due feeds that the last five-minute run had no time for. */
async function pollLeftFeeds(db: Db, env: Env, now: Millis): Promise<void> {
  const last = now - (now % (5 * MINUTE_MS));
  if (now - last < MINUTE_MS) return;
  const left = await dueFeeds(db, toSeconds(now), MAX_FEEDS, toSeconds(last));
  if (left.length > 0) await reportedRun(db, 'feeds', Date.now, () => poll(left, db, env, now));
}

const DAILY_JOBS: Record<string, Job> = {
  salts,
  async retention(db, env, now) {
    const time = await trustedTime(db, now);
    if (time === null) throw new ClockDoubted(CLOCK_IS_FAR);
    await expireDeadLetters(db, time);
    await retain(db, time, isDiscountingEnabled(env), env.TIME_ZONE);
    return {};
  },
  learning: async (db) => ({ companies: await learnAll(db) }),
};

/** Publishes planned selections in the minute of their time. */
async function publishDue(db: Db, env: Env, now: Millis): Promise<void> {
  const plans = await duePlans(db, now);
  if (plans.length === 0) return;
  await reportedRun(db, 'publications', Date.now, async () => {
    if ((await trustedTime(db, now)) === null) throw new ClockDoubted(CLOCK_IS_FAR);
    const published = await publishPlans(db, plans, now);
    await publishSelections(db, env, now);
    return { published };
  });
}

const FREQUENT_JOBS: Record<string, Job> = {
  salts,
  // A delayed run uses the current time instead of the scheduled time, because rankings must not go back in time.
  watchdog: async (db, env, now) => ({
    woken: await wakeLateWindows(db, env, Math.max(now, Date.now())),
    // This replays clicks that earlier versions rejected as too old if the clocks of two machines differed.
    replayed: await replayDeadLetters(db, env.CLICKS, { reason: 'tooOld', limit: MAX_DEAD_LETTERS }),
  }),
  days: async (db, env, now) => ({ days: await computeDays(db, daysRunOf(env, now)) }),
  feeds: async (db, env, now) => poll(await dueFeeds(db, toSeconds(now), MAX_FEEDS), db, env, now),
  async index(db, _, now) {
    const indexed = await indexPending(db, now, MAX_INDEXED);
    await mergeIndex(db);
    return { indexed };
  },
  /** The job runs only once per hour, because it reads the articles of two weeks. */
  async retag(db, env, now) {
    if (new Date(now).getUTCMinutes() >= 5) return { changed: 0 };
    const { changed, topics } = await retagUntagged(db, now);
    await notifyRankings(env, { topics }, now);
    return { changed };
  },
  async placements(db, env, now) {
    if (new Date(now).getUTCMinutes() >= 5) return { articles: 0 };
    const by = { now, isDiscounted: isDiscountingEnabled(env) };
    return { articles: await computePlacements(db, by), learned: await computeAppeals(db, by) };
  },
  async sampling(db, env, now) {
    if (new Date(now).getUTCMinutes() >= 5) return { lists: 0 };
    const secret = await installationSecret(db);
    return { lists: await settleSampling(db, { now, isDiscounted: isDiscountingEnabled(env), secret }) };
  },
  /** The job runs only once per hour, because it reads the read events of a week. */
  async reads(db, env, now) {
    if (new Date(now).getUTCMinutes() >= 5) return { sets: 0 };
    const secret = await macOf(await installationSecret(db), 'reads', '');
    return { sets: await computeReadThroughRates(db, { now, isDiscounted: isDiscountingEnabled(env), secret }) };
  },
  async events(db, env, now) {
    const selections = await recordSelections(db, env.TIME_ZONE, now);
    const failures = await recordFailedFeeds(db, now);
    const breaking = await recordBreaking(db, env, now);
    return { selections: selections.length, failures: failures.length, breaking: breaking.length };
  },
  async alerts(db, env, now) {
    await askWindows(env, [SITE], now);
    const alerts = await runAlerts(db, { now, ...growthSettings(env), isDiscounted: isDiscountingEnabled(env) });
    return { alerts, suspects: await recordSuspects(db, env, now) };
  },
  week: async (db, env, now) => ({
    written: await storeWeek(db, { now, ...growthSettings(env), minItems: WEEK_ITEMS }),
    published: (await recordWeek(db, now)).length,
  }),
  matches: async (db, _, now) => ({ matches: (await recordMatches(db, now)).length }),
  /** Webhooks and subscriptions run last, so that they send the events of this run too. */
  webhooks: async (db, env, now) => ({ woken: await wakeDue(db, env.WEBHOOKS, now) }),
  subscriptions: runSubscriptions,
};

const growthSettings = (env: Env) => ({ zone: env.TIME_ZONE, minEngagement: Number(env.GROWTH_MIN_CLICKS) });

/** Returns the jobs that were postponed because the clock was not trusted. They run as soon as the clock is trusted. */
const putOffJobs = async (db: Db): Promise<Record<string, Job>> =>
  (await isPutOff(db).catch(() => false)) ? { retention: DAILY_JOBS.retention as Job } : {};

/** Runs the jobs of a cron unless a restore is in progress. A failing job does not stop the others. */
export async function runScheduledJobs(
  { cron, scheduledTime }: ScheduledController,
  env: Env,
  further: Record<string, Job> = {},
): Promise<void> {
  const db = openDb(env.DB.withSession('first-primary'));
  // Reader salts expire on time even during a restore.
  if (await isRestoring(db).catch(() => false)) {
    const time = await trustedTime(db, scheduledTime);
    if (time !== null) await deleteOldSalts({ db, kv: env.SALTS }, time, [READER_SALT]);
    if (cron === CRONS.minutely) await watchService(env, scheduledTime, true);
    return;
  }
  // An error is only logged. While the database is unavailable, jobs cannot delete data because of a wrong clock.
  await tickClock(db, env, scheduledTime, cron === CRONS.minutely).catch((error: unknown) => {
    log('databaseOut', scheduledTime, { reason: reasonOf(error) });
  });
  if (cron === CRONS.minutely) {
    await Promise.all([
      watchService(env, scheduledTime),
      reportedRun(db, 'pages', Date.now, () => pages(db, env, scheduledTime)),
      pollLeftFeeds(db, env, scheduledTime),
      publishDue(db, env, scheduledTime),
      followLate(db, env, Math.max(scheduledTime, Date.now())),
    ]);
    return;
  }
  const failures: unknown[] = [];
  const jobs = cron === CRONS.daily ? DAILY_JOBS : { ...FREQUENT_JOBS, ...(await putOffJobs(db)), ...further };
  for (const [name, job] of Object.entries(jobs)) {
    await reportedRun(db, name, Date.now, () => job(db, env, scheduledTime)).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
