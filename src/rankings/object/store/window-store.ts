import { type Db, openDb } from '../../../db/client.ts';
import type { ClickCell } from '../../../engagement/cells.ts';
import type { TrafficBaseline } from '../../../engagement/discounting.ts';
import { mutex } from '../../../lib/async-control.ts';
import { log, reasonOf } from '../../../lib/log.ts';
import { MINUTE_MS, type Millis, toMillis, toSeconds } from '../../../lib/time.ts';
import type { ArticleFacts } from '../../facts.ts';
import type { TopicRanking } from '../../math/rank-topic.ts';
import type { SiteViews, TopicViews } from '../../math/ranking-rows.ts';
import { loadCells, loadFacts } from '../load.ts';
import { publish, publishedState } from '../publish.ts';
import { type BaselineSource, isDiscountingEnabled, readBasis } from '../stored-baseline.ts';
import type { RankingWindow } from '../window.ts';
import { LoadedWindow, type LoadStart } from './load-state.ts';
import { ObjectAlarm } from './object-alarm.ts';
import { Packing, type WindowDetail } from './packing.ts';

/** Minimum time between two writes of a ranking. Under load, one write then covers many clicks. */
export const PUBLISH_INTERVAL_MS: Millis = 1_000;
/** Maximum delay of a write if many objects receive counts at the same time. */
const STAGGER_MS: Millis = 500;
export const RETRY_MS = MINUTE_MS;

/** Stored ranking of an object as it was before the counts were loaded. */
export type PublishedState = Awaited<ReturnType<typeof publishedState>>;

/** Object that has a store: a topic or the site. Tests replace `env` and `storage`, so both are functions. */
export interface WindowOwner {
  env(): Env;
  storage(): DurableObjectStorage;
  detail: WindowDetail;
  /** Id of the object's row in `topic_windows`. */
  rowId(): number;
  isMember(facts: ArticleFacts): boolean;
  /** Moves the counts to an hour and ranks the articles. */
  rank(
    window: RankingWindow,
    at: { hour: number; baseline: TrafficBaseline | null; now: Millis },
  ): Promise<TopicRanking<TopicViews | SiteViews>>;
  /** Returns the baseline of an hour. Called only if a new baseline is due. */
  dueBaseline(hour: number, window: RankingWindow, basis: BaselineSource, now: Millis): Promise<TrafficBaseline>;
  /** Sets the alarm for the next full hour. Called only if there are clicks. */
  armNextHour(hour: number, now: Millis): Promise<void>;
  /** Called after the first load of an instance. `isRestored` is true if the counts match the stored ranking. */
  afterFirstLoad?(window: RankingWindow, at: { hour: number; row: PublishedState; isRestored: boolean }): Promise<void>;
  /** Returns the topics whose objects lack some counts. The ranking's row records these topics. */
  unsentTopics?(): number[];
}

/**
 * Counts of a Durable Object, from their receipt to the published ranking. After eviction, they are restored from
 * storage and the ranking's row. Only alarms wake the object, so that it can hibernate.
 */
export class WindowStore {
  readonly alarm: ObjectAlarm;
  /** Runs tasks one at a time. Each publication includes everything that was received before it starts. */
  readonly exclusively = mutex();
  readonly #owner: WindowOwner;
  readonly #loaded = new LoadedWindow();
  readonly #packing: Packing;
  /** Whether the published ranking lacks changes that were received or are due. */
  #isDirty = false;
  /** Whether something other than clicks requires a publication. */
  #isAwaited = false;
  #publishedAt: Millis = 0;
  #publishedHour = 0;
  #version = 0;
  /** Value of the row's `stale` column when the counts were loaded. */
  #staleStamp = 0;
  /** Version of the row when the counts were last loaded or published. */
  #known: Millis = 0;
  #baseline: { hour: number; baseline: TrafficBaseline } | null = null;

