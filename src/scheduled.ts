import { deleteOldSalts } from './clicks/reader.ts';
import { retain } from './clicks/retention.ts';
import { type Db, openDb } from './db/client.ts';
import { pollDue } from './feeds/run.ts';
import { runningIn } from './feeds/running.ts';
import { reportedRun } from './health/reported-run.ts';
import { refreshWindows } from './windows/tell.ts';
import { wakeLateWindows } from './windows/watchdog.ts';

/** The cron of wrangler.toml that keeps house once a day; every other run is the watchdog's. */
const DAILY = '17 3 * * *';

export async function scheduled({ cron, scheduledTime }: ScheduledController, env: Env): Promise<void> {
  const db = openDb(env.DB.withSession('first-primary'));
  await reportedRun(db, cron === DAILY ? 'retention' : 'watchdog', Date.now, async () => {
    // Salts go as soon as they may: a run a day would keep them for up to three.
    await deleteOldSalts(db, scheduledTime);
    if (cron !== DAILY) return { woken: await wakeLateWindows(db, env.TOPIC_WINDOW, scheduledTime) };
    await retain(db, scheduledTime);
    return {};
  });
  if (cron !== DAILY) await reportedRun(db, 'feeds', Date.now, () => pollFeeds(db, env, scheduledTime));
}

async function pollFeeds(db: Db, env: Env, now: number): Promise<Record<string, number>> {
  const { polled, left, topics } = await pollDue(db, runningIn(env, now));
  if (topics.size > 0) await refreshWindows(env.TOPIC_WINDOW, topics);
  return { polled: polled.length, failed: polled.filter(({ result }) => result === 'failed').length, left };
}
