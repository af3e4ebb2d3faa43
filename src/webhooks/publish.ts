import type { Db } from '../db/client.ts';
import { log, reasonOf } from '../lib/log.ts';
import type { Millis } from '../lib/time.ts';
import { recordSelections } from './detect/selections.ts';
import { type Wakes, wakeDue } from './queue.ts';

/** Sends events of selections that were just saved. Never rejects. A cron job retries within five minutes. */
export async function publishSelections(
  db: Db,
  { WEBHOOKS, TIME_ZONE }: { WEBHOOKS: Wakes; TIME_ZONE: string },
  now: Millis,
): Promise<void> {
  try {
    const recorded = await recordSelections(db, TIME_ZONE, now);
    if (recorded.length > 0) await wakeDue(db, WEBHOOKS, now);
  } catch (error) {
    log('eventsLate', now, { reason: reasonOf(error) });
  }
}