  constructor(owner: WindowOwner) {
    this.#owner = owner;
    this.alarm = new ObjectAlarm(() => owner.storage());
    this.#packing = new Packing(() => owner.storage().kv, owner.detail);
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  get publishedAt(): Millis {
    return this.#publishedAt;
  }

  get publishedHour(): number {
    return this.#publishedHour;
  }

  get isUntouched(): boolean {
    return this.#loaded.isUntouched;
  }

  /** Opens the primary database. Replicas may not contain the latest counts yet. */
  primary(): Db {
    return openDb(this.#owner.env().DB.withSession('first-primary'));
  }

  published(): Promise<PublishedState> {
    return publishedState(this.primary(), this.#owner.rowId());
  }

  /** Receives total counts. Resolves once they are published or an alarm is set to publish them. */
  async receive(cells: readonly ClickCell[], now: Millis, isOneOfMany: boolean): Promise<void> {
    for (const cell of cells) this.note(cell);
    if (!this.#isDirty) return;
    const isDue = this.isDue(now);
    await this.alarm.hadCleanStart();
    if (isDue && !isOneOfMany) await this.publish(now);
    else await this.alarm.wakeToPublishAt(isDue ? now + this.#stagger() : this.#publishedAt + PUBLISH_INTERVAL_MS);
  }

  note(cell: ClickCell): void {
    if (this.#loaded.note(cell)) this.#isDirty = true;
  }

  /** Makes the next publication write the row, even if the counts have not changed. */
  markDirty(): void {
    this.#isDirty = true;
  }

  /** Makes the next alarm publish the ranking, even if clicks keep arriving. */
  awaitPublication(): void {
    this.#isAwaited = true;
  }

  outdate(): void {
    this.#loaded.outdate();
    this.#isDirty = true;
    this.#isAwaited = true;
  }

  /** Discards all counts in memory after a restore, because the restored database may not contain them. */
  forget(): Promise<void> {
    return this.exclusively(async () => {
      this.#baseline = null;
      this.outdate();
      this.#loaded.forget();
    });
  }

  /** Reloads the counts from the database and publishes. If `isAnew` is true, first discards all counts in memory. */
  async refresh(now: Millis, isAnew: boolean): Promise<void> {
    if (isAnew) await this.forget();
    else {
      this.#baseline = null;
      this.outdate();
    }
    await this.publish(now);
  }

  /** Publishes again after a delay, with the baseline that is stored at that time. */
  async reweigh(now: Millis): Promise<void> {
    this.#baseline = null;
    this.#isDirty = true;
    this.#isAwaited = true;
    await this.publishSoon(now);
  }

  publishSoon(now: Millis): Promise<void> {
    return this.alarm.wakeToPublishAt(Math.max(now, this.#publishedAt) + PUBLISH_INTERVAL_MS);
  }

  isDue(now: Millis): boolean {
    return now - this.#publishedAt >= PUBLISH_INTERVAL_MS;
  }

  #stagger(): Millis {
    return (((this.#owner.rowId() * 2_654_435_761) % 1000) * STAGGER_MS) / 1000;
  }

  /** Handles an alarm. Sets a new alarm after any error, because the platform gives up on alarms that keep failing. */
  async attempt(now: Millis, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log('windowFailed', now, { topic: this.#owner.rowId(), reason: reasonOf(error) });
      await this.alarm.wakeToPublishAt(now + RETRY_MS);
    }
  }

  hourAt(now: Millis): number {
    return this.#loaded.hourAt(now);
  }

  /** Recovers when a fast clock is set back: allows publications again and reloads the counts. */
  followClockBack(jobTime: Millis): void {
    // The time that a job passes may be in the past, so only the machine's clock shows whether the clock was set back.
    const now = Math.max(jobTime, Date.now());
    if (this.#publishedAt > now + PUBLISH_INTERVAL_MS) this.#publishedAt = 0;
    this.#packing.followClockBack(now);
    if (this.#loaded.isAhead(now)) this.outdate();
  }

  /** Returns the current counts and loads them if necessary. The caller must hold the lock `exclusively`. */
  async upToDate(hour: number): Promise<RankingWindow> {
    const { current } = this.#loaded;
    if (current) return current;
    const start = this.#loaded.begin();
    try {
      const window = await this.#load(hour, start);
      this.#loaded.end(window);
      // The loaded counts may not be published yet. If they are received again, they are ignored as known.
      this.#isDirty = true;
      return window;
    } catch (error) {
      this.#loaded.fail();
      throw error;
    }
  }

  async #load(hour: number, { isFirst, canUseStored }: LoadStart): Promise<RankingWindow> {
    const isClean = canUseStored && (await this.alarm.hadCleanStart());
    // The row is read before the counts, so that publication detects a change made during the load.
    const row = await this.published();
    const restored = isClean && row.stale === 0 ? this.#packing.restore(row.recent) : null;
    const window = restored ?? (await this.#loadAll(hour, row.recent?.number ?? 1));
    if (isFirst) await this.#owner.afterFirstLoad?.(window, { hour, row, isRestored: restored !== null });
    // An earlier instance may have had a fast clock.
    this.#version = Math.max(this.#version, row.version);
    this.#staleStamp = row.stale;
    this.#known = row.version;
    return window;
  }

  async #loadAll(hour: number, number: number): Promise<RankingWindow> {
    return this.#packing.replace(await loadCells(this.primary(), this.#owner.rowId(), hour), number);
  }

  async loadUnknownFacts(window: RankingWindow, db: Db): Promise<void> {
    const unknownIds = window.unknown();
    if (unknownIds.length === 0) return;
    const found = await loadFacts(db, unknownIds);
    window.learn(
      unknownIds,
      found.filter((facts) => this.#owner.isMember(facts)),
    );
  }

  publish(now: Millis): Promise<void> {
    return this.exclusively(() => this.#publishNow(now));
  }

  async #publishNow(now: Millis): Promise<void> {
    const hour = this.hourAt(now);
    const window = await this.upToDate(hour);
    const isDue = (window.dueAt ?? Number.POSITIVE_INFINITY) <= toSeconds(now);
    if (this.#isDirty || isDue || this.#publishedHour !== hour) {
      this.#isDirty = false;
      this.#isAwaited = false;
      try {
        await this.#publishWindow(window, hour, now);
      } catch (error) {
        this.#isDirty = true;
        throw error;
      }
    }
    const next = window.dueAt;
    await this.armNextHour(hour, now);
    if (next !== null) await this.alarm.wakeAt(toMillis(next));
    if (this.#loaded.isStale) {
      this.#isDirty = true;
      await this.alarm.wakeToPublishAt(now + PUBLISH_INTERVAL_MS);
    }
  }

  async armNextHour(hour: number, now: Millis): Promise<void> {
    const { window } = this.#loaded;
    if (window && !window.isEmpty) await this.#owner.armNextHour(hour, now);
  }

  async #publishWindow(window: RankingWindow, hour: number, now: Millis): Promise<void> {
    const db = this.primary();
    await this.loadUnknownFacts(window, db);
    const baseline = await this.baselineAt(hour, window, now);
    const ranking = await this.#owner.rank(window, { hour, baseline, now });
    // The version must increase even if the clock steps back.
    this.#version = Math.max(now, this.#version + 1);
    const known = await publish(db, {
      topicId: this.#owner.rowId(),
      version: this.#version,
      known: this.#known,
      hour,
      ranking,
      stale: this.#staleStamp,
      recent: this.#recent(window, now),
    });
    // The counts must be reloaded: articles changed without notification, an earlier instance published late, or
    // another topic now has the id.
    if (known === null) this.outdate();
    else this.#known = known;
    this.#publishedAt = now;
    this.#publishedHour = hour;
  }

  #recent(window: RankingWindow, now: Millis): string | null {
    const recent = this.#packing.recent(window, now);
    const unsent = this.#owner.unsentTopics?.();
    return recent && JSON.stringify({ ...recent, ...(unsent && { unsent }) });
  }

  /** Returns the baseline of an hour, or `null` if discounting is off. */
  async baselineAt(hour: number, window: RankingWindow, now: Millis): Promise<TrafficBaseline | null> {
    if (!isDiscountingEnabled(this.#owner.env())) return null;
    if (this.#baseline?.hour !== hour) this.#baseline = { hour, baseline: await this.#findBaseline(hour, window, now) };
    return this.#baseline.baseline;
  }

  async #findBaseline(hour: number, window: RankingWindow, now: Millis): Promise<TrafficBaseline> {
    const basis = await readBasis(this.primary(), hour);
    return basis.isDue ? this.#owner.dueBaseline(hour, window, basis, now) : basis.inForce;
  }
}
