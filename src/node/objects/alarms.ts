import { MINUTE_MS, type Millis } from '../../lib/time.ts';
import { report } from '../report.ts';
import type { ObjectStore } from './object-store.ts';

/** Delay before a failed alarm is retried. The delay doubles with each further failure, as on Cloudflare. */
const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = MINUTE_MS;
const MAX_TIMER_MS = 2 ** 31 - 1;

export type Ring = (object: string, info: AlarmInvocationInfo) => Promise<void>;

/** Alarms of all Durable Objects. An alarm is deleted only after its handler succeeds, so a crash repeats it. */
export class Alarms {
  readonly #store: ObjectStore;
  readonly #ring: Ring;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #ringing = new Set<string>();
  #isStopped = false;

  constructor(store: ObjectStore, ring: Ring) {
    this.#store = store;
    this.#ring = ring;
  }

  resume(now: Millis): void {
    for (const { object, at, setAt } of this.#store.alarms()) {
      // If the clock was set back after the alarm was set, the alarm fires after its original delay.
      this.#arm(object, setAt > now + MINUTE_MS ? at - setAt : at - now);
    }
  }

  /** Returns the time of an alarm that has not fired yet, or `null`. */
  get(object: string): Millis | null {
    return this.#ringing.has(object) ? null : this.#store.alarmOf(object);
  }

  set(object: string, at: Millis, now: Millis): void {
    this.#ringing.delete(object);
    this.#store.putAlarm({ object, at, setAt: now });
    this.#arm(object, at - now);
  }

  delete(object: string): void {
    if (this.#ringing.has(object)) return;
    clearTimeout(this.#timers.get(object));
    this.#store.deleteAlarm(object);
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #arm(object: string, delay: Millis, retryCount = 0): void {
    clearTimeout(this.#timers.get(object));
    if (this.#isStopped) return;
    const timer = setTimeout(() => void this.#fire(object, retryCount), Math.max(0, Math.min(delay, MAX_TIMER_MS)));
    this.#timers.set(object, timer);
  }

  async #fire(object: string, retryCount: number): Promise<void> {
    const scheduledTime = this.#store.alarmOf(object);
    if (scheduledTime === null) return;
    this.#ringing.add(object);
    try {
      await this.#ring(object, { retryCount, isRetry: retryCount > 0, scheduledTime });
      // If the handler has set another alarm, that alarm must not be deleted.
      if (this.#ringing.delete(object)) this.#store.deleteAlarm(object);
    } catch (thrown) {
      report('objectAlarmFailed', thrown, { object });
      if (this.#ringing.delete(object))
        this.#arm(object, Math.min(FIRST_RETRY_MS * 2 ** retryCount, MAX_RETRY_MS), retryCount + 1);
    }
  }
}
