import { HOUR_MS, type Millis } from '../../../lib/time.ts';

/**
 * Alarm of a Durable Object. It is at a full hour only if all data was published, so its time shows the next instance
 * whether data is unpublished.
 */
export class ObjectAlarm {
  readonly #storage: () => Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'>;
  /** Time of the alarm. Infinite if no alarm is set, or `null` if an earlier instance may have set one. */
  #alarmAt: Millis | null = null;
  /** Whether the previous instance published all data. Must be determined before a new alarm is set. */
  #cleanStart: Promise<boolean> | null = null;
  #runningAlarmAt: Millis | null = null;

  constructor(storage: () => Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'>) {
    this.#storage = storage;
  }

  get isRunning(): boolean {
    return this.#runningAlarmAt !== null;
  }

  /** Runs `work` when an alarm goes off. From that moment, the alarm is no longer set. */
  async run(info: AlarmInvocationInfo | undefined, work: () => Promise<void>): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    this.#runningAlarmAt = info?.scheduledTime ?? Number.NaN;
    await work();
    this.#runningAlarmAt = null;
  }

  /** Returns true if the previous instance published all data. In that case, its alarm is at a full hour or not set. */
  hadCleanStart(): Promise<boolean> {
    this.#cleanStart ??= this.#checkCleanStart().catch((error) => {
      this.#cleanStart = null;
      throw error;
    });
    return this.#cleanStart;
  }

  async #checkCleanStart(): Promise<boolean> {
    const alarm = this.#runningAlarmAt ?? (await this.#storage().getAlarm());
    return alarm === null || isHeartbeat(alarm);
  }

  /** Wakes the object at `time` or earlier. An alarm for an earlier time is not replaced, which saves a write. */
  wakeAt(time: Millis): Promise<void> {
    return this.#armAt(time, () => false);
  }

  /** Wakes the object to publish data, never at a full hour, because an alarm then means that all data is published. */
  wakeToPublishAt(time: Millis): Promise<void> {
    return this.#armAt(time, isHeartbeat);
  }

  async #armAt(time: Millis, isForbidden: (at: Millis) => boolean): Promise<void> {
    if (this.#alarmAt === null) {
      const set = await this.#storage().getAlarm();
      this.#alarmAt ??= set ?? Number.POSITIVE_INFINITY;
    }
    if (this.#alarmAt < time && isForbidden(this.#alarmAt)) return this.#setAlarm(this.#alarmAt - 1);
    if (this.#alarmAt <= time) return;
    await this.#setAlarm(isForbidden(time) ? time - 1 : time);
  }

  async #setAlarm(time: Millis): Promise<void> {
    this.#alarmAt = time;
    try {
      await this.#storage().setAlarm(time);
    } catch (error) {
      this.#alarmAt = null;
      throw error;
    }
  }
}

const isHeartbeat = (alarm: Millis): boolean => alarm % HOUR_MS === 0;
