import { HOUR_MS, type Millis } from '../../../lib/time.ts';

/**
 * Alarm of an object, which also shows the next instance whether any data is unpublished. An alarm at a full hour is a
 * heartbeat, which means that everything is published.
 */
export class ObjectAlarm {
  readonly #storage: () => Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'>;
  /** Time of the alarm: `null` if unknown, because an earlier instance may have set one, or infinite if none is set. */
  #alarmAt: Millis | null = null;
  /** Resolves to true if the previous instance published everything. Must be read before setting an alarm. */
  #cleanStart: Promise<boolean> | null = null;
  #runningAlarmAt: Millis | null = null;

  constructor(storage: () => Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'>) {
    this.#storage = storage;
  }

  get isRunning(): boolean {
    return this.#runningAlarmAt !== null;
  }

  /** Runs the work of an alarm that went off and is no longer set. */
  async run(info: AlarmInvocationInfo | undefined, work: () => Promise<void>): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    this.#runningAlarmAt = info?.scheduledTime ?? Number.NaN;
    await work();
    this.#runningAlarmAt = null;
  }

  /** Returns true if the previous instance published everything, which only an alarm at a full hour can prove. */
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

  /** Wakes the object at a time or earlier. Setting an alarm writes a row, so an earlier alarm remains. */
  wakeAt(time: Millis): Promise<void> {
    return this.#armAt(time, () => false);
  }

  /** Wakes the object to publish data. The time must not be a full hour, which would look like a heartbeat. */
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
