import type { Db } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { isTrusted } from '../../db/trusted-time.ts';
import { log } from '../../lib/log.ts';
import type { Millis } from '../../lib/time.ts';
import { runOptions } from '../../syndication/poll/run-options.ts';
import { uptimeOfMachine } from '../alarms/machine-facts.ts';
import { clockAfterCheck, readClock, saveClock, withTrustedTime } from './clock.ts';
import { areWitnessesAgreed } from './witnesses.ts';

/** Minutes for which an untrusted clock is checked every minute. After that, it is checked every `EVERY_MINUTES`. */
const FIRST_MINUTES = 10;
const EVERY_MINUTES = 10;

/** Checks the clock before jobs run, and compares an untrusted clock with other hosts. Writes one row per minute. */
export async function tickClock(db: Db, env: Env, now: Millis, isMinutely: boolean): Promise<void> {
  const stored = await readClock(db);
  let clock = clockAfterCheck(stored, { now, uptime: uptimeOfMachine(Date.now()), isMinutely });
  if (!isTrusted(clock.newest, now)) {
    const isTurn = clock.minutes <= FIRST_MINUTES || clock.minutes % EVERY_MINUTES === 0;
    if (isTurn && (await areWitnessesAgreed(db, runOptions(env, now).reach, Date.now))) {
      log('clockAgreed', now, {});
      clock = withTrustedTime(clock, now);
    }
  }
  if (JSON.stringify(clock) !== JSON.stringify(stored)) await db.transaction(unlessRestoring, saveClock(db, clock));
}
