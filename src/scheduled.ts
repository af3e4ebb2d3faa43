import { deleteOldSalts } from './clicks/reader.ts';
import { retain } from './clicks/retention.ts';
import { openDb } from './db/client.ts';
import { wakeLateWindows } from './windows/watchdog.ts';

/** The cron of wrangler.toml that keeps house once a day; every other run is the watchdog's. */
const DAILY = '17 3 * * *';

export async function scheduled({ cron, scheduledTime }: ScheduledController, env: Env): Promise<void> {
  const db = openDb(env.DB.withSession('first-primary'));
  // Salts go as soon as they may: a run a day would keep them for up to three.
  await deleteOldSalts(db, scheduledTime);
  if (cron === DAILY) await retain(db, scheduledTime);
  else await wakeLateWindows(db, env.TOPIC_WINDOW, scheduledTime);
}
