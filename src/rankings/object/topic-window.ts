import { DurableObject } from 'cloudflare:workers';
import type { ClickCell } from '../../engagement/cells.ts';
import { HOUR_MS, type Millis, toSeconds } from '../../lib/time.ts';
import { rankTopic } from '../math/rank-topic.ts';
import { WindowStore } from './store/window-store.ts';
import { siteCoordinator } from './stubs.ts';

/** Durable Object with the rankings of one topic. The site's object sends its counts and starts each new hour. */
export class TopicWindow extends DurableObject<Env> {
  #id: number | null = null;
  /** Whether the site's object calls this object at the full hour, so that it needs no alarm. */
  #isRolledOverBySite = false;
  readonly #store = new WindowStore({
    env: () => this.env,
    storage: () => this.ctx.storage,
    detail: 'sets',
    rowId: () => this.#topicId,
    isMember: ({ topics }) => topics.includes(this.#topicId),
    rank: async (window, { hour, baseline, now }) => {
      window.roll(hour, baseline);
      await window.score(toSeconds(now));
      const ranking = rankTopic(this.#topicId, window.engagement(toSeconds(now)), { orders: window.orders, baseline });
      // This condition must be the same as in `isClicked`.
      this.#isRolledOverBySite = ranking.counters.engagement7d + ranking.counters.before7d > 0;
      return ranking;
    },
    dueBaseline: (hour, _window, _basis, now) => siteCoordinator(this.env).shares(hour, now),
    armNextHour: async (hour) => {
      if (!this.#isRolledOverBySite) await this.#store.alarm.wakeAt((hour + 1) * HOUR_MS);
    },
  });

  /**
   * Receives total counts, in any order and any number of times. Resolves once they are published or an alarm is set.
   * If `isOneOfMany` is true, always sets an alarm, so that the caller does not wait for many publications.
   */
  notify(topicId: number, cells: ClickCell[], now = Date.now(), isOneOfMany = false): Promise<void> {
    return this.receiveCounts(topicId, cells, now, isOneOfMany);
  }

  async receiveCounts(topicId: number, cells: ClickCell[], now: Millis, isOneOfMany: boolean): Promise<void> {
    this.#identify(topicId, now);
    await this.#store.receive(cells, now, isOneOfMany);
  }

  async refresh(topicId: number, now = Date.now(), isAnew = true): Promise<void> {
    this.#identify(topicId, now);
    await this.#store.refresh(now, isAnew);
  }

  /** Reloads the counts after a delay, so that many article changes cause only one reload. */
  async refreshSoon(topicId: number, now = Date.now()): Promise<void> {
    this.#identify(topicId, now);
    this.#store.outdate();
    await this.#store.publishSoon(now);
  }

  async reweigh(topicId: number, now = Date.now()): Promise<void> {
    this.#identify(topicId, now);
    await this.#store.reweigh(now);
  }

  /** Moves the ranking to the current hour when the site's object calls. If that fails, sets an alarm. */
  async rollOver(topicId: number, now: Millis): Promise<void> {
    this.#identify(topicId, now);
    await this.handleAlarm(now);
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    await this.#store.alarm.run(info, () => this.handleAlarm(Date.now()));
  }

  async handleAlarm(now: Millis): Promise<void> {
    // An object without a topic has nothing to publish. An earlier version used such an object for the whole site.
    if (!this.#topicId) return;
    this.#store.followClockBack(now);
    await this.#store.attempt(now, () => this.#store.publish(now));
  }

  #identify(topicId: number, now: Millis): void {
    this.#store.followClockBack(now);
    if (this.#id === topicId) return;
    if (this.ctx.storage.kv.get('topicId') !== topicId) this.ctx.storage.kv.put('topicId', topicId);
    this.#id = topicId;
  }

  /** Id of the topic, or 0 if no call has contained the id yet. */
  get #topicId(): number {
    this.#id ??= this.ctx.storage.kv.get<number>('topicId') ?? 0;
    return this.#id;
  }
}
